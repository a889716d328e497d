"""The loop that runs every query, and a query answered in this process and its workers."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace

from lifesat.engines.options import Options
from lifesat.errors import TOO_LITTLE_MEMORY, FailedError, StoppedError, UserError
from lifesat.queries.events import Done, Event, Known, Partial, Progress, Solutions, Started
from lifesat.queries.query import End, Query, Step
from lifesat.queries.run import Run, Slice


def search(
    query: Query,
    options: Options,
    stop: Callable[[], bool] = lambda: False,
    seconds: float = 0.0,
) -> Iterator[Event]:
    """Answer a query, and yield events as things happen.

    Parameters
    ----------
    query
        What is asked.
    options
        How to search.
    stop
        Called between slices of work, several times a second. When it returns true the search
        ends, and still yields all that it has found.
    seconds
        The time that it took to read what is asked, which the time limit includes.

    Yields
    ------
    Event
        One `Started` if there is a search for solutions; then `Solutions`, `Known` for an answer
        that is not a list and, four times a second, `Progress`; at last one `Done`, which comes
        alone if the search ends while the formula is made. A search strip by strip also yields
        `Partial` as it comes further, once a second at most. The best solution comes just before
        `Done`, and no other. It is proved to be the best if the status is ``complete``; otherwise
        it is the best that was found in time.

    Raises
    ------
    UserError
        At once if the query does not take the options, such as an encoding that cannot express the
        rule. Before `Started` if solutions are to be skipped, and do not fit a frontier or are not
        that many.
    MemoryLimitError
        If the formula would take too much memory: at once, or when no frontier has fitted.
    FailedError
        After `Done`, if the search fails. This includes a search for the best solution whose
        clauses that count live cells would take too much memory; the best solution so far comes
        before `Done`.
    """
    events = improving_search(query, options, stop, seconds)
    return only_the_best(events) if query.improves else events


def improving_search(
    query: Query,
    options: Options,
    stop: Callable[[], bool] = lambda: False,
    seconds: float = 0.0,
) -> Iterator[Event]:
    """Answer a query, with each solution that is better than those before if it is for the best.

    Parameters
    ----------
    query, options, stop, seconds
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
    began = time.perf_counter() - seconds
    query.check(options)
    return _live(query, options, stop, began)


def _live(
    query: Query, options: Options, stop: Callable[[], bool], began: float
) -> Iterator[Event]:
    run = Run(options, stop, seconds=time.perf_counter() - began)
    events = answer(query, run)
    for event in events:
        yield event
        if not (isinstance(event, Known) and event.state == query.State(event.state.note)):
            break  # what fails before the work begins raises an error, and has no event
    yield from end_on_failure(events, run.failed)


def answer(query: Query, run: Run) -> Iterator[Event]:
    """Answer a query in a run: keep and report what each step makes known, and end.

    Parameters
    ----------
    query
        What is asked.
    run
        The run. It restores what is known, and keeps everything before it is yielded.

    Yields
    ------
    Event
        As for `improving_search`.
    """
    known = run.restored(query.state)
    end: End | None = None
    with closing(query.steps(known, run)) as steps:
        while end is None:
            step: Step = None
            try:
                step = next(steps)
            except StopIteration as ended:
                end = ended.value
            except StoppedError:
                end = End(run.interruption())
            due = run.progress_due() and end is None
            match step:
                case Started():
                    run.begin(step)
                    yield step
                case Progress():
                    yield step
                case Partial():
                    run.record_partial(step)
                    yield step
                case Slice():
                    solutions = run.count(step)
                    if len(solutions.boards) or due or step.last:
                        run.record(step, solutions)
                    if len(solutions.boards) and step.told:
                        yield solutions
                case None:
                    if due:
                        run.keep(known)
                case _ if query.differs(known, step):
                    run.keep(step)
                    yield Known(query, known, step)
                    known = step
            if due:
                yield run.progress()
    run.end(end.status)
    yield run.progress()
    yield run.done(*end)


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
                best = replace(
                    event, first=1, boards=event.boards[-1:], orbit_sizes=event.orbit_sizes[-1:]
                )
            case Progress():
                yield replace(event, found=found)
            case Done():
                if best is not None:
                    yield best
                yield replace(event, found=found, covered=found)
            case _:
                yield event


def end_on_failure(
    events: Iterable[Event], failed: Callable[[str], Iterable[Event]]
) -> Iterator[Event]:
    """Yield events; if making them fails, yield the end of a failed search and raise the error.

    Parameters
    ----------
    events
        The events of a search that has begun.
    failed
        Returns the last events, given the reason.

    Raises
    ------
    FailedError
        For errors that a user can act on; other errors are raised as they are.
    """
    try:
        yield from events
    except Exception as error:
        reason = _reason(error)
        yield from failed(reason)
        if isinstance(error, (UserError, OSError)):
            raise FailedError(reason) from error
        raise


def _reason(error: Exception) -> str:
    """Return the reason for a failure, one sentence."""
    match error:
        case UserError():
            return str(error)
        case MemoryError():
            return TOO_LITTLE_MEMORY
        case OSError(strerror=str(reason)):
            return f"{error.filename}: {reason}" if error.filename else reason
        case _:
            return f"{type(error).__name__}: {error}"
