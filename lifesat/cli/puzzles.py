"""What the commands about puzzles have in common: options, the file, the run, and its end."""

from __future__ import annotations

import time

from lifesat.cli.searching import add_job_options, add_workers
from lifesat.cli.target import seconds
from lifesat.defaults import SOLVERS

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import Protocol, TextIO, TypeVar

    from lifesat.problems.problem import Problem

    class Placed(Protocol):
        """A puzzle of a text."""

        @property
        def line(self) -> int:
            """The number of its first line."""

    Puzzle = TypeVar("Puzzle", bound=Placed)
    Stop = Callable[[], bool]
    Answer = Callable[[Puzzle, argparse.Namespace, TextIO, Stop], tuple[int, str]]

# A search looks up so often, to see whether it is to stop.
SLICE_SECONDS = 0.25

# ---------------------------------------------------------------- options


def add_effort_options(
    parser: argparse.ArgumentParser, how: argparse._ArgumentGroup, solver: str
) -> None:
    """Add the options that say with what, for how long and where to search.

    Parameters
    ----------
    parser
        The command's.
    how
        The group of those that make no job.
    solver
        The one that is taken when nothing is said.
    """
    how.add_argument(
        "--solver", choices=SOLVERS, default=solver, metavar="SOLVER",
        help=f"one of {', '.join(SOLVERS)} (default {solver})",
    )  # fmt: skip
    how.add_argument(
        "--time-limit", type=seconds, metavar="T", help="stop after T seconds (or 5m, 2h, 1d)"
    )
    add_workers(
        add_job_options(parser),
        "with --job: search in N processes (default: one for each core)",
    )


def add_output_options(written: argparse._ArgumentGroup) -> None:
    """Add the options that say where solutions are written, and what else is."""
    written.add_argument("-o", "--output", default="-", metavar="FILE", help="write to a file")
    written.add_argument("--force", action="store_true", help="let -o replace a file")
    written.add_argument(
        "--jsonl", action="store_true", help="with --job: write events as JSON lines"
    )
    written.add_argument(
        "--quiet", "-q", action="store_true", help="nothing on standard error but errors"
    )


# ---------------------------------------------------------------- the file


def read_puzzles(path: str, read: Callable[[str], list[Puzzle]]) -> list[Puzzle]:
    """Read the puzzles of a file, ``-`` being standard input.

    Parameters
    ----------
    path
        The file.
    read
        Makes puzzles of a text.

    Raises
    ------
    UserError
        If the file cannot be read, or what `read` raises, with the file's name.
    """
    from lifesat.formats.detection import plain_text
    from lifesat.formats.errors import FormatError
    from lifesat.formats.reading import read_bytes, source_name

    data = read_bytes(path)
    try:
        return read(plain_text(data))
    except FormatError as error:
        error.source = source_name(path)
        raise


def only_one(puzzles: list[Puzzle], path: str, wrong: str) -> Puzzle:
    """Return the puzzle that a job is for.

    Parameters
    ----------
    puzzles, path
        What `read_puzzles` read, and where.
    wrong
        The words about a second one.

    Raises
    ------
    UserError
        If there is a second one.
    """
    from lifesat.errors import UserError
    from lifesat.formats.reading import source_name

    if len(puzzles) > 1:
        raise UserError(f"{source_name(path)}:{puzzles[1].line}: {wrong}")
    return puzzles[0]


# ---------------------------------------------------------------- the run


def answer_each(puzzles: list[Puzzle], options: argparse.Namespace, answer: Answer[Puzzle]) -> int:
    """Answer for each puzzle until all is done or the time is up, and return the exit code.

    Parameters
    ----------
    puzzles
        What `read_puzzles` read.
    options
        The parsed command line.
    answer
        Writes the answer for a puzzle to a stream, and returns its exit code and the words about
        it; the last argument is a question to ask now and then, whether to stop.
    """
    from lifesat.cli import diagnostics
    from lifesat.cli.interruption import Interrupt
    from lifesat.cli.output import open_text
    from lifesat.formats.reading import source_name

    limit = float("inf") if options.time_limit is None else options.time_limit
    end = time.perf_counter() + limit
    codes = set()
    with open_text(options.output, force=options.force) as stream, Interrupt() as interrupt:

        def stop() -> bool:
            return interrupt.came() or time.perf_counter() >= end

        for puzzle in puzzles:
            begun = not stop()
            code, told = diagnostics.UNDECIDED, "stopped before this was begun, or what follows"
            if begun:
                code, told = answer(puzzle, options, stream, stop)
            codes.add(code)
            if not options.quiet:
                diagnostics.say(f"{source_name(options.file)}:{puzzle.line}: {told}")
            if not begun:
                break
        interrupted = interrupt.came()
    if interrupted:
        return diagnostics.INTERRUPTED
    for code in (diagnostics.UNDECIDED, diagnostics.NONE):
        if code in codes:
            return code
    return diagnostics.FOUND


def find(
    problem: Problem,
    options: argparse.Namespace,
    most: int | None,
    stream: TextIO | None,
    stop: Stop,
) -> tuple[int, bool]:
    """Find solutions, each checked; return how many, and whether there are no others.

    Parameters
    ----------
    problem, options
        What is sought, and the parsed command line.
    most
        At most so many; None for all.
    stream
        Where to write them, or None to count them only.
    stop
        Whether to stop.
    """
    from lifesat.solving.enumerate import Enumeration
    from lifesat.solving.solver import Solver

    formula = problem.formula(options.encoding or problem.encodings[0])
    found = 0
    with Solver(formula, options.solver) as solver:
        enumeration = Enumeration(solver, problem.projection)
        while not enumeration.complete and found != most and not stop():
            left = None if most is None else most - found
            boards = problem.boards(enumeration.advance(SLICE_SECONDS, left).literals)
            if not problem.holds(boards).all():
                raise AssertionError("a model is no solution")
            if stream:
                form = options.to or problem.first_form
                stream.writelines(problem.texts(boards, found + 1, form))
                stream.flush()
            found += len(boards)
    return found, enumeration.complete
