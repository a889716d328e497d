"""What the commands about puzzles have in common: options, the run, its end."""

from __future__ import annotations

import time

from lifesat.cli.arguments import seconds
from lifesat.cli.memory import add_memory_option
from lifesat.cli.searching import add_job_options, add_workers
from lifesat.defaults import SOLVERS

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import TextIO

    from lifesat.problems.problem import Problem
    from lifesat.requests.puzzles import Puzzle

    Stop = Callable[[], bool]
    Answer = Callable[[Puzzle, argparse.Namespace, TextIO, Stop], tuple[int, str]]

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
        The group of the options that do not concern jobs.
    solver
        The default solver.
    """
    how.add_argument(
        "--solver", choices=SOLVERS, default=solver, metavar="SOLVER",
        help=f"one of {', '.join(SOLVERS)} (default {solver})",
    )  # fmt: skip
    how.add_argument(
        "--time-limit", type=seconds, metavar="T", help="stop after T seconds (or 5m, 2h, 1d)"
    )
    add_memory_option(how)
    add_workers(
        add_job_options(parser),
        "with --job: search in N processes (default: one for each core)",
    )


def add_output_options(written: argparse._ArgumentGroup) -> None:
    """Add the options that say where and how solutions are written."""
    written.add_argument("-o", "--output", default="-", metavar="FILE", help="write to a file")
    written.add_argument("--force", action="store_true", help="let -o replace a file")
    written.add_argument(
        "--jsonl", action="store_true", help="with --job: write events as JSON lines"
    )
    written.add_argument(
        "--quiet", "-q", action="store_true", help="nothing on standard error but errors"
    )


# ---------------------------------------------------------------- the run


def answer_each(puzzles: list[Puzzle], options: argparse.Namespace, answer: Answer[Puzzle]) -> int:
    """Answer for each puzzle until the time limit, and return the exit code.

    Parameters
    ----------
    puzzles
        The puzzles, in the order of the file.
    options
        The parsed command line.
    answer
        Writes the answer for a puzzle to a stream, and returns its exit code and a verdict; the
        last argument returns whether to stop.
    """
    from lifesat.cli import diagnostics
    from lifesat.cli.interruption import Interrupt
    from lifesat.formats.reading import source_name
    from lifesat.reporting import exit_codes
    from lifesat.reporting.files import open_text

    limit = float("inf") if options.time_limit is None else options.time_limit
    end = time.perf_counter() + limit
    codes = set()
    with open_text(options.output, force=options.force) as stream, Interrupt() as interrupt:

        def stop() -> bool:
            return interrupt.came() or time.perf_counter() >= end

        for puzzle in puzzles:
            begun = not stop()
            code, verdict = exit_codes.UNDECIDED, "stopped before this one and those after it"
            if begun:
                code, verdict = _answered(puzzle, options, stream, stop, answer)
            codes.add(code)
            if not options.quiet:
                diagnostics.say(f"{source_name(options.file)}:{puzzle.line}: {verdict}")
            if not begun:
                break
        interrupted = interrupt.came()
    if interrupted:
        return exit_codes.INTERRUPTED
    for code in (exit_codes.UNDECIDED, exit_codes.NONE):
        if code in codes:
            return code
    return exit_codes.FOUND


def _answered(
    puzzle: Puzzle,
    options: argparse.Namespace,
    stream: TextIO,
    stop: Stop,
    answer: Answer[Puzzle],
) -> tuple[int, str]:
    """Answer for a puzzle, or say why there is no answer."""
    from lifesat.cnf.formula import interruptible
    from lifesat.errors import MemoryLimitError, StoppedError
    from lifesat.reporting import exit_codes

    try:
        with interruptible(stop):
            return answer(puzzle, options, stream, stop)
    except StoppedError:
        return exit_codes.UNDECIDED, "stopped while the formula was built"
    except MemoryLimitError as error:
        return exit_codes.UNDECIDED, str(error)


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
    from lifesat.queries.events import Done, Solutions
    from lifesat.queries.list_solutions import ListSolutions
    from lifesat.queries.options import Options
    from lifesat.queries.search import search

    how = Options(
        encoding=options.encoding, solver=options.solver, limit=most, memory=options.memory
    )
    form = options.to or problem.first_form
    for event in search(ListSolutions(problem), how, stop):
        if isinstance(event, Solutions) and stream:
            stream.writelines(event.texts(form))
            stream.flush()
        if isinstance(event, Done):
            found, complete = event.found, event.status in ("complete", "none")
    return found, complete
