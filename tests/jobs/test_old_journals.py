"""Jobs that earlier versions have made: what was asked stands elsewhere."""

import json
from typing import Any

import pytest

from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.best_solution import BestSolution
from lifesat.queries.events import Done
from lifesat.queries.forced_cells import ForcedCells
from lifesat.queries.list_solutions import ListSolutions
from lifesat.queries.options import Options
from lifesat.queries.query import Query
from lifesat.queries.self_forcing_agars import SelfForcingAgars
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


def test_what_nobody_has_asked() -> None:
    job = old_job(TUB, what="why")
    with pytest.raises(UserError, match="unknown query 'why'"):
        job.summary()


# As earlier versions wrote it: the padding was part of the problem.
AGARS = r"""
{"query": "self_forcing_agars", "problem": "{\"height\": 3, \"kind\": \"self_forcing_agar\",
\"least\": 0, \"most\": null, \"pad\": 2, \"period\": 1, \"rule\": \"B3/S23\", \"shift\": [0, 0],
\"width\": 3}"}
""".replace("\n", " ")


def test_self_forcing_agars() -> None:
    query = SelfForcingAgars(Agar(3, 3), pad=2)
    job = Job.create("old", query, Options(limit=None))
    with job.journal() as journal:
        journal.record(values={"query": AGARS})
    assert job.query() == query
    assert job.summary().label == "self-forcing agar"
    *_, done = work(job)
    assert isinstance(done, Done)
    assert (done.status, done.found) == ("none", 0)


def test_self_forcing_agars_without_a_padding() -> None:
    job = Job.create("old", SelfForcingAgars(Agar(3, 3)), Options(limit=None))
    with job.journal() as journal:
        journal.record(values={"query": AGARS.replace(r"\"pad\": 2,", "")})
    with pytest.raises(UserError, match=r"the journal is damaged: .*KeyError: .pad"):
        job.query()
