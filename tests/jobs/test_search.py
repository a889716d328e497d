"""A search honours every option, whichever engine answers."""

import json
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat import Pattern, UserError
from lifesat.defaults import SOLVER
from lifesat.engines.options import Options
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.errors import FailedError
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Goal
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.events import Done, Event, Solutions, Started, to_json
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.jobs import TUB
from tests.support.predecessors import brute_force, problems

BLOCK = Predecessor(Pattern.from_rows(["OO", "OO"]))
SUDOKU = Sudoku(((0,) * 4,) * 4)


def boards(events: list[Event]) -> list[bytes]:
    """All boards that a search yields."""
    solutions = [event for event in events if isinstance(event, Solutions)]
    return [board.tobytes() for event in solutions for board in event.boards]


@settings(max_examples=60)
@given(
    problem=problems(),
    goal=st.sampled_from(["fewest", "most"]),
    others=st.fixed_dictionaries(
        {},
        optional={
            "limit": st.sampled_from([None, 2]),
            "up_to_symmetry": st.just(True),
        },
    ),
)
def test_the_best_of_all(problem: Predecessor, goal: Goal, others: dict[str, Any]) -> None:
    expected = brute_force(problem)
    events = list(search(BestSolution(problem, goal), Options(**others)))
    found = boards(events)
    done = events[-1]
    assert isinstance(done, Done)
    assert done.status == ("complete" if expected else "none")
    assert done.found == len(found) == bool(expected)
    if expected:
        best = (max if goal == "most" else min)(board.count(1) for board in expected)
        assert found[0] in expected
        assert found[0].count(1) == best


@pytest.mark.parametrize("goal", ["fewest", "most"])
def test_a_job_finds_the_best_whatever_its_limit(goal: Goal) -> None:
    job = Job.create("best", BestSolution(TUB, goal), Options(limit=1, workers=1))
    events = list(work(job))
    (best,) = boards(list(search(BestSolution(TUB, goal), Options())))
    assert boards(events)[-1].count(1) == best.count(1)
    assert job.summary().state == "complete"


def test_a_problem_without_populations_has_no_best() -> None:
    with pytest.raises(UserError, match="not compared by their live cells"):
        search(BestSolution(SUDOKU, "fewest"), Options())
    with pytest.raises(UserError, match="not compared by their live cells"):
        Job.create("best", BestSolution(SUDOKU, "fewest"), Options())


def test_what_cannot_be_combined_with_skip() -> None:
    with pytest.raises(UserError, match="it cannot be combined with up_to_symmetry"):
        Options(skip=1, up_to_symmetry=True)
    with pytest.raises(UserError, match="it cannot be combined with goal"):
        search(BestSolution(BLOCK, "most"), Options(skip=1))


def test_a_sweep_lists_no_orbits() -> None:
    """A frontier lists every solution, so a solver lists those that differ by more."""
    started, *events = search(
        ListSolutions(BLOCK), Options(method="sat", limit=None, up_to_symmetry=True)
    )
    plain = list(
        search(ListSolutions(BLOCK), Options(method="sat", limit=None, up_to_symmetry=True))
    )
    assert isinstance(started, Started)
    assert started.symmetries == 8
    assert sorted(boards(events)) == sorted(boards(plain))


def test_a_job_that_skips_all_proves_nothing() -> None:
    number = len(brute_force(BLOCK))
    job = Job.create(
        "skipped", ListSolutions(BLOCK), Options(method="sat", limit=None, skip=number)
    )
    events: list[Event] = []
    with pytest.raises(FailedError, match=f"there are {number} predecessors"):
        events.extend(work(job))
    done = events[-1]
    assert isinstance(done, Done)
    assert done.status == "failed"


def test_a_sweep_in_json() -> None:
    """Readers of events know a sweep by these names."""
    started, *_ = search(ListSolutions(BLOCK), Options(limit=None))
    assert isinstance(started, Started)
    assert (started.encoding, started.solver) == (None, None)
    written = json.loads(to_json(started))
    assert (written["encoding"], written["solver"]) == ("frontier", "none")
    assert Started.from_json(started.to_json()) == started
    by_solver, *_ = search(ListSolutions(BLOCK), Options())
    assert isinstance(by_solver, Started)
    assert Started.from_json(by_solver.to_json()) == by_solver


@pytest.mark.parametrize("problem", [TUB, SUDOKU])
def test_a_process_reads_a_problem_once(problem: Any) -> None:
    setup = SolverSetup(problem, "truth_table", SOLVER, ONE_FORMULA, seed=3)
    pickled = pickle.dumps(setup)
    first, second = (pickle.loads(pickled) for _ in range(2))  # noqa: S301 - our own bytes
    assert first == setup
    assert first.problem is second.problem
