"""Options and runs that the commands about puzzles share."""

from __future__ import annotations

import time
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.cli.interruption import Interrupt
from lifesat.cli.searching import ONE_FOR_EACH_CORE, add_job_options
from lifesat.errors import MemoryLimitError
from lifesat.frontends.output import exit_codes
from lifesat.system.machine import cores

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import TextIO

    from lifesat.engines.options import Options
    from lifesat.puzzles.reading import Puzzle
    from lifesat.queries.events import Event
    from lifesat.queries.query import Query

    Stop = Callable[[], bool]
    Write = Callable[[Event], None]
    Ask = Callable[[Puzzle], tuple[Query, str]]

# ---------------------------------------------------------------- options


def add_effort_options(
    parser: argparse.ArgumentParser, how: argparse._ArgumentGroup, solver: str
) -> None:
    """Add the options for solver and limits to the group `how`, and those for jobs."""
    add(how, "solver", usual=solver)
    add(how, "time_limit", "memory")
    add(how, "workers", usual=ONE_FOR_EACH_CORE)
    add_job_options(parser)


def add_output_options(written: argparse._ArgumentGroup) -> None:
    """Add the options for where and how to write solutions."""
    add(written, "output", "force", "quiet", "jsonl")


# ---------------------------------------------------------------- the run


def answer_each(puzzles: list[Puzzle], options: argparse.Namespace, ask: Ask[Puzzle]) -> int:
    """Answer each puzzle in the order of the file until the time limit; return the exit code.

    `ask` returns the query about a puzzle, and its title or "".
    """
    from lifesat.formats.reading import source_name
    from lifesat.frontends.output.files import open_text

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
                query, title = ask(puzzle)
                write = _json_lines(stream) if options.jsonl else _texts(stream, options.to)
                code, verdict = _answered(query, title, how, write, interrupt.came)
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
    """Return how many solutions to find, or None for all."""
    return None if options.all else options.limit or 1


def _options_of_one(options: argparse.Namespace, seconds: float | None) -> Options:
    """Return the search options for one of many puzzles; `seconds` is its time limit."""
    from lifesat.engines.options import Options

    return Options(
        encoding=options.encoding,
        solver=options.solver,
        limit=many(options),
        time_limit=seconds,
        memory=options.memory,
        workers=options.workers or cores(),
    )


@contextmanager
def _json_lines(stream: TextIO) -> Iterator[Write]:
    """Yield a function that writes every event as a line of JSON."""
    from lifesat.frontends.output.event_files import write_event

    yield partial(write_event, stream)


@contextmanager
def _texts(stream: TextIO, form: str | None) -> Iterator[Write]:
    """Yield a function that takes every event, and writes solutions, or the answer at the end."""
    from lifesat.frontends.output.event_files import words_on
    from lifesat.queries.events import Solutions

    with words_on(stream) as keep:

        def write(event: Event) -> None:
            keep(event)
            if isinstance(event, Solutions):
                stream.writelines(event.texts(form or event.problem.first_form))
                stream.flush()

        yield write


def _answered(
    query: Query,
    title: str,
    how: Options,
    writing: AbstractContextManager[Write],
    stop: Stop,
) -> tuple[int, str]:
    """Write the answer for a puzzle, and return its exit code and a sentence on the result."""
    from lifesat.cli.narration import Reporter
    from lifesat.queries.events import Done
    from lifesat.queries.search import search

    reporter = Reporter(query, how, quiet=True)
    try:
        with writing as write:
            for event in search(query, how, stop):
                reporter.report(event)
                write(event)
                if isinstance(event, Done):
                    verdict = reporter.ending(event)
                    code = reporter.exit_code(event)
    except MemoryLimitError as error:
        return exit_codes.UNDECIDED, str(error)
    return code, f"{title}: {verdict}" if title else verdict
