"""Jobs that look for forced cells."""

from collections.abc import Callable
from typing import Any

from lifesat.engines.backbone.backbone import Backbone
from lifesat.engines.backbone.search import forced_steps
from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done, Progress
from lifesat.queries.forced_cells import Forced, ForcedCells, _state


def forced(**options: Any) -> Options:
    return Options(**{"workers": 1, **options})


def work_until_more(job: Job, more: int = 0) -> tuple[int, Done]:
    """Work until `more` other cells are settled; return how many are at the start, and the end.

    Progress should be due after each call to the solver.
    """
    counts: list[int] = []
    for event in work(job, lambda: len(counts) > 1 and counts[-1] > counts[0] + more):
        if isinstance(event, Progress):
            counts.extend([event.found])
    assert isinstance(event, Done)
    return counts[0], event


def find_forced(
    problem: Predecessor,
    encoding: str = "column_triples",
    at: int = 0,
    *,
    solver: str | None = None,
    stop: Callable[[], bool] = lambda: False,
    workers: int = 1,
) -> Backbone:
    """Search for forced cells to the end, or until `stop` returns true."""
    search = Backbone(problem, at)
    for _ in forced_steps(search, encoding, solver, stop, memory=None, workers=workers):
        pass
    return search


def known_forced(job: Job) -> Forced | None:
    """The cells that a job knows to be forced; None before it knows a predecessor."""
    query = job.query()
    assert isinstance(query, ForcedCells)
    return query.forced(job.known().state)


def state_of(search: Backbone) -> dict[str, Any]:
    """What a journal keeps of a search."""
    return _state(search).values()
