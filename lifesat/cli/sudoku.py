"""``lifesat sudoku``: Sudokus solved, counted, and checked for having one solution."""

from __future__ import annotations

import time

from lifesat.cli import diagnostics
from lifesat.cli.searching import (
    add_job_options,
    add_workers,
    check_job_options,
    effort,
    search_as_job,
)
from lifesat.cli.target import count, seconds
from lifesat.defaults import SOLVER, SOLVERS

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import TextIO

    from lifesat.problems.problem import Boards
    from lifesat.problems.sudoku import Sudoku
    from lifesat.problems.sudoku_reading import Puzzle

_ENCODINGS = ("extended", "report")
_SLICE_SECONDS = 0.25

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
    how.add_argument(
        "--solver", choices=SOLVERS, default=SOLVER, metavar="SOLVER",
        help=f"one of {', '.join(SOLVERS)} (default {SOLVER})",
    )  # fmt: skip
    how.add_argument(
        "--time-limit", type=seconds, metavar="T", help="stop after T seconds (or 5m, 2h, 1d)"
    )
    add_workers(
        add_job_options(parser),
        "with --job: search in N processes (default: one for each core)",
    )
    written = parser.add_argument_group("what is written")
    written.add_argument(
        "--to", choices=("line", "grid"), default="line",
        help="a solution in one line (default), or a line for each row",
    )  # fmt: skip
    written.add_argument("-o", "--output", default="-", metavar="FILE", help="write to a file")
    written.add_argument("--force", action="store_true", help="let -o replace a file")
    written.add_argument(
        "--jsonl", action="store_true", help="with --job: write events as JSON lines"
    )
    written.add_argument(
        "--quiet", "-q", action="store_true", help="nothing on standard error but errors"
    )


def run(options: argparse.Namespace) -> int:
    """Answer for each Sudoku and return the exit code."""
    from lifesat.cli.interruption import Interrupt
    from lifesat.cli.output import open_text
    from lifesat.cli.puzzle_files import read_puzzles
    from lifesat.problems.sudoku_reading import read

    check_job_options(options, "workers", "jsonl")
    puzzles = read_puzzles(options.file, read)
    if options.job:
        return _run_job(puzzles, options)
    end = time.perf_counter() + (options.time_limit or float("inf"))
    codes = set()
    with open_text(options.output, force=options.force) as stream, Interrupt() as interrupt:

        def stop() -> bool:
            return interrupt.came() or time.perf_counter() >= end

        for puzzle in puzzles:
            if stop():
                codes.add(diagnostics.UNDECIDED)
                break
            codes.add(_answer(puzzle, options, stream, stop))
        interrupted = interrupt.came()
    if interrupted:
        return diagnostics.INTERRUPTED
    for code in (diagnostics.UNDECIDED, diagnostics.NONE):
        if code in codes:
            return code
    return diagnostics.FOUND


def _run_job(puzzles: list[Puzzle], options: argparse.Namespace) -> int:
    """Search for the solutions of one Sudoku as a job and return the exit code."""
    from lifesat.errors import UserError
    from lifesat.formats.reading import source_name

    for name in ("count", "unique"):
        if getattr(options, name):
            raise UserError(f"--{name} does not go with --job, which keeps solutions: see --all")
    if len(puzzles) > 1:
        raise UserError(
            f"{source_name(options.file)}:{puzzles[1].line}: a second Sudoku; a job is for one"
        )
    return search_as_job(puzzles[0].sudoku, effort(options), options)


def _answer(
    puzzle: Puzzle, options: argparse.Namespace, stream: TextIO, stop: Callable[[], bool]
) -> int:
    """Write the answer for one Sudoku and return its exit code."""
    from lifesat.problems.sudoku import write

    def write_all(boards: Boards) -> None:
        stream.writelines(write(board, lines=options.to == "grid") for board in boards)
        stream.flush()

    listed = not options.count and not options.unique
    many = None if options.all or options.count else options.limit
    most = 2 if options.unique else many
    show = write_all if listed else _drop
    found, complete = _search(puzzle.sudoku, options, most, show, stop)
    decided = complete or found == most
    if decided and not listed:
        words = ("none", "unique", "several")[found] if options.unique else str(found)
        stream.write(words + "\n")
        stream.flush()
    if not options.quiet:
        diagnostics.say(_told(puzzle, found, options, complete=complete, decided=decided))
    if not decided:
        return diagnostics.UNDECIDED
    wanted = found == 1 if options.unique else found > 0
    return diagnostics.FOUND if wanted else diagnostics.NONE


def _drop(_boards: Boards) -> None:
    """Let solutions go that are only counted."""


def _search(
    sudoku: Sudoku,
    options: argparse.Namespace,
    most: int | None,
    show: Callable[[Boards], None],
    stop: Callable[[], bool],
) -> tuple[int, bool]:
    """Show solutions, each checked; return how many, and whether there are no others."""
    from lifesat.solving.enumerate import Enumeration
    from lifesat.solving.solver import Solver

    found = 0
    with Solver(sudoku.formula(options.encoding), options.solver) as solver:
        enumeration = Enumeration(solver, sudoku.projection)
        while not enumeration.complete and found != most and not stop():
            left = None if most is None else most - found
            boards = sudoku.boards(enumeration.advance(_SLICE_SECONDS, left).literals)
            if not sudoku.holds(boards).all():
                raise AssertionError("a solution breaks the rules of Sudoku")
            show(boards)
            found += len(boards)
    return found, enumeration.complete


def _told(
    puzzle: Puzzle, found: int, options: argparse.Namespace, *, complete: bool, decided: bool
) -> str:
    """Return the words about one Sudoku."""
    from lifesat.formats.reading import source_name

    many = f"{found} solution{'' if found == 1 else 's'}"
    if complete:
        words = f"{many}, and no others" if found else "no solution, which is proved"
    elif decided:
        words = many if not options.unique else "more than one solution"
    else:
        words = f"{many}; stopped before the end"
    return f"{source_name(options.file)}:{puzzle.line}: {words}"
