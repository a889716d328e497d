"""What the commands about puzzles have in common: options, the run, its end."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.cli.interruption import Interrupt
from lifesat.cli.searching import ONE_FOR_EACH_CORE, add_job_options
from lifesat.errors import MemoryLimitError, UserError
from lifesat.formats.reading import source_name
from lifesat.reporting import exit_codes
from lifesat.reporting.files import open_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import TextIO

    from lifesat.cli.narration import Reporter
    from lifesat.queries.options import Options
    from lifesat.queries.query import Query
    from lifesat.requests.puzzles import Puzzle

    Stop = Callable[[], bool]
    Ask = Callable[[Puzzle], tuple[Query, Reporter, str]]

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
    add(how, "solver", usual=solver)
    add(how, "time_limit", "memory")
    add(add_job_options(parser), "workers", when="with --job: ", usual=ONE_FOR_EACH_CORE)


def add_output_options(written: argparse._ArgumentGroup) -> None:
    """Add the options that say where and how solutions are written."""
    add(written, "output", "force", "quiet")
    add(written, "jsonl", when="with --job: ")


def check_jobs_own(options: argparse.Namespace) -> None:
    """Refuse options that only a job has, if it is none.

    Raises
    ------
    UserError
        If there are some.
    """
    for name in ("workers", "jsonl"):
        if getattr(options, name) and options.job is None:
            raise UserError(f"--{name} needs --job NAME")


# ---------------------------------------------------------------- the run


def answer_each(puzzles: list[Puzzle], options: argparse.Namespace, ask: Ask[Puzzle]) -> int:
    """Answer for each puzzle until the time limit, and return the exit code.

    Parameters
    ----------
    puzzles
        The puzzles, in the order of the file.
    options
        The parsed command line.
    ask
        Returns the query about a puzzle, what says how it ends, and the title of the puzzle or "".
    """
    limit = float("inf") if options.time_limit is None else options.time_limit
    end = time.perf_counter() + limit
    codes = set()
    with open_text(options.output, force=options.force) as stream, Interrupt() as interrupt:
        for puzzle in puzzles:
            seconds = end - time.perf_counter()
            begun = seconds > 0 and not interrupt.came()
            code, verdict = exit_codes.UNDECIDED, "stopped before this one and those after it"
            if begun:
                how = _options_of_one(options, None if options.time_limit is None else seconds)
                code, verdict = _answered(*ask(puzzle), how, stream, interrupt.came, options.to)
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


def many(options: argparse.Namespace) -> int | None:
    """Return how many solutions are wanted, or None for all."""
    return None if options.all else options.limit or 1


def _options_of_one(options: argparse.Namespace, seconds: float | None) -> Options:
    """Return how to search for the answer for one of many puzzles."""
    from lifesat.queries.options import Options

    return Options(
        encoding=options.encoding,
        solver=options.solver,
        limit=many(options),
        seconds=seconds,
        memory=options.memory,
    )


def _answered(
    query: Query,
    reporter: Reporter,
    title: str,
    how: Options,
    stream: TextIO,
    stop: Stop,
    form: str | None,
) -> tuple[int, str]:
    """Write the answer for a puzzle, and return its exit code and a verdict."""
    from lifesat.queries.events import Done, Solutions
    from lifesat.queries.search import search
    from lifesat.reporting.event_files import words_on

    try:
        with words_on(stream) as keep:
            for event in search(query, how, stop):
                reporter.report(event)
                keep(event)
                if isinstance(event, Solutions):
                    stream.writelines(event.texts(form or event.problem.first_form))
                    stream.flush()
                if isinstance(event, Done):
                    verdict = reporter.ending(event)
                    code = reporter.exit_code(event)
    except MemoryLimitError as error:
        return exit_codes.UNDECIDED, str(error)
    return code, f"{title}: {verdict}" if title else verdict
