"""Each member of a portfolio calls its solver once, or ever longer where it cannot be killed."""

import math
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import numpy as np
import pytest

from lifesat import Pattern
from lifesat.engines.choice import portfolio_members
from lifesat.engines.sat import portfolio
from lifesat.engines.sat.executors import Pool
from lifesat.engines.sat.one_formula import CORE_GUIDED, ONE_FORMULA, TWO_SIDED
from lifesat.engines.sat.portfolio import Portfolio, fitting_setups
from lifesat.engines.sat.search import no_solutions
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import Slice, SliceResult
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Goal

# Nine live cells in a square have no parent in their box.
FULL = Predecessor(Pattern.from_rows(["OOO", "OOO", "OOO"]), margin=0)
TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]), generations=3)


class Fruitless(Executor):
    """Notes slices, which find nothing."""

    def __init__(self) -> None:
        self.slices: list[Slice] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        (task,) = args
        self.slices.append(task)
        none = np.zeros(0, dtype=np.intp)
        future: Future[SliceResult] = Future()
        future.set_result(SliceResult(task.known, none, False, 1, "", resumed=True))
        return future


class Noted(Pool):
    """A pool that notes the slices of its processes."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.slices: list[Slice] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.slices += args
        return super().submit(fn, *args, **kwargs)


def begun(
    problem: Predecessor, executor: Executor, members: int, goal: Goal | None = None
) -> Portfolio:
    """A portfolio that has just begun."""
    setup = SolverSetup(problem, "column_triples", "cadical195", ONE_FORMULA, goal=goal)
    return Portfolio(
        fitting_setups(portfolio_members(setup), members), executor, no_solutions(problem)
    )


@pytest.mark.quick
def test_tasks_that_cannot_be_killed_become_longer() -> None:
    """The number of calls is logarithmic, until they take a minute each."""
    executor = Fruitless()
    race = begun(TUB, executor, 1)
    while len(executor.slices) < 9:
        race.advance(0.0, 1)
    lengths = [task.seconds for task in executor.slices[:9]]
    assert lengths == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert [task.call_seconds for task in executor.slices[:9]] == lengths


@pytest.mark.quick
def test_slices_that_raise_the_bound_stay_short() -> None:
    """So the bound is reported, and better solutions reach this member."""
    executor = Fruitless()
    setup = SolverSetup(TUB, "column_triples", "cadical195", TWO_SIDED, goal="fewest")
    members = fitting_setups(portfolio_members(setup), 2)
    race = Portfolio(members, executor, no_solutions(TUB))
    while len(executor.slices) < 12:
        race.advance(0.0, 1)
    lengths = {
        engine: [task.seconds for task in executor.slices if task.setup.engine == engine]
        for engine in (TWO_SIDED, CORE_GUIDED)
    }
    assert lengths[CORE_GUIDED][:5] == [1, 1, 1, 1, 1]
    assert lengths[TWO_SIDED][:5] == [1, 2, 4, 8, 16]


@pytest.mark.parametrize(("problem", "exists"), [(TUB, True), (FULL, False)])
@pytest.mark.parametrize("killable", [True, False])
def test_processes_that_can_be_killed_solve_in_one_call(
    problem: Predecessor, exists: bool, killable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portfolio, "CALLS_END_WITH_PARENT", killable)
    pool = Noted(2)
    race = begun(problem, pool, 2)
    assert race.progress().members == 2
    models = race.advance(60.0, 1)
    pool.kill()
    assert len(models.orbit_sizes) == exists
    assert race.complete == (not exists)
    assert race.progress().members == 0
    lengths = [task.call_seconds for task in pool.slices[:2]]
    assert lengths == ([math.inf] * 2 if killable else [1, 1])


def test_a_search_for_the_best_lets_bounds_reach_every_member() -> None:
    """So its slices end by themselves, even where processes can be killed."""
    pool = Noted(2)
    race = begun(TUB, pool, 2, "fewest")
    while not race.complete:
        race.advance(60.0, 1)
    pool.kill()
    assert all(math.isfinite(task.seconds) for task in pool.slices)
    assert all(task.call_seconds == task.seconds for task in pool.slices)
    # The later slices know what any member has found before.
    known = [len(task.known) for task in pool.slices]
    assert known == sorted(known)
    assert known[-1] > 0
