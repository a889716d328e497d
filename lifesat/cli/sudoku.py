"""``lifesat sudoku``: Sudokus solved, counted, and checked for having one solution."""

from __future__ import annotations

from lifesat.cli import diagnostics
from lifesat.cli.puzzles import (
    add_effort_options,
    add_output_options,
    answer_each,
    find,
    only_one,
    read_puzzles,
)
from lifesat.cli.searching import check_job_options, effort, search_as_job
from lifesat.cli.target import count
from lifesat.defaults import SOLVER
from lifesat.errors import UserError

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from lifesat.cli.puzzles import Stop
    from lifesat.problems.sudoku_reading import Puzzle

_ENCODINGS = ("extended", "report")

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
    asked = parser.add_argument_group("what is asked").add_mutually_exclusive_group()
    asked.add_argument("--all", "-a", action="store_true", help="all solutions of each")
    asked.add_argument(
        "--limit", "-k", type=count(1, "number"), metavar="K", default=1,
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
        choices=_ENCODINGS,
        default=_ENCODINGS[0],
        help=f"one of {', '.join(_ENCODINGS)} (default {_ENCODINGS[0]})",
    )
    add_effort_options(parser, how, SOLVER)
    written = parser.add_argument_group("what is written")
    written.add_argument(
        "--to", choices=("line", "grid"), default="line",
        help="a solution in one line (default), or a line for each row",
    )  # fmt: skip
    add_output_options(written)


def run(options: argparse.Namespace) -> int:
    """Answer for each Sudoku and return the exit code."""
    from lifesat.problems.sudoku_reading import read

    check_job_options(options, "workers", "jsonl")
    puzzles = read_puzzles(options.file, read)
    if options.job is not None:
        return _run_job(puzzles, options)
    return answer_each(puzzles, options, _answer)


def _run_job(puzzles: list[Puzzle], options: argparse.Namespace) -> int:
    """Search for the solutions of one Sudoku as a job and return the exit code."""
    for name in ("count", "unique"):
        if getattr(options, name):
            raise UserError(f"--{name} does not go with --job, which keeps solutions: see --all")
    puzzle = only_one(puzzles, options.file, "a second Sudoku; a job is for one")
    return search_as_job(puzzle.sudoku, effort(options), options)


def _answer(
    puzzle: Puzzle, options: argparse.Namespace, stream: TextIO, stop: Stop
) -> tuple[int, str]:
    """Write the answer for one Sudoku; return its exit code and the words about it."""
    listed = not options.count and not options.unique
    many = None if options.all or options.count else options.limit
    most = 2 if options.unique else many
    found, complete = find(puzzle.sudoku, options, most, stream if listed else None, stop)
    decided = complete or found == most
    if decided and not listed:
        words = ("none", "unique", "several")[found] if options.unique else str(found)
        stream.write(words + "\n")
        stream.flush()
    told = _told(found, options, complete=complete, decided=decided)
    if not decided:
        return diagnostics.UNDECIDED, told
    wanted = found == 1 if options.unique else found > 0
    return diagnostics.FOUND if wanted else diagnostics.NONE, told


def _told(found: int, options: argparse.Namespace, *, complete: bool, decided: bool) -> str:
    """Return the words about one Sudoku."""
    many = f"{found} solution{'' if found == 1 else 's'}"
    if complete:
        return f"{many}, and no others" if found else "no solution, which is proved"
    if decided:
        return many if not options.unique else "more than one solution"
    return f"{many}; stopped before the end"
