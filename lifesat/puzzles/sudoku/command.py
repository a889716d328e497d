"""``lifesat sudoku``: solve Sudokus, count solutions, or check that there is exactly one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.searching import search_as_job, search_options
from lifesat.defaults import SOLVER
from lifesat.puzzles.commands import (
    add_effort_options,
    add_output_options,
    answer_each,
)

if TYPE_CHECKING:
    import argparse

    from lifesat.puzzles.sudoku.problem import Sudoku
    from lifesat.puzzles.sudoku.reading import Puzzle
    from lifesat.queries.query import Query

_EPILOG = """\
With several Sudokus the exit code is 1 if one of them has no solution, with --unique if one has
not exactly one."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Solve the Sudokus in FILE, or prove that they have no solution."
    parser.epilog = _EPILOG
    parser.set_defaults(run=run)
    add(parser, "file", what="Sudokus, a line each or a line for each row")
    add(parser, "puzzle")
    asked = parser.add_argument_group("question").add_mutually_exclusive_group()
    add(asked, "all", nouns="solutions of each")
    add(asked, "limit", nouns="solutions of each (default 1)")
    add(asked, "sudoku.count")
    add(asked, "unique")
    how = parser.add_argument_group("how")
    add(how, "sudoku.encoding")
    add_effort_options(parser, how, SOLVER)
    written = parser.add_argument_group("output")
    add(written, "sudoku.to")
    add_output_options(written)


def run(options: argparse.Namespace) -> int:
    """Answer for each Sudoku and return the exit code."""
    from lifesat.puzzles.reading import puzzles_of_file
    from lifesat.puzzles.sudoku.reading import parts

    sudokus = puzzles_of_file(parts, options.file)
    if options.puzzle is None and options.job is None:
        return answer_each(sudokus.all(), options, partial(_ask, options))
    puzzle = sudokus.chosen(options.puzzle, "Sudoku")
    if options.job is None:
        return answer_each([puzzle], options, partial(_ask, options))
    problem = puzzle.sudoku
    return search_as_job(_query(problem, options), search_options(options), options)


def _query(problem: Sudoku, options: argparse.Namespace) -> Query:
    """Return the query about a Sudoku."""
    from lifesat.queries.count_solutions import CountByListing, Uniqueness
    from lifesat.queries.solutions import ListSolutions

    if options.count:
        return CountByListing(problem)
    return Uniqueness(problem) if options.unique else ListSolutions(problem)


def _ask(options: argparse.Namespace, puzzle: Puzzle) -> tuple[Query, str]:
    """Return the query about a Sudoku and "", for `lifesat.puzzles.commands.answer_each`."""
    return _query(puzzle.sudoku, options), ""
