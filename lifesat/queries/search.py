"""The loop that runs every query, live and as a job."""

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
    """Answer a query in this process and its workers, and yield events as they happen.

    `Started` comes first if solutions are searched for; `Done` comes last. Only the best solution
    of a search for the best is yielded, just before `Done`. `stop` is called several times a
    second; when it returns true, the search ends and yields all that it has found. The time limit
    includes `seconds`, which the query took to read.

    Raises UserError if the query does not take the options, MemoryLimitError if the formula would
    take too much memory (at once or before `Started`), and FailedError after `Done` if the search
    fails.
    """
    events = improving_search(query, options, stop, seconds)
    return only_the_best(events) if query.improves else events


def improving_search(
    query: Query,
    options: Options,
    stop: Callable[[], bool] = lambda: False,
    seconds: float = 0.0,
) -> Iterator[Event]:
    """Answer a query like `search`, but yield every solution that is better than those before."""
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
            break  # an error before the work begins is raised without an event
    yield from end_on_failure(events, run.failed)


def answer(query: Query, run: Run) -> Iterator[Event]:
    """Answer a query: keep in the run what each step makes known, then yield its events."""
    known = run.restored(query.state)
    end: End | None = None
    begun = False
    with closing(query.steps(known, run)) as steps:
        while end is None:
            step: Step = None
            try:
                step = next(steps)
                begun = True
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
                    if len(solutions.boards) and step.reported:
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
    if begun:
        yield run.progress()
    yield run.done(*end)


def only_the_best(events: Iterator[Event]) -> Iterator[Event]:
    """Hold back the solutions of a search for the best, and yield the last one before `Done`.

    The counts of `Progress` and `Done` are those of this one solution.
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
    """Yield events; after an error, yield the last events of a failed search and raise the error.

    `failed` returns these events, given the reason. Errors that a user can act on become
    FailedError.
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
    """Return the reason for a failure in one sentence."""
    match error:
        case UserError():
            return str(error)
        case MemoryError():
            return TOO_LITTLE_MEMORY
        case OSError(strerror=str(reason)):
            return f"{error.filename}: {reason}" if error.filename else reason
        case _:
            return f"{type(error).__name__}: {error}"
