"""Jobs that earlier versions have made: what was asked stands in the problem and the options."""

import json
from typing import Any

import pytest

from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.best_solution import BestSolution
from lifesat.queries.events import Done
from lifesat.queries.forced_cells import ForcedCells
from lifesat.queries.list_solutions import ListSolutions
from lifesat.queries.options import Options
from lifesat.queries.query import Query
from tests.support.jobs import TUB

# As such a version wrote them.
OPTIONS: dict[str, Any] = {
    "encoding": "column_triples", "solver": "cadical195", "limit": None, "up_to_symmetry": False,
    "seconds": None, "sweep": False, "skip": 0, "memory": None, "workers": 1, "cluster": None,
    "goal": None, "method": "auto", "seed": 0,
}  # fmt: skip


def old_job(problem: Predecessor, **asked: Any) -> Job:
    """Return a job whose journal an earlier version has written."""
    job = Job.create("old", ListSolutions(problem), Options(workers=1))
    with job.journal() as journal:
        journal.record(
            values={"problem": problem.to_json(), "options": json.dumps({**OPTIONS, **asked})}
        )
        journal._connection.execute("DELETE FROM job WHERE key = 'query'")
    return job


@pytest.mark.parametrize(
    ("asked", "query", "found"),
    [
        ({}, ListSolutions(TUB), 74),
        ({"goal": "fewest"}, BestSolution(TUB, "fewest"), None),
        ({"what": "forced", "at": 0, "solver": "quickest"}, ForcedCells(TUB), 25),
    ],
    ids=["list", "best", "forced"],
)
def test_it_goes_on(asked: dict[str, Any], query: Query, found: int | None) -> None:
    job = old_job(TUB, **asked)
    assert job.query() == query
    assert job.summary().label == query.label
    *_, done = work(job)
    assert isinstance(done, Done)
    assert done.status == "complete"
    assert found in (None, done.found)


def test_its_time_limit_and_its_frontier() -> None:
    options = old_job(TUB, seconds=2.5, sweep=True).options()
    assert options.time_limit == 2.5
    assert options.prefer_frontier


def test_what_nobody_has_asked() -> None:
    job = old_job(TUB, what="why")
    with pytest.raises(UserError, match="unknown query 'why'"):
        job.summary()
