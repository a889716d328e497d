"""The road of every search: choose its engine, advance it, and yield events."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext

from lifesat.cnf.formula import interruptible
from lifesat.errors import StoppedError
from lifesat.jobs.engines import engine_of
from lifesat.jobs.events import Event, Status
from lifesat.jobs.recorder import Recorder
from lifesat.jobs.run import SLICE_SECONDS, Run
from lifesat.sat.portfolio import Portfolio
from lifesat.sat.search import Search


def events_of(
    run: Run, stop: Callable[[], bool], recorder: Recorder | None = None
) -> Iterator[Event]:
    """Search for what the options of a run say.

    Parameters
    ----------
    run
        The counts and limits of the search.
    stop
        Called often; the search ends when it returns true.
    recorder
        Called between slices of work.

    Returns
    -------
    iterator of Event
        Those of `search_events`, or of `lifesat.jobs.forced.forced_events`.
    """
    recorder = recorder or Recorder(run)
    if run.options.what == "forced":
        from lifesat.jobs.forced import forced_events  # noqa: PLC0415  # slow to load

        return forced_events(run, stop, recorder)
    return search_events(run, stop, recorder)


def search_events(run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
    """Search for solutions.

    Parameters
    ----------
    run, stop, recorder
        As for `events_of`.

    Yields
    ------
    Event
        `Started`, `Solutions` in batches, `Progress` four times a second, `Partial` once a second
        at most, and `Done`, which comes alone if the search ends before it begins.

    Raises
    ------
    UserError, MemoryLimitError
        Before `Started`, as `lifesat.jobs.engines.engine_of` does.
    """
    try:
        engine, started = engine_of(run, stop, recorder.earlier())
    except StoppedError:
        done = run.interrupted(stop)
        recorder.end(None, done.status)
        yield done
        return
    recorder.begin(started)
    yield started
    with engine as search:
        yield from _advanced(run, search, stop, recorder)


def _advanced(
    run: Run, search: Search, stop: Callable[[], bool], recorder: Recorder
) -> Iterator[Event]:
    """Advance a search to its end, and yield its events."""
    over = run.over(stop)
    status: Status | None = "limit" if run.limit_reached else None
    while status is None:
        # The slices of other searches end by themselves.
        recorder.wait(search.suspended if isinstance(search, Portfolio) else nullcontext)
        most = run.wanted()
        try:
            # An interrupted slice loses what it has found. One that looks for a single solution
            # has found nothing yet, and may be interrupted while it makes or loads a formula.
            with interruptible(over) if most == 1 else nullcontext():
                models = search.advance(SLICE_SECONDS, most)
        except StoppedError:
            status = run.interrupted(stop).status
            break
        solutions = run.record(models)
        run.observe(search.progress())
        progress_due = run.progress_due()
        if len(solutions.boards) or progress_due:
            recorder.record(search, models, solutions)
        if len(solutions.boards):
            yield solutions
        if (partial := run.next_partial()) is not None:
            recorder.record_partial(partial)
            yield partial
        if progress_due:
            yield recorder.progress()
        status = run.status(complete=search.complete, stopped=stop())
    recorder.end(search, status)
    yield run.done(status)
