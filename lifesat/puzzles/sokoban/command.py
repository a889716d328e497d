"""``lifesat sokoban``: solve levels within some moves, or with the fewest moves or pushes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.searching import search_as_job, search_options
from lifesat.errors import UserError
from lifesat.frontends.options.table import OPTIONS
from lifesat.puzzles.commands import (
    add_effort_options,
    add_output_options,
    answer_each,
)
from lifesat.puzzles.options import SOKOBAN_SOLVER

if TYPE_CHECKING:
    import argparse

    from lifesat.puzzles.sokoban.text import Entry
    from lifesat.queries.query import ProblemQuery

_EPILOG = """\
With several levels the exit code is 3 if one was not answered in time, otherwise 1 if one has no
solution."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Solve the Sokoban levels in FILE, or prove that they have no solution."
    parser.epilog = _EPILOG
    # Solutions have one form.
    parser.set_defaults(run=run, to=None)
    add(parser, "file", what="levels as XSB text")
    add(parser, "level")
    _add_questions(parser)
    how = parser.add_argument_group("how")
    add(how, "sokoban.encoding")
    add_effort_options(parser, how, SOKOBAN_SOLVER)
    add_output_options(parser.add_argument_group("output"))


def _add_questions(parser: argparse.ArgumentParser) -> None:
    """Add the options that state the question."""
    group = parser.add_argument_group("question")
    asked = group.add_mutually_exclusive_group(required=True)
    add(asked, "moves", "shortest", "fewest_pushes")
    many = group.add_mutually_exclusive_group()
    add(many, "limit", when="with --moves: ", nouns="solutions of each level (default 1)")
    add(many, "all", when="with --moves: ", nouns="solutions of each level")


def run(options: argparse.Namespace) -> int:
    """Answer for each level and return the exit code."""
    _check(options)
    entries = _read(options)
    if options.job is None:
        return answer_each(entries, options, partial(_ask, options))
    query = _query(entries[0], options)
    return search_as_job(query, search_options(options), options)


def _check(options: argparse.Namespace) -> None:
    """Reject options that contradict each other, and set the number of workers."""
    # The best solution is searched for by one process.
    for name in ("limit", "all", "workers", "cluster"):
        if getattr(options, name) and not options.moves:
            raise UserError(f"{OPTIONS[name].flag} needs --moves T")
    options.workers = options.workers if options.moves else 1


def _read(options: argparse.Namespace) -> list[Entry]:
    """Return the levels that the options name; a job takes exactly one."""
    from lifesat.puzzles.reading import puzzles_of_file
    from lifesat.puzzles.sokoban.text import parts

    levels = puzzles_of_file(parts, options.file)
    if options.level is None and options.job is None:
        return levels.all()
    return [levels.chosen(options.level, "level")]


def _query(entry: Entry, options: argparse.Namespace) -> ProblemQuery:
    """Return the query about a level."""
    from lifesat.puzzles.sokoban.best import BestSokoban
    from lifesat.puzzles.sokoban.problem import Sokoban
    from lifesat.queries.solutions import ListSolutions

    rows = entry.level.rows
    if options.moves:
        return ListSolutions(Sokoban(rows, options.moves))
    return BestSokoban(Sokoban(rows, 1), "pushes" if options.fewest_pushes else "moves")


def _ask(options: argparse.Namespace, entry: Entry) -> tuple[ProblemQuery, str]:
    """Return the query about a level and its title, for `lifesat.puzzles.commands.answer_each`."""
    return _query(entry, options), entry.title
