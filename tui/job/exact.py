"""The exact heat map: how often each cell is live over all predecessors, counted by a job.

The job sweeps a frontier instead of listing predecessors. This works for one generation only.
"""

from dataclasses import dataclass
from typing import Any, TypeGuard

from numpy.typing import NDArray
from textual.message import Message

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.paths import job_folder
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem
from lifesat.queries.events import Done, Known
from lifesat.queries.marginals import CountMarginals
from lifesat.queries.sentences import proved_none

from ..form.draft import free_name
from ..kinds.marginals import PARTS, exact_shares
from ..shared.threads import Post, Watch
from .heat import Heat


@dataclass
class ExactCounted(Message):
    """The predecessors have been counted cell by cell, or cannot be."""

    heat: Heat | None
    # The name of the job that has counted, or why there is no heat map.
    said: str


def has_exact_map(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether a job can count the predecessors of a problem cell by cell."""
    return isinstance(problem, Predecessor) and problem.generations == 1


def exact_heat(live: NDArray[Any], total: int) -> Heat:
    """Return the heat map of all predecessors, given in how many each cell is live.

    Only cells that are always or never live are shown as such.
    """
    return Heat((exact_shares(live, total),), PARTS, 0, exact=total)


class ExactCount(Watch):
    """Counts predecessors in a job and posts the heat map.

    The job's name is derived from `name`, and a job that has this query already is used again.
    """

    def __init__(self, name: str, problem: Predecessor, post: Post) -> None:
        super().__init__(post)
        self._base = f"{name}-heat-map"
        self._query = CountMarginals(problem)

    def run(self) -> None:
        """Wait for the counts and post the heat map."""
        try:
            self._post(self._counted())
        except UserError as error:
            self._post(ExactCounted(None, str(error)))

    def _counted(self) -> ExactCounted:
        job = self._job()
        done = None
        for event in follow(job, stop=self._ended.is_set):
            if isinstance(event, Known) and event.state.marginals:
                found: Any = self._query.marginals(event.state)
                return ExactCounted(exact_heat(found.live, found.total), job.name)
            done = event
        if isinstance(done, Done) and done.status == "none":
            return ExactCounted(None, proved_none(self._query.problem))
        return ExactCounted(None, f"the job {job.name} is stopped")

    def _job(self) -> Job:
        """Return a job with this query that is running or has its answer; start one if needed."""
        if job_folder(self._base).exists():
            job = Job(self._base)
            if job.query() == self._query:
                if not (job.at_work() or job.summary().nothing_left):
                    job.resume()
                return job
        job = Job.create(free_name(self._base), self._query, Options(limit=None))
        job.start()
        return job
