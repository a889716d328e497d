"""How an enumeration calls its solver."""

import math
from itertools import combinations, pairwise
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from lifesat.cnf.formula import Formula
from lifesat.defaults import SOLVERS
from lifesat.engines.sat import enumerate as enumeration
from lifesat.engines.sat import solver
from lifesat.engines.sat.enumerate import Enumeration
from lifesat.engines.sat.solver import Solver


class SteadySolver:
    """Finds nothing, at a steady number of conflicts a second of a clock of its own."""

    def __init__(self, speed: float) -> None:
        self.now = 0.0
        self.calls: list[float] = []
        self._speed = speed

    def solve(self, conflicts: int) -> None:
        self.calls.append(conflicts / self._speed)
        self.now += self.calls[-1]

    def keep_time(self, monkeypatch: pytest.MonkeyPatch, share: float = 1.0) -> None:
        """Set the clock of a machine that gives the solver a share of its time."""
        clock = SimpleNamespace(
            perf_counter=lambda: self.now / share,
            thread_time=lambda: self.now,
        )
        monkeypatch.setattr(enumeration, "time", clock)
        monkeypatch.setattr(solver, "time", clock)


@pytest.mark.parametrize("speed", [1e3, 1e4, 1e5, 1e6])
def test_calls_come_to_last_a_quarter_of_a_second(
    speed: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = SteadySolver(speed)
    solver.keep_time(monkeypatch)
    search = Enumeration(cast("Any", solver), 1)
    models = search.advance(20.0)
    assert not search.complete
    assert not len(models.literals)
    assert solver.calls[-20:] == pytest.approx([0.25] * 20, rel=0.02)
    assert 20.0 <= solver.now <= 20.5


def test_calls_are_as_long_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """They last longer by the clock, but the solver works as much in each."""
    solver = SteadySolver(1e4)
    solver.keep_time(monkeypatch, share=0.1)
    Enumeration(cast("Any", solver), 1).advance(100.0)
    assert solver.calls[-20:] == pytest.approx([0.25] * 20, rel=0.02)


def test_calls_grow_until_they_are_as_long_as_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = SteadySolver(1e4)
    solver.keep_time(monkeypatch)
    search = Enumeration(cast("Any", solver), 1)
    search.pace.seconds = 60.0
    search.advance(1200.0)
    assert [after / before for before, after in pairwise(solver.calls[:8])] == [2.0] * 7
    assert solver.calls[-10:] == pytest.approx([60.0] * 10, rel=0.02)
    assert len(solver.calls) < 30


def test_an_unlimited_search_is_one_call() -> None:
    budgets: list[int | None] = []

    def solve(conflicts: int | None) -> bool:
        budgets.append(conflicts)
        return False

    search = Enumeration(cast("Any", SimpleNamespace(solve=solve)), 1)
    search.pace.seconds = math.inf
    search.advance(math.inf, 1)
    assert search.complete
    assert budgets == [None]


@pytest.mark.parametrize("name", SOLVERS)
def test_a_call_without_a_limit_goes_on_after_one_with_a_limit(name: str) -> None:
    """Pigeons in too few holes take more than ten conflicts."""
    formula = pigeons(7)
    with Solver(formula, name) as solver:
        assert solver.solve(10) is None
        assert solver.solve(None) is False
        assert solver.conflicts > 100


def pigeons(holes: int) -> Formula:
    """A formula without models: each pigeon has a hole, and no two have the same."""
    formula = Formula(holes * (holes + 1))
    places = np.arange(1, formula.variables + 1, dtype=np.int32).reshape(holes + 1, holes)
    formula.add(places)
    pairs = [pair for hole in places.T.tolist() for pair in combinations(hole, 2)]
    formula.add(-np.array(pairs, dtype=np.int32))
    return formula
