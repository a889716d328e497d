"""The fewest and the most live cells by a SAT solver, against all solutions."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat.cnf.cardinality import at_least
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import FALSE, TRUE
from lifesat.engines import sweeps
from lifesat.engines.choice import portfolio_members
from lifesat.engines.options import Options
from lifesat.engines.sat import adaptive
from lifesat.engines.sat.adaptive import AdaptiveSearch
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.portfolio import Portfolio, fitting_setups
from lifesat.engines.sat.search import pack
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import Slice, clear_solver_cache, run_slice
from lifesat.problems.life.base import PopulationCompared
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Goal
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution
from tests.support.best import BOUNDED, DENSE, SYMMETRIC, TUB, populations
from tests.support.predecessors import brute_force, problems


@pytest.mark.quick
@given(
    st.lists(st.sampled_from([TRUE, FALSE, 1, 2, 3, 3, -4]), max_size=8),
    st.integers(1, 9),
)
def test_counts_are_right_whatever_is_known(cells: list[int], limit: int) -> None:
    formula = Formula(4)
    counts = at_least(formula, np.array(cells, dtype=np.int32), limit)
    for states in product((False, True), repeat=4):
        values = {TRUE: True, FALSE: False}
        for variable, state in enumerate(states, 1):
            values |= {variable: state, -variable: not state}
        number = sum(values[cell] for cell in cells)
        assumed = [variable if values[variable] else -variable for variable in range(1, 5)]
        with Solver(formula) as solver:
            assert solver.solve(1000, assumed)
            true = {TRUE, *solver.model(formula.variables)}
        for least, literal in enumerate(counts.tolist(), 1):
            assert (literal in true) == (number >= least)


def extremes(problem: PopulationCompared, workers: int = 1) -> tuple[int, int]:
    best = []
    goals: tuple[Goal, Goal] = ("fewest", "most")
    for goal in goals:
        *_, found, done = search(BestSolution(problem, goal), Options(workers=workers))
        assert isinstance(found, Solutions)
        assert isinstance(done, Done)
        assert (done.status, done.found) == ("complete", 1)
        assert problem.verify(found.boards).all()
        best += found.weights()
    least, most = best
    return least, most


@settings(max_examples=40)
@given(problem=problems(), goal=st.sampled_from(["fewest", "most"]))
def test_the_best_of_all_without_a_frontier(problem: Predecessor, goal: Goal) -> None:
    expected = brute_force(problem)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweeps, "supports_frontier", lambda _: False)
        *events, done = search(BestSolution(problem, goal), Options())
    assert isinstance(done, Done)
    assert done.status == ("complete" if expected else "none")
    found = [event for event in events if isinstance(event, Solutions)]
    assert len(found) == bool(expected)
    if expected:
        best = (max if goal == "most" else min)(board.count(1) for board in expected)
        assert found[0].weights() == [best]


@pytest.mark.parametrize("problem", [TUB, SYMMETRIC, BOUNDED, DENSE])
def test_the_best_are_those_of_the_list(
    problem: PopulationCompared, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = populations(problem)
    assert len(listed) > 1
    monkeypatch.setattr(sweeps, "densest_in_reach", lambda *_: False)
    assert extremes(problem) == (min(listed), max(listed))


@pytest.mark.parametrize("seconds_here", [0.0, 600.0])
def test_what_one_process_finds_binds_the_others(
    seconds_here: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adaptive, "_ALONE_SECONDS_FOR_ONE", 0.0)
    monkeypatch.setattr(adaptive, "_HERE_SECONDS_FOR_BEST", seconds_here)
    listed = populations(TUB)
    assert extremes(TUB, workers=2) == (min(listed), max(listed))


@pytest.mark.parametrize("goal", ["fewest", "most"])
def test_several_methods_bind_each_other(goal: Goal) -> None:
    listed = populations(TUB)
    setup = SolverSetup(TUB, "column_triples", "cadical195", ONE_FORMULA, goal=goal)
    none = np.zeros((0, TUB.projection), dtype=np.int32)
    weights: list[int] = []
    with ThreadPoolExecutor(3) as threads:
        race = Portfolio(fitting_setups(portfolio_members(setup), 3), threads, pack(none), 0.05)
        while not race.complete:
            literals = race.advance(0.1, 1).literals
            weights += TUB.weights(TUB.boards(literals)).tolist()
    assert weights[-1] == (max(listed) if goal == "most" else min(listed))
    assert all((after > before) == (goal == "most") for before, after in pairwise(weights))
    assert len(set(weights)) == len(weights)


@pytest.mark.quick
@pytest.mark.parametrize("begun", [False, True])
def test_a_slice_passes_over_what_is_no_better(begun: bool) -> None:
    """Whether it begins with the best of somebody else, or hears of it on the way."""
    (best,) = (
        e for e in search(BestSolution(TUB, "fewest"), Options()) if isinstance(e, Solutions)
    )
    states = best.boards[:, TUB.first != FALSE] == 1
    variables = np.arange(1, TUB.projection + 1, dtype=np.int32)
    known = pack(np.where(states, variables, -variables))
    setup = SolverSetup(TUB, "column_triples", "cadical195", ONE_FORMULA, goal="fewest")
    first = run_slice(Slice(setup, (), known[:0], 30.0, 1, None))
    assert not first.complete
    report = run_slice(Slice(setup, (), known, 30.0, None, first.token if begun else None))
    clear_solver_cache()
    assert report.complete
    assert not len(report.packed)


@pytest.mark.parametrize("goal", ["fewest", "most"])
def test_each_is_better_than_those_before(goal: Goal) -> None:
    setup = SolverSetup(TUB, "column_triples", "cadical195", ONE_FORMULA, goal=goal)
    weights: list[int] = []
    with AdaptiveSearch(setup, 1, [setup]) as search:
        while not search.complete:
            models = search.advance(1.0, 1)
            weights += TUB.weights(TUB.boards(models.literals)).tolist()
    assert weights
    assert all((after > before) == (goal == "most") for before, after in pairwise(weights))
    assert len(set(weights)) == len(weights)
