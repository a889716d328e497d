"""What commands that search for patterns have in common: options, the run, its end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lifesat import defaults
from lifesat.cli import diagnostics
from lifesat.cli.arguments import seconds, whole_number
from lifesat.cli.interruption import Interrupt
from lifesat.cli.memory import add_memory_option
from lifesat.cli.pictures import add_picture_options, form_and_look
from lifesat.cli.publishing import publication
from lifesat.cli.reporters import reporter_of
from lifesat.cli.target import add_common_options
from lifesat.cli.words import words_writer
from lifesat.errors import UserError
from lifesat.reporting import exit_codes

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from lifesat.cli.narration import Reporter
    from lifesat.problems.problem import Goal
    from lifesat.queries.events import Event, Solutions
    from lifesat.queries.options import Options
    from lifesat.queries.query import Query
    from lifesat.requests.options import Effort

    Show = Callable[[Solutions], Solutions]
    Writer = AbstractContextManager[Callable[[Event], None]]


def add_search_options(parser: argparse.ArgumentParser, nouns: str) -> None:
    """Add the options that say how to search, how many to list and where to write them."""
    add_common_options(parser)
    add_how_many(parser, nouns)
    add_effort_options(parser)
    add_output_options(parser)


def add_how_many(parser: argparse.ArgumentParser, nouns: str) -> argparse._MutuallyExclusiveGroup:
    """Add the options that say how many to list, or that the best is sought; return their group."""
    how_many = parser.add_argument_group("how many").add_mutually_exclusive_group()
    how_many.add_argument(
        "--limit",
        "-k",
        type=whole_number("limit", 1),
        metavar="K",
        help=f"stop after K {nouns} (default 1)",
    )
    how_many.add_argument("--all", "-a", action="store_true", help=f"list all {nouns}")
    how_many.add_argument(
        "--smallest", action="store_true", help="one with the fewest live cells, proved"
    )
    return how_many


def add_effort_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say with what, for how long and where to search."""
    add_solver_options(parser)
    add_job_options(parser)


def add_job_options(
    parser: argparse.ArgumentParser, *, cluster: bool = True
) -> argparse._ArgumentGroup:
    """Add the options that make a search a job, perhaps on a cluster; return their group."""
    job = parser.add_argument_group("jobs")
    job.add_argument(
        "--job",
        metavar="NAME",
        help="search in a process that outlives this one, and keep everything under this name",
    )
    job.add_argument(
        "--detach", action="store_true", help="with --job: return at once; `lifesat jobs` goes on"
    )
    if cluster:
        job.add_argument(
            "--dask",
            metavar="ADDRESS",
            help="with --job: search on the cluster of this dask scheduler",
        )
    return job


def check_job_options(options: argparse.Namespace, *others: str) -> None:
    """Refuse options that need ``--job`` if it is not given.

    Parameters
    ----------
    options
        The parsed command line.
    *others
        The names of such options besides those of `add_job_options`.

    Raises
    ------
    UserError
        If there is such an option.
    """
    for name in ("detach", "dask", *others):
        if getattr(options, name, None) and options.job is None:
            raise UserError(f"--{name} needs --job NAME")


def add_solver_options(parser: argparse.ArgumentParser, usual: str = defaults.SOLVER) -> None:
    """Add the options that say with what and for how long to search.

    Parameters
    ----------
    parser, usual
        As for `add_one_solver_options`.
    """
    add_one_solver_options(parser, usual)
    add_workers(
        parser,
        "search in N processes, if it takes more than some seconds (default: one for each core)",
    )
    add_memory_option(parser)


def add_one_solver_options(parser: argparse.ArgumentParser, usual: str) -> None:
    """Add the options that name a solver and limit its time.

    Parameters
    ----------
    parser
        The command's.
    usual
        The help's words for the default solver.
    """
    parser.add_argument(
        "--solver",
        choices=defaults.SOLVERS,
        metavar="NAME",
        help=f"one of {', '.join(defaults.SOLVERS)} (default {usual})",
    )
    add_time_limit(parser, "stop after T seconds (or 5m, 2h, 1d)")


