"""Jobs for the fewest or the most live cells: what is better goes on, and the last is the best."""

from itertools import pairwise
from pathlib import Path

import pytest

from lifesat import Pattern, read_text
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.jobs.follow import found
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.base import PopulationCompared
from lifesat.problems.life.completion import Completion
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Goal
from lifesat.queries.events import Done, Solutions
from lifesat.queries.solutions import BestSolution
from tests.support.commands import listed as patterns_of
from tests.support.jobs import TUB
from tests.support.targets import LIFE_TARGET

OLD_TUB = Predecessor(TUB.target, generations=3)
LIFE = Predecessor(Pattern.from_rows(LIFE_TARGET), generations=2, margin=0)


def in_the_journal(job: Job) -> list[int]:
    """The live cells of what has been found, in order."""
    return [weight for solutions in found(job) for weight in solutions.weights()]


@pytest.mark.parametrize(
    ("problem", "goal", "best"),
    [
        (TUB, "fewest", 4),
        (OLD_TUB, "fewest", 4),
        (StillLife(5, 5), "most", 16),
        (StillLife(5, 5, symmetry="C2"), "most", 16),
    ],
)
def test_the_last_is_the_best(problem: PopulationCompared, goal: Goal, best: int) -> None:
    job = Job.create(
        "best", BestSolution(problem, goal), Options(method="sat", limit=None, workers=1)
    )
    *_, done = work(job)
    assert isinstance(done, Done)
    assert done.status == job.summary().state == "complete"
    weights = in_the_journal(job)
    assert weights[-1] == best
    assert all((after > before) == (goal == "most") for before, after in pairwise(weights))


def test_it_goes_on_below_what_is_known() -> None:
    job = Job.create(
        "best", BestSolution(LIFE, "fewest"), Options(method="sat", limit=None, workers=2)
    )
    known: list[Solutions] = []
    for event in work(job, lambda: bool(known)):
        known.extend([event] if isinstance(event, Solutions) else [])
    assert job.summary().state == "stopped"
    before = in_the_journal(job)
    assert before
    *_, done = work(job)
    assert isinstance(done, Done)
    assert done.status == "complete"
    weights = in_the_journal(job)
    assert weights[: len(before)] == before
    assert all(after < before for before, after in pairwise(weights))
    assert weights[-1] == 38


def test_what_is_answered_at_once_is_kept_once() -> None:
    """As after a death between the answer and the end."""
    job = Job.create(
        "best", BestSolution(TUB, "fewest"), Options(method="sat", limit=None, workers=1)
    )
    list(work(job))
    with job.journal() as journal:
        journal.record(values={"state": "running"})
    assert job.summary().state == "killed"
    *_, done = work(job)
    assert isinstance(done, Done)
    assert (done.status, done.found) == ("complete", 1)
    assert in_the_journal(job) == [4]


NEAREST = "predecessor of a pattern that differs from the target in"


@pytest.mark.parametrize(
    ("problem", "label", "nouns"),
    [
        (
            TUB,
            "smallest predecessor of the 3x3 target",
            "predecessor with the fewest live cells",
        ),
        (
            NearestPredecessor(TUB),
            "nearest predecessor of the 3x3 target",
            f"{NEAREST} the fewest cells",
        ),
        (
            NearestPredecessor(TUB, ((1,) * 3,) * 3),
            "nearest predecessor of the 3x3 target",
            f"{NEAREST} cells of the least weight",
        ),
        (
            Completion((("=O=",),), minimise="box,population"),
            "smallest completion of given cells",
            "completion in the smallest box, and of these with the fewest live cells",
        ),
    ],
)
def test_what_a_search_for_the_best_is_called(
    problem: PopulationCompared, label: str, nouns: str
) -> None:
    query = BestSolution(problem, "fewest")
    assert (query.label, query.nouns) == (label, nouns)


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tub = tmp_path / "tub.rle"
    tub.write_text("x = 3, y = 3\nbo$obo$bo!\n")
    words = ["predecessors", str(tub), "-g", "3", "--smallest", "--job", "small"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert read_text(out).population == 4
    assert len(patterns_of(out)) == 1
    assert "1 predecessor with 4 live cells, the fewest, which is proved" in err
    assert main(["jobs", "follow", "small"]) == 0
    out, err = capsys.readouterr()
    populations = [pattern.population for pattern in patterns_of(out)]
    assert populations == sorted(populations, reverse=True)
    assert populations[-1] == 4
    assert "1 predecessor with 4 live cells, the fewest, which is proved" in err
    assert main(["jobs", "resume", "small", "--limit", "3"]) == 2
    assert (
        "looks for the predecessor with the fewest live cells; a limit applies to lists only"
        in capsys.readouterr().err
    )
