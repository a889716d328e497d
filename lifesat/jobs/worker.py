"""The process at work on a job. It alone writes the journal, and reports only what is in there."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from typing import Any

from lifesat.errors import TOO_LITTLE_MEMORY, FailedError, UserError
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal, Row, Sample
from lifesat.jobs.old_journals import query_of
from lifesat.jobs.partial import remove_partial, write_partial
from lifesat.jobs.total import Total
from lifesat.problems.problem import Problem
from lifesat.queries.events import Event, Partial, Progress, Solutions, Started, Status
from lifesat.queries.failure import end_on_failure
from lifesat.queries.options import Options
from lifesat.queries.recorder import Earlier, Recorder
from lifesat.queries.run import Run
from lifesat.sat.cubes import Changes, Cubes
from lifesat.sat.packed import pack
from lifesat.sat.search import Models, Search

_PAUSE_SECONDS = 0.05
# A job that is paused for longer is stopped, which frees its processes and their memory.
_MOST_PAUSED_SECONDS = 3600.0
# A process that writes nothing for long is taken for one that hangs.
_LIFE_SECONDS = 5.0
# The history of a search has about this many samples for each e-fold of its length.
_SAMPLES = 1000


def work(job: Job, stop: Callable[[], bool] = lambda: False) -> Iterator[Event]:
    """Work on a job, from where it was left, and yield the events of its query.

    Parameters
    ----------
    job
        The job. Its requests to pause or to stop are read several times a second.
    stop
        Called as often; the work also ends when it returns true.

    Yields
    ------
    Event
        Solutions that this run found; they are in the journal by then.

    Raises
    ------
    UserError
        If another process is at work on it, or the journal cannot be read.
    FailedError
        After `Done`, if the search fails or the journal cannot be written.
    """
    with job.lock(), job.journal() as journal:
        worker = _Worker(job, journal, stop)
        try:
            yield from end_on_failure(worker.events(), worker.failed)
        except MemoryError as error:
            raise FailedError(TOO_LITTLE_MEMORY) from error


def _changes(search: Search | None) -> Changes:
    """Return what became of cubes; searches that have none change none."""
    return search.changes() if isinstance(search, Cubes) else Changes([], [])


class _JournalRecorder(Recorder):
    """Writes a search into the journal of its job, and waits while the job is paused."""

    def __init__(self, run: Run, job: Job, journal: Journal, stop: Callable[[], bool]) -> None:
        super().__init__(run)
        self._job = job
        self._journal = journal
        self._stop = stop
        values = journal.values()
        self._total = int(values["total"]) if "total" in values else None
        self._sampled = self._written = self._began = run.seconds
        self._known = run.found, run.conflicts
        self._read_before = self._read_seconds = values.get("read_seconds", 0.0)
        self._settled: Mapping[str, Any] = values
        started = values.get("started")
        self._swept = started is not None and Started.from_json(started).solver is None
        # Set once the search has begun.
        self.total: Total | None = None

    def earlier(self, problem: Problem) -> Earlier:
        """Return what earlier runs have left."""
        known = self._journal.packed((problem.projection + 7) // 8)
        # If a frontier has listed some solutions, it lists the rest, in its order.
        sweeps = self.run.found == 0 or self._swept
        return Earlier(known, self._journal.open_cubes() or [()], sweeps)

    def begin(self, started: Started) -> None:
        """Write what begins the search."""
        self._journal.record(values={"started": started.to_json()})

    def restore(self, restored: Callable[[Mapping[str, Any]], bool]) -> None:
        """Hand over the values in the journal."""
        self._journal.require(restored(self._settled))

    def wait(self, suspended: Callable[[], AbstractContextManager[None]]) -> None:
        """Wait while the job is paused, in a context in which other processes rest."""
        if self._job.requested() != "pause":
            return
        began = time.perf_counter()
        self._journal.record(values={"state": "paused", **self.counts()})
        with suspended():
            while self._job.requested() == "pause" and not self._stop():
                self._journal.check_presence()
                time.sleep(_PAUSE_SECONDS)
                if time.perf_counter() > began + _MOST_PAUSED_SECONDS:
                    self._job.request("stop")
        self.run.skip_time(time.perf_counter() - began)
        self._journal.record(values={"state": "running"})

    def record(self, search: Search | None, models: Models, solutions: Solutions) -> None:
        """Write what a slice found, all or nothing."""
        at_work = {"members": self.run.members, **self.run.reached.counts()}
        best = {"best": self.run.best} if self.run.best else {}
        values = self.counts() | at_work | best | self._reading()
        total = self.total.arrived() if self.total else None
        if total is not None:
            self._total = total
            values["total"] = str(total)
        sample = self.next_sample()
        populations = solutions.weights()
        packed = map(bytes, pack(models.literals))
        numbers = range(solutions.first, solutions.first + len(populations))
        rows = list(map(Row, numbers, packed, solutions.orbit_sizes.tolist(), populations))
        self._journal.record(values=values, solutions=rows, changes=_changes(search), sample=sample)
        self._written = self.run.seconds

    def _reading(self) -> dict[str, float]:
        """Return how long known solutions have been read, while this run finds nothing more."""
        run = self.run
        if not run.found or (run.found, run.conflicts) != self._known:
            return {}
        self._read_seconds = self._read_before + run.seconds - self._began
        return {"read_seconds": self._read_seconds}

    def settle(self, values: Mapping[str, Any]) -> None:
        """Write what is settled, as far as it is new, all or nothing."""
        new = {name: v for name, v in values.items() if self._settled.get(name) != v}
        self._journal.record(values=self.counts() | new, sample=self.next_sample())
        self._settled = {**self._settled, **new}
        self._written = self.run.seconds

    def show_life(self) -> None:
        """Write the time if nothing was written for long, as while a large formula is made."""
        if self.run.seconds > self._written + _LIFE_SECONDS:
            self._written = self.run.seconds
            self._journal.record(values={"seconds": self._written})

    def record_partial(self, partial: Partial) -> None:
        """Write a partial predecessor."""
        write_partial(self._job, partial)

    def progress(self) -> Progress:
        """Return the counts, with the total and the cubes."""
        cubes_done, cubes_open = self._journal.cubes()
        return replace(
            self.run.progress(),
            total=self._total,
            cubes_done=cubes_done,
            cubes_open=cubes_open,
            read_seconds=self._read_seconds,
        )

    def end(self, search: Search | None, status: Status | None) -> None:
        """Write the state in which the job ends; an answer replaces a partial predecessor."""
        state = {} if status is None else {"state": status}
        if status in ("complete", "none", "limit"):
            remove_partial(self._job)
        self._journal.record(
            values={**state, **self.counts()},
            changes=_changes(search),
            sample=self.sample(),
        )

    def counts(self) -> dict[str, Any]:
        """Return the counts by their names in the journal."""
        return self.sample()._asdict()

    def next_sample(self) -> Sample | None:
        """Return the counts if they are to become part of the history now."""
        if self.run.seconds < self._sampled + max(1.0, self.run.seconds / _SAMPLES):
            return None
        self._sampled = self.run.seconds
        return self.sample()

    def sample(self) -> Sample:
        """Return the counts now."""
        run = self.run
        return Sample(run.seconds, run.found, run.covered, run.conflicts)


class _Worker:
    """A process at work on a job."""

    def __init__(self, job: Job, journal: Journal, stop: Callable[[], bool]) -> None:
        values = journal.values()
        self._job = job
        self._journal = journal
        self._stop = stop
        self._query = query_of(values)
        self._options = Options.from_json(values["options"])
        names = ("found", "covered", "conflicts", "seconds", "bound")
        counts = (values.get(name, 0) for name in names)
        self._run = Run(self._options, *counts)
        self._recorder = _JournalRecorder(self._run, job, journal, stop)

    def events(self) -> Iterator[Event]:
        """Yield what happens, once the journal has it."""
        # The search begins again at the first row.
        remove_partial(self._job)
        known = {"known_found": self._run.found, "known_conflicts": self._run.conflicts}
        self._journal.record(
            values={"state": "running", "process": os.getpid(), "reason": "", **known}
        )
        with Total(self._query, self._options, after=1.0) as total:
            self._recorder.total = total
            yield from self._query.events(self._run, self._stopped, self._recorder)

    def failed(self, reason: str) -> list[Event]:
        """Write why the search fails, if that can still be written, and return its end.

        The counts are those in the journal: what was found later is not kept.
        """
        done = self._run.done("failed", reason)
        with suppress(UserError):
            self._journal.record(values={"state": "failed", "reason": reason})
        with suppress(UserError):
            kept = self._journal.values()
            done = replace(done, found=kept.get("found", 0), covered=kept.get("covered", 0))
        return [done]

    def _stopped(self) -> bool:
        """Return whether the job is to stop, also while its search finds nothing to write."""
        self._journal.check_presence()
        self._recorder.show_life()
        return self._stop() or self._job.requested() == "stop"
