"""The process at work on a job: it alone writes the journal, and tells only what is in there."""

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from lifesat.errors import UserError
from lifesat.jobs.cluster import connected
from lifesat.jobs.events import Event, Progress, Solutions, Started
from lifesat.jobs.extreme import Answer, answer_at_once
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal, Row, Sample
from lifesat.jobs.options import Options
from lifesat.jobs.run import PROGRESS_SECONDS, SLICE_SECONDS, Run
from lifesat.jobs.search import method_of, parents_to_list, started, started_sweeping
from lifesat.jobs.total import Total
from lifesat.problems.kinds import problem_from_json
from lifesat.solving.cubes import Changes, Cubes, Open, splitting
from lifesat.solving.enumerate import Models
from lifesat.solving.executors import Pool
from lifesat.solving.frontier import StoppedError
from lifesat.solving.frontier.enumeration import SweptEnumeration
from lifesat.solving.portfolio import Race, methods
from lifesat.solving.slices import Packed, pack

if TYPE_CHECKING:
    from concurrent.futures import Executor

_REST_SECONDS = 0.05
# Progress is told that often, and a cluster far away is asked less often.
_POOL_SLICE_SECONDS = 0.4
_CLUSTER_SLICE_SECONDS = 2.0
# The history of a search has about so many moments for each e-fold of its length.
_SAMPLES = 1000

Lists = Answer | Cubes | Race | SweptEnumeration


def work(job: Job, stop: Callable[[], bool] = lambda: False) -> Iterator[Event]:
    """Work on a job, from where it was left, and yield events as `lifesat.jobs.search.search` does.

    Parameters
    ----------
    job
        What to do. It is asked several times a second whether to pause or to stop.
    stop
        Asked as often; a true answer ends the work too.

    Yields
    ------
    Event
        Solutions that this run found; they are in the journal by then.

    Raises
    ------
    UserError
        If another process is at work on it, or the journal cannot be written.
    """
    with job.lock(), job.journal() as journal:
        worker = _Worker(job, journal, stop)
        try:
            yield from worker.events()
        except StoppedError:
            yield worker.stopped()
        except UserError as error:
            _note_failure(journal, str(error))
            raise
        except Exception as error:
            _note_failure(journal, f"{type(error).__name__}: {error}")
            raise


def _note_failure(journal: Journal, reason: str) -> None:
    """Write why the search failed, if the journal can still be written."""
    try:
        journal.record(values={"state": "failed", "reason": reason})
    except UserError:
        return


def _changes(lists: Lists) -> Changes:
    """Return what became of cubes, where there are any."""
    return lists.changes() if isinstance(lists, Cubes) else Changes([], [])


