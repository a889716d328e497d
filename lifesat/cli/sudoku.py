"""``lifesat sudoku``: Sudokus solved, counted, and checked for having one solution."""

from __future__ import annotations

from lifesat.cli.arguments import whole_number
from lifesat.cli.puzzles import (
    add_effort_options,
    add_output_options,
    answer_each,
    find,
)
from lifesat.cli.searching import check_job_options, effort, search_as_job
from lifesat.defaults import SOLVER
from lifesat.errors import UserError
from lifesat.reporting import exit_codes
from lifesat.requests.choices import SUDOKU_ENCODINGS

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from lifesat.cli.puzzles import Stop
    from lifesat.problems.puzzles.sudoku_reading import Puzzle

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
        "--to", choices=("line", "grid"), default="line",
        help="a solution in one line (default), or a line for each row",
    )  # fmt: skip
    add_output_options(written)


def run(options: argparse.Namespace) -> int:
    """Answer for each Sudoku and return the exit code."""
    from lifesat.problems.puzzles.sudoku_reading import parts
    from lifesat.requests.puzzles import puzzles_of_file

    check_job_options(options, "workers", "jsonl")
    if options.job is not None:
        _check_kept_as_job(options)
    sudokus = puzzles_of_file(parts, options.file)
    if options.puzzle is None and options.job is None:
        return answer_each(sudokus.all(), options, _answer)
    puzzle = sudokus.chosen(options.puzzle, "Sudoku")
    if options.job is not None:
        how, problem = effort(options), puzzle.sudoku
        return search_as_job(how.query(problem), how.options(problem), options)
    return answer_each([puzzle], options, _answer)


def _check_kept_as_job(options: argparse.Namespace) -> None:
    """Refuse questions whose answers are not solutions."""
    for name in ("count", "unique"):
        if getattr(options, name):
            raise UserError(
                f"--{name} cannot be combined with --job, which keeps solutions; use --all"
            )


def _answer(
    puzzle: Puzzle, options: argparse.Namespace, stream: TextIO, stop: Stop
) -> tuple[int, str]:
    """Write the answer for one Sudoku; return its exit code and a verdict."""
    listed = not options.count and not options.unique
    many = None if options.all or options.count else options.limit
    most = 2 if options.unique else many
    found, complete = find(puzzle.sudoku, options, most, stream if listed else None, stop)
    decided = complete or found == most
    if decided and not listed:
        answer = ("none", "unique", "several")[found] if options.unique else str(found)
        stream.write(answer + "\n")
        stream.flush()
    verdict = _verdict(found, options, complete=complete, decided=decided)
    if not decided:
        return exit_codes.UNDECIDED, verdict
    wanted = found == 1 if options.unique else found > 0
    return exit_codes.FOUND if wanted else exit_codes.NONE, verdict


def _verdict(found: int, options: argparse.Namespace, *, complete: bool, decided: bool) -> str:
    """Return the verdict on one Sudoku."""
    many = f"{found} solution{'' if found == 1 else 's'}"
    if complete:
        return f"{many}, and no others" if found else "no solution, which is proved"
    if decided:
        return many if not options.unique else "more than one solution"
    return f"{many}; stopped before the end"
