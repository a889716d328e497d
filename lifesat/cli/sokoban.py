"""``lifesat sokoban``: levels solved within some moves, with the fewest moves or pushes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lifesat.cli.arguments import whole_number
from lifesat.cli.puzzles import (
    add_effort_options,
    add_output_options,
    answer_each,
)
from lifesat.cli.searching import check_job_options, effort, search_as_job
from lifesat.defaults import SOKOBAN_SOLVER
from lifesat.errors import UserError
from lifesat.requests.choices import SOKOBAN_ENCODINGS
from lifesat.requests.puzzles import puzzles_of_file

if TYPE_CHECKING:
    import argparse

    from lifesat.cli.narration import Reporter
    from lifesat.problems.puzzles.sokoban.text import Entry
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
    parser.add_argument("file", metavar="FILE", help="levels as XSB text; or -")
    parser.add_argument(
        "--level",
        type=whole_number("level", 1),
        metavar="N",
        help="only the N-th level of the file",
    )
    _add_questions(parser)
    how = parser.add_argument_group("how")
    how.add_argument(
        "--encoding",
        choices=SOKOBAN_ENCODINGS,
        help=f"one of {', '.join(SOKOBAN_ENCODINGS)} (default {SOKOBAN_ENCODINGS[0]}); not for "
        "--fewest-pushes",
    )
    add_effort_options(parser, how, SOKOBAN_SOLVER)
    add_output_options(parser.add_argument_group("output"))


def _add_questions(parser: argparse.ArgumentParser) -> None:
    """Add the options that state the question."""
    group = parser.add_argument_group("question")
    asked = group.add_mutually_exclusive_group(required=True)
    asked.add_argument(
        "--moves", type=whole_number("number of moves", 1), metavar="T",
        help="solutions with at most T moves",
    )  # fmt: skip
    asked.add_argument(
        "--shortest", action="store_true", help="a solution with the fewest moves, proved"
    )
    asked.add_argument(
        "--fewest-pushes", action="store_true", help="one with the fewest pushes, proved"
    )
    many = group.add_mutually_exclusive_group()
    many.add_argument(
        "--limit", "-k", type=whole_number("number", 1), metavar="K",
        help="with --moves: at most K solutions of each level (default 1)",
    )  # fmt: skip
    many.add_argument(
        "--all", "-a", action="store_true", help="with --moves: all solutions of each level"
    )


def run(options: argparse.Namespace) -> int:
    """Answer for each level and return the exit code."""
    _check(options)
    entries = _read(options)
    if options.job is None:
        return answer_each(entries, options, partial(_ask, options))
    query = _query(entries[0], options)
    return search_as_job(query, effort(options).options(query.problem), options)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that contradict each other."""
    check_job_options(options, "workers", "jsonl")
    # The best solution is searched for by one process.
    for name in ("limit", "all", "workers", "dask"):
        if getattr(options, name) not in (None, False) and not options.moves:
            raise UserError(f"--{name} needs --moves T")
    if options.encoding and options.fewest_pushes:
        raise UserError(
            "--encoding cannot be combined with --fewest-pushes, which has its own encoding"
        )


def _read(options: argparse.Namespace) -> list[Entry]:
    """Read the levels that the options name: for a job, exactly one."""
    from lifesat.problems.puzzles.sokoban.text import parts

    levels = puzzles_of_file(parts, options.file)
    if options.level is None and options.job is None:
        return levels.all()
    return [levels.chosen(options.level, "level")]


def _query(entry: Entry, options: argparse.Namespace) -> ProblemQuery:
    """Return what is asked about a level."""
    from lifesat.problems.puzzles.sokoban.problem import Sokoban
    from lifesat.queries.best_sokoban import BestSokoban
    from lifesat.queries.list_solutions import ListSolutions

    rows = entry.level.rows
    if options.moves:
        return ListSolutions(Sokoban(rows, options.moves))
    return BestSokoban(Sokoban(rows, 1), "pushes" if options.fewest_pushes else "moves")


def _ask(options: argparse.Namespace, entry: Entry) -> tuple[ProblemQuery, Reporter, str]:
    """Return what `lifesat.cli.puzzles.answer_each` asks about a level."""
    from lifesat.cli.narration_of_puzzles import BestSokobanReporter, MovesReporter
    from lifesat.problems.puzzles.sokoban.problem import Sokoban
    from lifesat.queries.best_sokoban import BestSokoban

    query = _query(entry, options)
    if isinstance(query, BestSokoban):
        return query, BestSokobanReporter(query, quiet=True), entry.title
    if not isinstance(query.problem, Sokoban):
        raise TypeError(query)
    return query, MovesReporter(query.problem, quiet=True), entry.title
