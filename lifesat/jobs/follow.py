"""Follow a job: read its events from the journal as it is written."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.sat.search import unpack
from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal, Row
from lifesat.jobs.partial import PartialReader
from lifesat.jobs.stall import SILENT_SECONDS, START_SECONDS, StallDetector
from lifesat.jobs.summary import State as JobState
from lifesat.problems.problem import Problem
from lifesat.queries.events import Done, Event, Known, Solutions, Started, Status
from lifesat.queries.query import ProblemQuery, Query
from lifesat.queries.run import PROGRESS_SECONDS
from lifesat.queries.search import end_on_failure

if TYPE_CHECKING:
    from lifesat.queries.run import State

_LOOK_SECONDS = 0.1


def solutions_of(
    problem: Problem, rows: Sequence[Row], image: NDArray[np.intp] | None = None
) -> Solutions:
    """Return consecutive rows of the journal as an event, mapped by `image` if it is given.

    `image` is one of `Problem.symmetries`, restricted to the projection. Raises `UserError` if the
    rows belong to another problem.
    """
    width = (problem.projection + 7) // 8
    if any(len(row.packed) != width for row in rows):
        raise UserError("the journal holds solutions of another problem")
    packed = np.frombuffer(b"".join(row.packed for row in rows), dtype=np.uint8)
    models = unpack(packed.reshape(len(rows), width), problem.projection)
    if image is not None:
        models = np.sign(models)[:, image] * np.abs(models)
    boards = problem.boards(models)
    orbit_sizes = np.array([row.orbit for row in rows], dtype=np.intp)
    return Solutions(rows[0].number, boards, orbit_sizes, problem)


def found(job: Job, after: int = 0) -> Iterator[Solutions]:
    """Yield the solutions that a job has found so far, in order, from number ``after + 1`` on."""
    with job.journal() as journal:
        yield from _new(journal, job.problem(), after)


def follow(job: Job, after: int = 0, stop: Callable[[], bool] = lambda: False) -> Iterator[Event]:
    """Yield the events of a job until it ends, without its first `after` solutions.

    A process that is silent for too long is killed and replaced. If `stop` returns true, the last
    event is `Done` with the status ``stopped``, and the job keeps running. Raises FailedError after
    `Done` if the search failed.
    """
    query = job.query()
    with job.journal() as journal:
        follower = _Follower(job, journal)
        yield from end_on_failure(follower.events(query, after, stop), follower.failed)


def _new(journal: Journal, problem: Problem, after: int) -> Iterator[Solutions]:
    while rows := journal.solutions(after):
        yield solutions_of(problem, rows)
        after = rows[-1].number


class _SolutionReader:
    """Reads the solutions and partial predecessors of a job."""

    def __init__(self, job: Job, journal: Journal, problem: Problem, after: int) -> None:
        self._journal = journal
        self._problem = problem
        self._after = after
        self._partials = PartialReader(job, problem)

    def events(self, state: JobState) -> Iterator[Event]:
        """Yield the solutions and the partial predecessor that are new since the last call."""
        for solutions in _new(self._journal, self._problem, self._after):
            self._after = solutions.first + len(solutions.boards) - 1
            yield solutions
        # Before a job is running, the file may be that of an earlier run.
        if state == "running" and (partial := self._partials.replaced()) is not None:
            yield partial


class _Follower:
    """Turns what a job writes into events, and restarts its process if it hangs."""

    def __init__(self, job: Job, journal: Journal) -> None:
        self._job = job
        self._journal = journal
        self._summary = job.summary()

    def events(self, query: Query, after: int, stop: Callable[[], bool]) -> Iterator[Event]:
        """Yield the events after solution number `after`, until the end or until `stop` is true."""
        stalled = StallDetector(SILENT_SECONDS, START_SECONDS)
        solutions = None
        if query.shape == "solutions" and isinstance(query, ProblemQuery):
            problem = query.named_problem
            solutions = _SolutionReader(self._job, self._journal, problem, after)
        known: State = query.State()
        reported, begun = 0.0, False
        while not stop():
            # The state is read before the solutions, so that the end comes after all of them.
            summary = self._summary = self._job.summary()
            values = self._journal.values()
            if not begun and (said := values.get("started")):
                begun = True
                yield Started.from_json(said)
            if solutions is not None:
                yield from solutions.events(summary.state)
            state = query.state(values)
            if query.differs(known, state):
                yield Known(query, known, state)
                known = state
            if summary.state not in ("new", "running", "paused"):
                yield self._end()
                return
            if stalled.look(summary, time.monotonic()):
                self._restart()
            if time.monotonic() - reported > PROGRESS_SECONDS:
                reported = time.monotonic()
                yield summary.progress
            time.sleep(_LOOK_SECONDS)
        yield self._done("stopped", "the job goes on")

    def _restart(self) -> None:
        """Replace a process that hangs; raise `UserError` if it never started."""
        if self._summary.state == "new":
            raise UserError(f"the job {self._job.name!r} did not start: {self._job.last_message()}")
        self._job.kill()
        self._job.start()

    def failed(self, reason: str) -> list[Event]:
        """Return the last event of a search that failed, with the counts known so far."""
        return [self._done("failed", reason)]

    def _end(self) -> Done:
        name, summary = self._job.name, self._summary
        if summary.state == "failed":
            raise UserError(f"the job {name!r} failed: {summary.reason}")
        if summary.state == "killed":
            known = summary.answer or f"{summary.progress.found:,} solutions"
            raise UserError(
                f"the process of the job {name!r} died after {known}; "
                f"`lifesat jobs resume {name}` goes on from there"
            )
        return self._done(cast("Status", summary.state))

    def _done(self, status: Status, reason: str = "") -> Done:
        counts = self._summary
        return Done.after(counts.progress, status, reason)