class _Worker:
    """A process at work on a job."""

    def __init__(self, job: Job, journal: Journal, stop: Callable[[], bool]) -> None:
        values = journal.values()
        self._job = job
        self._journal = journal
        self._stop = stop
        self._problem = problem_from_json(values["problem"])
        self._options = Options.from_json(values["options"])
        # Where a frontier has listed some, it lists the rest, in its order.
        self._began_sweeping = json.loads(values.get("started", "{}")).get("solver") == "none"
        counts = (values.get(name, 0) for name in ("found", "covered", "conflicts", "seconds"))
        self._run = Run(self._problem, self._options, *counts)
        self._total = int(values["total"]) if "total" in values else None
        self._told = self._sampled = self._run.seconds

    def events(self) -> Iterator[Event]:
        """Yield what happens, once the journal has it."""
        self._journal.record(values={"state": "running", "process": os.getpid(), "reason": ""})
        with ExitStack() as resources:
            lists, begin = self._lists(resources)
            total = resources.enter_context(Total(self._problem, self._options, after=1.0))
            self._journal.record(values={"started": json.dumps(asdict(begin))})
            yield begin
            yield from self._listed(lists, total)

    def stopped(self) -> Event:
        """Write that the job stopped before it could list anything, and return its end."""
        self._journal.record(values={"state": "stopped", **self._counts()})
        return self._run.done("stopped")

    def _listed(self, lists: Lists, total: Total) -> Iterator[Event]:
        status = self._run.status(complete=lists.complete, stopped=False)
        while status is None:
            self._rest()
            models = lists.advance(SLICE_SECONDS, self._run.wanted())
            solutions = self._run.taken(models, lists.conflicts)
            due = self._run.seconds - self._told > PROGRESS_SECONDS
            if len(solutions.boards) or due:
                self._record(lists, models, solutions, total.arrived())
            if len(solutions.boards):
                yield solutions
            if due:
                self._told = self._run.seconds
                yield self._progress()
            status = self._run.status(complete=lists.complete, stopped=self._stopped())
        self._journal.record(
            values={"state": status, **self._counts()},
            changes=_changes(lists),
            sample=self._sample(),
        )
        yield self._run.done(status)

    def _lists(self, resources: ExitStack) -> tuple[Lists, Started]:
        """Return what lists the solutions that are left, and the event that begins."""
        if self._options.goal:
            answer = answer_at_once(self._problem, self._options, self._stopped)
            if answer is not None:
                kept = {row.tobytes() for row in self._known()}
                new = [row.tobytes() not in kept for row in pack(answer)]
                return Answer(answer[new]), started_sweeping(self._problem)
        elif self._run.found == 0 or self._began_sweeping:
            parents = parents_to_list(self._problem, self._options, self._stopped)
            if parents is not None:
                skip = self._options.skip + self._run.found
                return SweptEnumeration(parents, skip), started_sweeping(self._problem)
        options = self._options
        method = method_of(self._problem, options)
        begin = started(method)
        if options.cluster is None:
            executor: Executor = resources.enter_context(Pool(options.workers))
            at_once, seconds = options.workers, _POOL_SLICE_SECONDS
        else:
            executor, at_once = resources.enter_context(connected(options.cluster))
            seconds = _CLUSTER_SLICE_SECONDS
        known = self._known()
        if options.limit == 1 or options.goal:
            return Race(methods(method, at_once), executor, known, seconds), begin
        cubes = self._journal.open_cubes() or [()]
        inside = splitting(method).within
        opened = [Open(cube, known[inside(known, cube)]) for cube in cubes]
        return Cubes(method, executor, at_once, opened, seconds), begin

    def _known(self) -> Packed:
        """Return the solutions that the journal holds."""
        return self._journal.packed((self._problem.projection + 7) // 8)

    def _record(
        self, lists: Lists, models: Models, solutions: Solutions, total: int | None
    ) -> None:
        """Write what was found since the last time, all or nothing."""
        values = self._counts()
        if total is not None:
            self._total = total
            values["total"] = str(total)
        sample = None
        if self._run.seconds >= self._sampled + max(1.0, self._run.seconds / _SAMPLES):
            self._sampled = self._run.seconds
            sample = self._sample()
        populations = solutions.weights()
        packed = map(bytes, pack(models.literals))
        numbers = range(solutions.first, solutions.first + len(populations))
        rows = list(map(Row, numbers, packed, solutions.orbits.tolist(), populations))
        self._journal.record(values=values, solutions=rows, changes=_changes(lists), sample=sample)

    def _progress(self) -> Progress:
        cubes_done, cubes_open = self._journal.cubes()
        return replace(
            self._run.progress(),
            total=self._total,
            cubes_done=cubes_done,
            cubes_open=cubes_open,
        )

    def _counts(self) -> dict[str, Any]:
        return self._sample()._asdict()

    def _sample(self) -> Sample:
        run = self._run
        return Sample(run.seconds, run.found, run.covered, run.conflicts)

    def _stopped(self) -> bool:
        return self._stop() or self._job.requested() == "stop"

    def _rest(self) -> None:
        """Do nothing for as long as a pause is asked for; slices under way end by themselves."""
        if self._job.requested() != "pause":
            return
        began = time.perf_counter()
        self._journal.record(values={"state": "paused", **self._counts()})
        while self._job.requested() == "pause" and not self._stop():
            time.sleep(_REST_SECONDS)
        self._run.rest(time.perf_counter() - began)
        self._journal.record(values={"state": "running"})
