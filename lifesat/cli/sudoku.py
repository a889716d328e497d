"""``lifesat sudoku``: Sudokus solved, counted, and checked for having one solution."""

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
from lifesat.defaults import SOLVER
from lifesat.requests.choices import SUDOKU_ENCODINGS
from lifesat.requests.puzzles import puzzles_of_file

if TYPE_CHECKING:
    import argparse

    from lifesat.cli.narration import Reporter
    from lifesat.problems.puzzles.sudoku import Sudoku
    from lifesat.problems.puzzles.sudoku_reading import Puzzle
    from lifesat.queries.query import Query

_EPILOG = """\
With several Sudokus the exit code is 1 if one of them has no solution, with --unique if one has
not exactly one."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Solve the Sudokus in FILE, or prove that they have no solution."
    parser.epilog = _EPILOG
    parser.set_defaults(run=run)
    parser.add_argument(
        "file", metavar="FILE", help="Sudokus, a line each or a line for each row; or -"
    )
    parser.add_argument(
        "--puzzle",
        type=whole_number("puzzle", 1),
        metavar="N",
        help="only the N-th Sudoku of the file",
    )
    asked = parser.add_argument_group("question").add_mutually_exclusive_group()
    asked.add_argument("--all", "-a", action="store_true", help="all solutions of each")
    asked.add_argument(
        "--limit", "-k", type=whole_number("number", 1), metavar="K", default=1,
        help="at most K solutions of each (default 1)",
    )  # fmt: skip
    asked.add_argument(
        "--count", action="store_true", help="print how many solutions each has, nothing else"
    )
    asked.add_argument(
        "--unique",
        action="store_true",
        help="print for each whether it has no solution, one or several: none, unique, several",
    )
    how = parser.add_argument_group("how")
    how.add_argument(
        "--encoding",
        choices=SUDOKU_ENCODINGS,
        default=SUDOKU_ENCODINGS[0],
        help=f"one of {', '.join(SUDOKU_ENCODINGS)} (default {SUDOKU_ENCODINGS[0]})",
    )
    add_effort_options(parser, how, SOLVER)
    written = parser.add_argument_group("output")
    written.add_argument(
        "--to", choices=("line", "grid"),
        help="a solution in one line (default), or a line for each row",
    )  # fmt: skip
    add_output_options(written)


def run(options: argparse.Namespace) -> int:
    """Answer for each Sudoku and return the exit code."""
    from lifesat.problems.puzzles.sudoku_reading import parts

    check_job_options(options, "workers", "jsonl")
    sudokus = puzzles_of_file(parts, options.file)
    if options.puzzle is None and options.job is None:
        return answer_each(sudokus.all(), options, partial(_ask, options))
    puzzle = sudokus.chosen(options.puzzle, "Sudoku")
    if options.job is None:
        return answer_each([puzzle], options, partial(_ask, options))
    problem = puzzle.sudoku
    return search_as_job(_query(problem, options), effort(options).options(problem), options)


def _query(problem: Sudoku, options: argparse.Namespace) -> Query:
    """Return what is asked about a Sudoku."""
    from lifesat.queries.count_by_listing import CountByListing
    from lifesat.queries.list_solutions import ListSolutions
    from lifesat.queries.uniqueness import Uniqueness

    if options.count:
        return CountByListing(problem)
    return Uniqueness(problem) if options.unique else ListSolutions(problem)


def _ask(options: argparse.Namespace, puzzle: Puzzle) -> tuple[Query, Reporter, str]:
    """Return what `lifesat.cli.puzzles.answer_each` asks about a Sudoku, which has no title."""
    from lifesat.cli.narration_of_puzzles import NumberReporter

    problem = puzzle.sudoku
    reporter = NumberReporter(problem, unique=options.unique, quiet=True)
    return _query(problem, options), reporter, ""
