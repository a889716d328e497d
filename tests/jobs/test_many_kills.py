"""Jobs of every kind whose processes are killed; ``python -m benchmarks.kills`` kills more."""

import sqlite3
from pathlib import Path

import pytest

from benchmarks.kills import PROBLEMS, Here, Outcome, _compare, cluster, run
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.kinds import KINDS
from lifesat.queries.solutions import ListSolutions
from tests.support.jobs import everything

# Those that run with every change.
HERE = {"predecessor"}


def test_there_is_one_of_each_kind() -> None:
    assert {problem.kind for problem in PROBLEMS.values()} == KINDS.keys()


def test_what_is_lost_or_wrong_is_noticed() -> None:
    job = Job.create("robbed", ListSolutions(PROBLEMS["eater"]), everything(workers=1))
    list(work(job))
    with sqlite3.connect(job.path) as connection:
        connection.execute("DELETE FROM solutions WHERE number = 1")
        connection.execute(
            "UPDATE solutions SET packed = zeroblob(length(packed)) WHERE number = 2"
        )
    connection.close()
    outcome = Outcome("eater")
    _compare(job, outcome)
    assert (outcome.lost, outcome.twice, outcome.wrong) == (2, 0, 1)
    assert not outcome.right


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=[pytest.mark.weekly] * (kind not in HERE)) for kind in PROBLEMS],
)
def test_killed_here(kind: str) -> None:
    (outcome,) = run(Here(), [kind], 2, seed=len(kind))
    assert outcome.right, outcome
    assert outcome.kills.total() == 2
    assert outcome.solutions


@pytest.mark.weekly
@pytest.mark.usefixtures("dask")
def test_killed_on_a_cluster(tmp_path: Path) -> None:
    with cluster(tmp_path) as place:
        for outcome in run(place, ["eater", "still_life", "sokoban"], 6, seed=4):
            assert outcome.right, outcome
            assert outcome.kills.total() == 2
            assert outcome.solutions
