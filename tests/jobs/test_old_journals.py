"""Jobs that earlier versions have made: what was asked stands elsewhere."""

import json
from typing import Any

import pytest

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.life.pattern import Pattern
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Problem
from lifesat.queries.events import Done
from lifesat.queries.forced_cells import ForcedCells
from lifesat.queries.query import Query
from lifesat.queries.self_forcing import SelfForcingAgars
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.jobs import TUB

# As such a version wrote them.
OPTIONS: dict[str, Any] = {
    "encoding": "column_triples", "solver": "cadical195", "limit": None, "up_to_symmetry": False,
    "seconds": None, "sweep": False, "skip": 0, "memory": None, "workers": 1, "cluster": None,
    "goal": None, "method": "auto", "seed": 0,
}  # fmt: skip

PREDECESSOR = (
    '"different": false, "forbid": [], "generations": 1, "least": 3, "margin": 1, "most": 5, '
    '"outside": "dead", "require": [], "symmetry": "C1", '
    '"target": "x = 2, y = 2, rule = B3/S23\\no$2o!\\n"}'
)
STILL_LIFE = (
    '{"density": null, "height": 3, "kind": "still_life", "least": 4, "most": 6, '
    '"no_empty_lines": false, "rule": "B3/S23", "symmetry": "C1", "width": 4}'
)
BOUNDED = Predecessor(Pattern.from_rows(["O.", "OO"]), min_population=3, max_population=5)
STILL_LIFES = StillLife(4, 3, min_population=4, max_population=6)


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


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"kind": "predecessor", ' + PREDECESSOR, BOUNDED),
        (
            '{"kind": "nearest", "better_than": null, "cell_weights": [], ' + PREDECESSOR,
            NearestPredecessor(BOUNDED),
        ),
        (STILL_LIFE, STILL_LIFES),
    ],
    ids=["predecessor", "nearest", "still life"],
)
def test_the_bounds_of_its_problem(text: str, problem: Problem) -> None:
    assert problem_from_json(text) == problem


def test_the_bounds_of_states() -> None:
    text = '{"kind": "predecessor_states", "project": [[0, 0]], ' + PREDECESSOR
    assert "at least 3 live cells, at most 5 live cells" in problem_from_json(text).conditions()


def test_all_its_former_names() -> None:
    query = json.dumps({"query": "list", "problem": STILL_LIFE})
    options = json.dumps({**OPTIONS, "encoding": None, "seconds": 60.0})
    job = Job.create("old", ListSolutions(TUB), Options())
    with job.journal() as journal:
        journal.record(values={"query": query, "options": options})
    assert job.query() == ListSolutions(STILL_LIFES)
    assert job.options().time_limit == 60
    *_, done = work(job)
    assert isinstance(done, Done)
    assert done.status == "complete"
    assert done.found == 27


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
    assert job.summary().label == "self-forcing agars in 3x3 cells"
    *_, done = work(job)
    assert isinstance(done, Done)
    assert (done.status, done.found) == ("none", 0)


def test_self_forcing_agars_without_a_padding() -> None:
    job = Job.create("old", SelfForcingAgars(Agar(3, 3)), Options(limit=None))
    with job.journal() as journal:
        journal.record(values={"query": AGARS.replace(r"\"pad\": 2,", "")})
    with pytest.raises(UserError, match=r"the journal is damaged: .*KeyError: .pad"):
        job.query()