def add_time_limit(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the option that limits the time of a search; `what` is its help."""
    parser.add_argument("--time-limit", type=seconds, metavar="T", help=what)


def add_workers(parser: argparse._ActionsContainer, what: str) -> None:
    """Add the option that says how many processes search; `what` is its help."""
    parser.add_argument(
        "--workers", type=whole_number("number of processes", 1), metavar="N", help=what
    )


def add_output_options(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """Add the options that say where and how solutions are written; return those of the form."""
    output = parser.add_argument_group("output")
    output.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FILE|DIR",
        help="write to a file when the search ends, or a file for each solution to a folder",
    )
    output.add_argument("--force", action="store_true", help="let -o replace files")
    form = output.add_mutually_exclusive_group()
    form.add_argument(
        "--to",
        metavar="FORMAT",
        help="write another format than RLE, such as cells or png",
    )
    form.add_argument("--jsonl", action="store_true", help="write events as JSON lines")
    add_picture_options(parser)
    return form


def add_partial_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that asks for partial predecessors among the events."""
    parser.add_argument(
        "--partial",
        action="store_true",
        help="with --jsonl: also write what a search strip by strip has of a predecessor, once a "
        "second at most",
    )


def effort(options: argparse.Namespace) -> Effort:
    """Return the effort that the options of `add_how_many` and `add_effort_options` state."""
    from lifesat.requests.options import Effort

    return Effort(
        encoding=options.encoding,
        solver=options.solver,
        limit=None if options.all else options.limit or 1,
        seconds=options.time_limit,
        memory=options.memory,
        workers=options.workers,
        cluster=options.dask,
        goal=_goal(options),
    )


def _goal(options: argparse.Namespace) -> Goal | None:
    if getattr(options, "smallest", False):
        return "fewest"
    return "most" if getattr(options, "largest", False) else None


def run_search(
    query: Query, how: Options, options: argparse.Namespace, show: Show | None = None
) -> int:
    """Search, write solutions, report on standard error, and return the exit code.

    Parameters
    ----------
    query, how
        What is asked, and how to search.
    options
        The parsed command line.
    show
        Changes solutions before they are written; None to write them as they are.

    Raises
    ------
    UserError
        If options do not go together, or the job cannot be made.
    """
    from lifesat.queries.search import search

    if options.job is not None:
        return search_as_job(query, how, options, show)
    check_job_options(options)
    reporter = reporter_of(query, how, quiet=options.quiet)
    with Interrupt() as interrupt:
        return report_events(query, search(query, how, interrupt.came), reporter, options, show)


def report_events(
    query: Query,
    events: Iterator[Event],
    reporter: Reporter,
    options: argparse.Namespace,
    show: Show | None = None,
) -> int:
    """Report and write the events of a query to the end, and return the exit code."""
    return report_events_to(_writer(query, reporter, options), events, reporter, show)


def _writer(query: Query, reporter: Reporter, options: argparse.Namespace) -> Writer:
    """Return what writes the events of a query, or its answer, by what that consists of."""
    from lifesat.cli.narration import SearchReporter
    from lifesat.reporting.event_files import event_lines, pattern_file, solution_files

    if query.shape in ("words", "verdicts", "pattern"):
        return words_writer(query, options)
    place, force = options.output, options.force
    form, look = form_and_look(options)
    if options.jsonl:
        return event_lines(place, force=force, partial=getattr(options, "partial", False))
    if query.shape == "cells":
        return pattern_file(place, form, force=force, look=look)
    if not isinstance(reporter, SearchReporter):
        raise TypeError(reporter)
    change = publication(options, reporter.problem)
    return solution_files(place, form, reporter.problem, force=force, change=change, look=look)


def check_partial_option(options: argparse.Namespace) -> None:
    """Refuse the option of `add_partial_option` without events.

    Raises
    ------
    UserError
        If there are none.
    """
    if options.partial and not options.jsonl:
        raise UserError("--partial needs --jsonl")


def report_events_to(
    writer: Writer,
    events: Iterator[Event],
    reporter: Reporter,
    show: Show | None = None,
) -> int:
    """Report events and write them to a place, and return the exit code.

    Raises
    ------
    FailedError
        If the search fails; what came before that is written.
    """
    from lifesat.queries.events import Done, Solutions

    code: int | None = None
    with writer as write:
        while code is None:
            event = next(events)
            reporter.report(event)
            write(show(event) if show and isinstance(event, Solutions) else event)
            if isinstance(event, Done):
                code = reporter.exit_code(event)
    # An error comes after the end; by now all is written, also to a file.
    next(events, None)
    return code


def search_as_job(
    query: Query, how: Options, options: argparse.Namespace, show: Show | None = None
) -> int:
    """Create a job, start its process, report what it does, and return the exit code.

    Parameters
    ----------
    query, how, options, show
        As for `run_search`, `options` with those of `add_job_options` and `add_output_options`.

    Raises
    ------
    UserError
        If the job cannot be made.
    """
    from lifesat.queries.search import only_the_best

    if options.detach:
        return detach_job(query, how, options)
    reporter = reporter_of(query, how, quiet=options.quiet)
    events = new_job_events(options.job, query, how)
    if query.improves:
        events = only_the_best(events)
    return report_events(query, events, reporter, options, show)


def detach_job(query: Query, how: Options, options: argparse.Namespace) -> int:
    """Create a job, start its process, and return the exit code at once.

    Raises
    ------
    UserError
        If the job cannot be made.
    """
    from lifesat.jobs.job import Job

    job = Job.create(options.job, query, how)
    job.start()
    if not options.quiet:
        diagnostics.say(
            f"job {job.name} started; `lifesat jobs follow {job.name}` shows what it finds"
        )
    return exit_codes.FOUND


def new_job_events(name: str, query: Query, how: Options) -> Iterator[Event]:
    """Create a job and start it once the first event is asked for, and yield its events."""
    from lifesat.jobs.follow import follow
    from lifesat.jobs.job import Job

    job = Job.create(name, query, how)
    job.start()
    with Interrupt(then=partial(job.request, "stop")):
        yield from follow(job)
