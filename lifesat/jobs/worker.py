"""The process at work on a job. Only it writes the journal; it reports only what is recorded."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from lifesat.engines.options import Options
from lifesat.engines.sat.cubes import Changes, Cubes
from lifesat.engines.sat.search import Search, pack
from lifesat.errors import TOO_LITTLE_MEMORY, FailedError, UserError
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal, Row, Sample
from lifesat.jobs.partial import remove_partial, write_partial
from lifesat.jobs.total import Total
from lifesat.problems.problem import Problem
from lifesat.queries.events import Event, Partial, Progress, Solutions, Started, Status
from lifesat.queries.query import query_from_json
from lifesat.queries.run import Earlier, Known, Run, Slice, State
from lifesat.queries.search import answer, end_on_failure

_PAUSE_SECONDS = 0.05
# A job that is paused for longer is stopped, which frees its processes and their memory.
_MOST_PAUSED_SECONDS = 3600.0
# A process that writes nothing for long is taken for one that hangs.
_HEARTBEAT_SECONDS = 5.0
# The history of a search has about this many samples for each e-fold of its length.
_SAMPLES = 1000


def work(job: Job, stop: Callable[[], bool] = lambda: False) -> Iterator[Event]:
    """Work on a job from where it was left, and yield the events of its query.

    Solutions are in the journal before they are yielded. The job's requests and `stop` are checked
    several times a second. Raises `UserError` if another process is at work on the job, and
    `FailedError` after `Done` if the search fails or the journal cannot be written.
    """
    with job.lock(), job.journal() as journal:
        worker = _Worker(job, journal, stop)
        try:
            yield from end_on_failure(worker.events(), worker.failed)
        except MemoryError as error:
            raise FailedError(TOO_LITTLE_MEMORY) from error


def _changes(search: Search | None) -> Changes:
    """Return what became of the cubes; a search without cubes has no changes."""
    return search.changes() if isinstance(search, Cubes) else Changes([], [])


class _JobRun(Run):
    """A run that writes to the journal of a job, and waits while the job is paused."""

    def __init__(self, job: Job, journal: Journal, stop: Callable[[], bool]) -> None:
        values = journal.values()
        names = ("found", "covered", "conflicts", "seconds", "bound")
        counts = {name: values[name] for name in names if name in values}
        super().__init__(Options.from_json(values["options"]), self._stopped, **counts)
        self._job = job
        self._journal = journal
        self._outer_stop = stop
        self._total = int(values["total"]) if "total" in values else None
        self._sampled = self._written = self._begun = self.seconds
        self._known = self.found, self.conflicts
        self._read_before = self._read_seconds = values.get("read_seconds", 0.0)
        # What the journal keeps of the state.
        self._settled: Mapping[str, Any] = values
        started = values.get("started")
        self._swept = started is not None and Started.from_json(started).solver is None
        # Set once the search has begun.
        self.total_count: Total | None = None

    @property
    def work_file(self) -> Path:
        """A file in the folder of the job."""
        return self._job.folder / "work"

    def restored(self, read: Callable[[Mapping[str, Any]], Known]) -> Known:
        """Return what `read` makes of the values in the journal."""
        try:
            return read(self._settled)
        except UserError as error:
            raise UserError(f"{self._job.path}: {error}") from error

    def earlier(self, problem: Problem) -> Earlier:
        """Return the solutions and open cubes of earlier runs."""
        known = self._journal.packed((problem.projection + 7) // 8)
        # If a frontier has listed some solutions, it lists the rest, in its order.
        sweeps = self.found == 0 or self._swept
        return Earlier(known, self._journal.open_cubes() or [()], sweeps)

    def begin(self, started: Started) -> None:
        """Write the event that begins the search."""
        self._journal.record(values={"started": started.to_json()})

    def wait(self, suspended: Callable[[], AbstractContextManager[None]]) -> None:
        """Wait while the job is paused, in a context that suspends the other processes."""
        if self._job.requested() != "pause":
            return
        began = time.perf_counter()
        self._journal.record(values={"state": "paused", **self._counts()})
        with suspended():
            while self._job.requested() == "pause" and not self._outer_stop():
                self._journal.check_presence()
                time.sleep(_PAUSE_SECONDS)
                if time.perf_counter() > began + _MOST_PAUSED_SECONDS:
                    self._job.request("stop")
        self.skip_time(time.perf_counter() - began)
        self._journal.record(values={"state": "running"})

    def record(self, part: Slice, solutions: Solutions) -> None:
        """Write what a slice found, all or nothing."""
        values = self._counts() | self._at_work() | self._reading()
        if self.best:
            values["best"] = self.best
        total = self.total_count.arrived() if self.total_count else None
        if total is not None:
            self._total = total
            values["total"] = str(total)
        populations = solutions.weights()
        packed = map(bytes, pack(part.models.literals))
        numbers = range(solutions.first, solutions.first + len(populations))
        rows = list(map(Row, numbers, packed, solutions.orbit_sizes.tolist(), populations))
        self._journal.record(
            values=values, solutions=rows, changes=_changes(part.search), sample=self._next_sample()
        )
        self._written = self.seconds

    def _reading(self) -> dict[str, float]:
        """Return how long known solutions have been read, until this run finds something new."""
        if not self.found or (self.found, self.conflicts) != self._known:
            return {}
        self._read_seconds = self._read_before + self.seconds - self._begun
        return {"read_seconds": self._read_seconds}

    def keep(self, state: State) -> None:
        """Write the new parts of what is known, and the counts, all or nothing."""
        usual = type(state)().values()
        settled = {**usual, **self._settled}
        new = {name: v for name, v in state.values().items() if settled.get(name) != v}
        self._journal.record(
            values=self._counts() | self._at_work() | new, sample=self._next_sample()
        )
        self._settled = {**self._settled, **new}
        self._written = self.seconds

    def record_partial(self, partial: Partial) -> None:
        """Write a partial predecessor."""
        write_partial(self._job, partial)

    def progress(self) -> Progress:
        """Return the counts, with the total and the cubes."""
        cubes_done, cubes_open = self._journal.cubes()
        progress = super().progress()
        return replace(
            progress,
            total=progress.total if self._total is None else self._total,
            cubes_done=cubes_done,
            cubes_open=cubes_open,
            read_seconds=self._read_seconds,
        )

    def end(self, status: Status) -> None:
        """Write the final state; an answer replaces a partial predecessor."""
        if status in ("complete", "none", "limit"):
            remove_partial(self._job)
        self._journal.record(values={"state": status, **self._counts()}, sample=self._sample())

    def _stopped(self) -> bool:
        """Return whether the job should stop; record a sign of life if nothing else is written."""
        self._journal.check_presence()
        if self.seconds > self._written + _HEARTBEAT_SECONDS:
            self._written = self.seconds
            self._journal.record(values={"seconds": self._written, "phase": self.phase})
        return self._outer_stop() or self._job.requested() == "stop"

    def _counts(self) -> dict[str, Any]:
        """Return the counts by their names in the journal."""
        return self._sample()._asdict()

    def _at_work(self) -> dict[str, Any]:
        """Return what the run is doing now, by names in the journal."""
        return {"members": self.members, "phase": self.phase, **self.reached.counts()}

    def _next_sample(self) -> Sample | None:
        """Return the counts if a sample of the history is due, otherwise None."""
        if self.seconds < self._sampled + max(1.0, self.seconds / _SAMPLES):
            return None
        self._sampled = self.seconds
        return self._sample()

    def _sample(self) -> Sample:
        """Return the current counts."""
        return Sample(self.seconds, self.found, self.covered, self.conflicts)


class _Worker:
    """Answers the query of a job, and keeps its journal."""

    def __init__(self, job: Job, journal: Journal, stop: Callable[[], bool]) -> None:
        self._job = job
        self._journal = journal
        self._query = query_from_json(journal.values()["query"])
        self._run = _JobRun(job, journal, stop)

    def events(self) -> Iterator[Event]:
        """Yield each event once it is in the journal."""
        # The search begins again at the first row.
        remove_partial(self._job)
        run = self._run
        known = {"known_found": run.found, "known_conflicts": run.conflicts}
        self._journal.record(
            values={"state": "running", "process": os.getpid(), "reason": "", "phase": "", **known}
        )
        with Total(self._query, run.options, after=1.0) as total:
            run.total_count = total
            yield from answer(self._query, run)

    def failed(self, reason: str) -> list[Event]:
        """Write why the search failed, if that is still possible, and return its end.

        The counts are those in the journal: what was found later is not kept.
        """
        done = self._run.done("failed", reason)
        with suppress(UserError):
            self._journal.record(values={"state": "failed", "reason": reason})
        with suppress(UserError):
            kept = self._journal.values()
            done = replace(done, found=kept.get("found", 0), covered=kept.get("covered", 0))
        return [done]
