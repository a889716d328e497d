"""What a job does, read from its journal as it is written: for every program that shows it."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from typing import cast

import numpy as np

from lifesat.errors import UserError
from lifesat.jobs.events import Done, Event, Progress, Solutions, Started, Status
from lifesat.jobs.job import Job, Summary
from lifesat.jobs.journal import Journal, Row
from lifesat.jobs.run import PROGRESS_SECONDS
from lifesat.problems.problem import Problem
from lifesat.solving.slices import unpack

_LOOK_SECONDS = 0.1
# A process takes some seconds to start on a busy machine.
START_SECONDS = 30.0
SILENT_SECONDS = 60.0
"""A process at work writes several times a second; one that has not for so long hangs."""


def solutions_of(problem: Problem, rows: Sequence[Row]) -> Solutions:
    """Return rows of the journal, which follow each other, as an event."""
    packed = np.frombuffer(b"".join(row.packed for row in rows), dtype=np.uint8)
    width = (problem.projection + 7) // 8
    boards = problem.boards(unpack(packed.reshape(len(rows), width), problem.projection))
    orbits = np.array([row.orbit for row in rows], dtype=np.intp)
    return Solutions(rows[0].number, boards, orbits, problem)


def found(job: Job, after: int = 0) -> Iterator[Solutions]:
    """Yield what a job has found so far, in order, from solution ``after + 1`` on."""
    with job.journal() as journal:
        yield from _new(journal, job.problem(), after)


def follow(job: Job, after: int = 0, stop: Callable[[], bool] = lambda: False) -> Iterator[Event]:
    """Yield the events of a job until it ends.

    A process that is silent for long is killed and started again; nothing is lost by that.

    Parameters
    ----------
    job
        At work, about to be, or ended.
    after
        How many solutions are known already.
    stop
        Asked several times a second; a true answer ends the following, not the job.

    Yields
    ------
    Event
        As `lifesat.jobs.search.search` does, without `Done` if `stop` came first. `Done` of a job
        that was ended before gives the state it is in.

    Raises
    ------
    UserError
        If the search failed, or its process died.
    """
    problem = job.problem()
    watch = _Watch(job)
    told, begun = 0.0, False
    with job.journal() as journal:
        while not stop():
            # The state is read before the solutions, so that an end is told after all of them.
            summary = job.summary()
            if not begun and (said := journal.values().get("started")):
                begun = True
                yield Started(**json.loads(said))
            for solutions in _new(journal, problem, after):
                after = solutions.first + len(solutions.boards) - 1
                yield solutions
            if summary.state not in ("new", "running", "paused"):
                yield _end(job, summary)
                return
            watch.look(summary)
            if time.monotonic() - told > PROGRESS_SECONDS:
                told = time.monotonic()
                yield progress(summary)
            time.sleep(_LOOK_SECONDS)


def progress(summary: Summary) -> Progress:
    """Return how far a job is, as an event."""
    return Progress(
        summary.found,
        summary.covered,
        summary.conflicts,
        summary.seconds,
        summary.total,
        summary.cubes_done,
        summary.cubes_open,
    )


def _new(journal: Journal, problem: Problem, after: int) -> Iterator[Solutions]:
    while rows := journal.solutions(after):
        yield solutions_of(problem, rows)
        after = rows[-1].number


def _end(job: Job, summary: Summary) -> Done:
    if summary.state == "failed":
        raise UserError(f"the job {job.name!r} failed: {summary.reason}")
    if summary.state == "killed":
        raise UserError(
            f"the process of the job {job.name!r} died after {summary.found:,} solutions; "
            f"`lifesat jobs resume {job.name}` goes on from there"
        )
    status: Status = cast("Status", summary.state)
    return Done(status, summary.found, summary.covered, summary.conflicts, summary.seconds)


class _Watch:
    """Sees to it that a process at work gives signs of life."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._seen: tuple[object, ...] = ()
        self._since = time.monotonic()

    def look(self, summary: Summary) -> None:
        """Compare with the look before."""
        seen = summary.state, summary.seconds, summary.process
        if seen != self._seen or summary.state == "paused":
            self._seen, self._since = seen, time.monotonic()
        silent = time.monotonic() - self._since
        if summary.state == "new" and silent > START_SECONDS:
            raise UserError(f"the job {self._job.name!r} did not start: {self._job.last_words()}")
        if silent > SILENT_SECONDS:
            self._job.kill()
            self._job.start()
