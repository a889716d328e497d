"""A search from problem to end: engine, solutions, events."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from lifesat.jobs.event_loop import events_of
from lifesat.jobs.events import Done, Event, Progress, Solutions
from lifesat.jobs.failure import end_on_failure
from lifesat.jobs.memory import check_search
from lifesat.jobs.options import Options
from lifesat.jobs.run import Run
from lifesat.problems.problem import Problem


def search(
    problem: Problem, options: Options, stop: Callable[[], bool] = lambda: False
) -> Iterator[Event]:
    """Search in this process and its workers, and yield events as things happen.

    Parameters
    ----------
    problem
        The problem.
    options
        How to search. With a `goal`, the search looks for one solution, the best.
    stop
        Called between slices of work, several times a second. When it returns true the search
        ends, and still yields all that it has found.

    Yields
    ------
    Event
        One `Started`; then `Solutions` and, four times a second, `Progress`; at last one `Done`,
        which comes alone if the search ends while the formula is made. A search strip by strip also
        yields `Partial` as it comes further, once a second at most. With a `goal` there is one
        solution at most, just before `Done`. It is proved to be the best if the status is
        ``complete``; otherwise it is the best that was found in time. A search for forced cells
        yields the events of `lifesat.jobs.forced.forced_events`.

    Raises
    ------
    UserError
        At once if the encoding does not exist or cannot express the rule, or if the problem has no
        live cells to compare by a `goal`. Before `Started` if solutions are to be skipped, and do
        not fit a frontier or are not that many.
    MemoryLimitError
        If the formula would take too much memory: at once, or when no frontier has fitted.
    FailedError
        After `Done`, if the search fails. This includes a `goal` whose clauses that count live
        cells would take too much memory; the best solution so far comes before `Done`.
    """
    events = improving_search(problem, options, stop)
    return only_the_best(events) if options.goal else events


def improving_search(
    problem: Problem, options: Options, stop: Callable[[], bool] = lambda: False
) -> Iterator[Event]:
    """Search for solutions; with a `goal`, yield each one that is better than those before.

    Parameters
    ----------
    problem, options, stop
        As for `search`.

    Yields
    ------
    Event
        As for `search`, except that nothing is held back. The last solution is the best.

    Raises
    ------
    UserError, MemoryLimitError, FailedError
        As for `search`.
    """
    check_search(problem, options)
    return _search(problem, options, stop)


def _search(problem: Problem, options: Options, stop: Callable[[], bool]) -> Iterator[Event]:
    """Yield the events of a search."""
    run = Run(problem, options)
    events = events_of(run, stop)
    yield next(events)  # what fails before it is told in an error alone
    yield from end_on_failure(events, run.failed)


def only_the_best(events: Iterator[Event]) -> Iterator[Event]:
    """Hold back the solutions of a search for the best, and yield the last of them at its end.

    Parameters
    ----------
    events
        The events of a search in which every solution is better than those before.

    Yields
    ------
    Event
        The same events, with one solution at most, just before `Done`. The counts of `Progress`
        and `Done` are those of this one solution.
    """
    best: Solutions | None = None
    for event in events:
        found = int(best is not None)
        match event:
            case Solutions():
                best = replace(event, first=1, boards=event.boards[-1:], orbits=event.orbits[-1:])
            case Progress():
                yield replace(event, found=found)
            case Done():
                if best is not None:
                    yield best
                yield replace(event, found=found, covered=found)
            case _:
                yield event
