"""What commands that search for patterns have in common: options, the run, and its end."""

from __future__ import annotations

from lifesat import defaults
from lifesat.cli.target import add_common_options, count, seconds
from lifesat.errors import UserError

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator

    from lifesat.cli.narration import Narrator
    from lifesat.jobs.events import Event, Solutions
    from lifesat.jobs.options import Options
    from lifesat.problems.life import Populated
    from lifesat.problems.problem import Problem

    Show = Callable[[Solutions], Solutions]


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
        type=count(1, "limit"),
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


def add_job_options(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the options that make a search a job; return their group."""
    job = parser.add_argument_group("jobs")
    job.add_argument(
        "--job",
        metavar="NAME",
        help="search in a process that outlives this one, and keep everything under this name",
    )
    job.add_argument(
        "--detach", action="store_true", help="with --job: return at once; `lifesat jobs` goes on"
    )
    job.add_argument(
        "--dask", metavar="ADDRESS", help="with --job: search on the cluster of this dask scheduler"
    )
    return job


def check_job_options(options: argparse.Namespace, *others: str) -> None:
    """Refuse options that need ``--job`` where there is none.

    Parameters
    ----------
    options
        The parsed command line.
    *others
        The names of more such options than those of `add_job_options`.

    Raises
    ------
    UserError
        If there are some.
    """
    for name in ("detach", "dask", *others):
        if getattr(options, name) and options.job is None:
            raise UserError(f"--{name} needs --job NAME, under which everything is kept")


def add_solver_options(parser: argparse.ArgumentParser, usual: str = defaults.SOLVER) -> None:
    """Add the options that say with what and for how long to search.

    Parameters
    ----------
    parser
        The command's.
    usual
        The words for the solver that is taken when nothing is said.
    """
    parser.add_argument(
        "--solver",
        choices=defaults.SOLVERS,
        metavar="NAME",
        help=f"one of {', '.join(defaults.SOLVERS)} (default {usual})",
    )
    _add_time_limit(parser, "stop after T seconds (or 5m, 2h, 1d)")
    add_workers(
        parser,
        "search in N processes, if it takes more than some seconds (default: one for each core)",
    )


def _add_time_limit(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--time-limit", type=seconds, metavar="T", help=what)


def add_workers(parser: argparse._ActionsContainer, what: str) -> None:
    """Add the option that says how many processes search; `what` is its help."""
    parser.add_argument("--workers", type=count(1, "number of processes"), metavar="N", help=what)


def add_effort_changes(parser: argparse.ArgumentParser) -> None:
    """Add the options that may change when a job is resumed."""
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument(
        "--limit", "-k", type=count(1, "limit"), metavar="K", help="stop after K in all"
    )
    how_many.add_argument("--all", "-a", action="store_true", help="list all")
    _add_time_limit(parser, "stop after T seconds (or 5m, 2h, 1d) in all")
    add_workers(parser, "search in N processes")
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="search on the cluster of this dask scheduler"
    )


def changed(how: Options, options: argparse.Namespace) -> Options:
    """Return options of a job as those of `add_effort_changes` change them."""
    from dataclasses import replace

    if options.all:
        how = replace(how, limit=None)
    asked = {
        "limit": options.limit,
        "seconds": options.time_limit,
        "workers": options.workers,
        "cluster": options.dask,
    }
    return replace(how, **{name: value for name, value in asked.items() if value is not None})


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where and how solutions are written."""
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
        help="write another format than RLE, such as cells",
    )
    form.add_argument("--jsonl", action="store_true", help="write events as JSON lines")


def effort(options: argparse.Namespace) -> Options:
    """Return how to search, as the options of `add_search_options` say."""
    from lifesat.jobs.options import Options
    from lifesat.solving.executors import cores

    return Options(
        encoding=options.encoding,
        solver=options.solver or defaults.SOLVER,
        limit=None if options.all else options.limit or 1,
        seconds=options.time_limit,
        workers=options.workers or cores(),
        cluster=options.dask,
    )


def run_search(
    problem: Populated, how: Options, options: argparse.Namespace, show: Show | None = None
) -> int:
    """Search, write, tell, and return the exit code.

    Parameters
    ----------
    problem, how
        What is sought and how.
    options
        The parsed command line.
    show
        Makes what is written out of what was found; None where that is the same.

    Raises
    ------
    UserError
        If options do not go together, or the job cannot be made.
    """
    from dataclasses import replace

    from lifesat.cli.interruption import Interrupt
    from lifesat.cli.narration import Narrator
    from lifesat.jobs.extreme import search_extreme
    from lifesat.jobs.search import search

    if options.smallest:
        how = replace(how, goal="fewest", limit=None)
    elif getattr(options, "largest", False):
        how = replace(how, goal="most", limit=None)
    if options.job is not None:
        return search_as_job(problem, how, options, show)
    check_job_options(options)
    narrator = Narrator(problem, goal=how.goal, quiet=options.quiet)
    with Interrupt() as interrupt:
        find = search_extreme if how.goal else search
        return tell(find(problem, how, interrupt.came), narrator, options, show)


def tell(
    events: Iterable[Event],
    narrator: Narrator,
    options: argparse.Namespace,
    show: Show | None = None,
) -> int:
    """Tell and write events to the end, and return the exit code; no end is an interruption."""
    from lifesat.cli import diagnostics
    from lifesat.cli.narration import exit_code
    from lifesat.cli.output import event_lines, solution_files
    from lifesat.jobs.events import Done, Solutions

    if options.jsonl:
        writer = event_lines(options.output, force=options.force)
    else:
        problem = narrator.problem
        writer = solution_files(options.output, options.to, problem, force=options.force)
    with writer as write:
        for event in events:
            narrator.tell(event)
            write(show(event) if show and isinstance(event, Solutions) else event)
            if isinstance(event, Done):
                return exit_code(event, narrator.goal)
    return diagnostics.INTERRUPTED


def search_as_job(
    problem: Problem, how: Options, options: argparse.Namespace, show: Show | None = None
) -> int:
    """Make a job, let a process work on it, tell what it does, and return the exit code.

    Parameters
    ----------
    problem, how, options, show
        As for `run_search`, `options` with those of `add_job_options` and `add_output_options`.

    Raises
    ------
    UserError
        If the job cannot be made.
    """
    from functools import partial

    from lifesat.cli import diagnostics
    from lifesat.cli.interruption import Interrupt
    from lifesat.cli.narration import Narrator
    from lifesat.jobs.follow import follow
    from lifesat.jobs.job import Job

    job = Job.create(options.job, problem, how)
    job.start()
    if not options.detach:
        narrator = Narrator(problem, goal=how.goal, quiet=options.quiet)
        with Interrupt(then=partial(job.request, "stop")):
            events = _with_the_last(follow(job)) if how.goal else follow(job)
            return tell(events, narrator, options, show)
    if not options.quiet:
        diagnostics.say(
            f"the job {job.name} is at work; `lifesat jobs follow {job.name}` shows what it finds"
        )
    return diagnostics.FOUND


def _with_the_last(events: Iterable[Event]) -> Iterator[Event]:
    """Yield events, of all solutions the last, which is the best, at the end."""
    from dataclasses import replace

    from lifesat.jobs.events import Done, Solutions

    best: Solutions | None = None
    for event in events:
        if isinstance(event, Solutions):
            best = replace(event, first=1, boards=event.boards[-1:], orbits=event.orbits[-1:])
            continue
        if isinstance(event, Done) and best is not None:
            yield best
        yield event
