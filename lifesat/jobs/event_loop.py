"""The road of every search for solutions: choose its engine, advance it, and yield events."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext

from lifesat.cnf.formula import interruptible
from lifesat.errors import StoppedError
from lifesat.jobs.engines import Earlier, engine_of
from lifesat.jobs.events import Event, Partial, Progress, Solutions, Started, Status
from lifesat.jobs.run import SLICE_SECONDS, Run
from lifesat.sat.search import Models, Search


class Recorder:
    """What a search does besides yielding events; this base class does nothing.

    Parameters
    ----------
    run
        The counts of the search.
    """

    def __init__(self, run: Run) -> None:
        self.run = run

    def earlier(self) -> Earlier | None:
        """Return what earlier runs of the same search have left; None if it is not kept."""
        return None

    def begin(self, started: Started) -> None:
        """Record the event that begins the search, before it is yielded."""

    def wait(self, search: Search) -> None:
        """Wait before a slice, for as long as the search is paused."""

    def record(self, search: Search, models: Models, solutions: Solutions) -> None:
        """Record the result of a slice, before its events are yielded.

        Called if the slice found solutions or if progress is due.

        Parameters
        ----------
        search
            The search.
        models, solutions
            What the slice found; may be empty.
        """

    def record_partial(self, partial: Partial) -> None:
        """Record a partial predecessor, before it is yielded."""

    def progress(self) -> Progress:
        """Return the event that reports the counts."""
        return self.run.progress()

    def end(self, search: Search | None, status: Status) -> None:
        """Record the end, before `Done` is yielded; None if the search has not begun."""


def search_events(
    run: Run, stop: Callable[[], bool], recorder: Recorder | None = None
) -> Iterator[Event]:
    """Search for solutions.

    Parameters
    ----------
    run
        The counts and limits of the search.
    stop
        Called often; the search stops when it returns true.
    recorder
        Called between slices of work.

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
    recorder = recorder or Recorder(run)
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
        recorder.wait(search)
        most = run.wanted()
        try:
            # An interrupted slice loses what it has found. One that looks for a single solution
            # has found nothing yet, and may be interrupted while it makes or loads a formula.
            with interruptible(over) if most == 1 else nullcontext():
                models = search.advance(SLICE_SECONDS, most)
        except StoppedError:
            status = run.interrupted(stop).status
            break
        solutions = run.record(models, search.conflicts)
        run.observe(search.members, search.reached)
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
