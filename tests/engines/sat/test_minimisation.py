"""Minimal subsets of sets with a property that is known: they hit or hold given sets."""

import math
from collections.abc import Iterable
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat.cnf.bit_sets import BitSet
from lifesat.engines.sat.executors import GrowingPool
from lifesat.engines.sat.minimisation import (
    Minimisation,
    Oracle,
    Outcome,
    Strategy,
    Trial,
    TrialSetup,
)
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.problems.life.still_life import StillLife

pytestmark = pytest.mark.quick

SETUP = SolverSetup(StillLife(1, 1), "truth_table", "cadical195", ONE_FORMULA)
SIZE = 7


class Holding(Oracle[int]):
    """A set is good if it holds one of some sets; each trial takes several slices."""

    conflicts: ClassVar[float] = 10
    goals: ClassVar[list[BitSet]] = []
    slices: ClassVar[dict[BitSet, int]] = {}

    @staticmethod
    def run(trial: Trial) -> Outcome[int]:
        slices = Holding.slices[trial.elements] = Holding.slices.get(trial.elements, 0) + 1
        # Hard sets need more conflicts than the first rounds allow.
        if slices < 3 or trial.elements.bit_count() % 3 * 15 > trial.conflicts:
            left = trial.conflicts - 5
            return Outcome(None, trial.elements, conflicts=max(0, left))
        inside = [goal for goal in Holding.goals if goal & trial.elements == goal]
        if not inside:
            return Outcome(good=False, elements=0)
        # A core need not be minimal, and leaves out necessary elements.
        core = (inside[0] | trial.elements & 0b11) & ~trial.needed
        return Outcome(good=True, elements=trial.elements, core=core, facts=(slices,))


class Pieces(Strategy):
    """Pairs and single elements in a random order, in so many descents."""

    def __init__(self, seed: int, descents: int) -> None:
        self._random = np.random.default_rng(seed)
        self._descents = descents

    def pieces(self, search: Minimisation[Any]) -> Iterable[BitSet]:
        left = [k for k in range(SIZE) if search.current & ~search.needed & 1 << k]
        pairs = [1 << a | 1 << b for a, b in combinations(left, 2)]
        chosen = [*self._random.permutation(pairs)[:2].tolist(), *(1 << k for k in left)]
        return [int(piece) for piece in self._random.permutation(chosen)]

    def descend_again(self, search: Minimisation[Any]) -> bool:
        again = search.restarts < self._descents
        if again:
            search.descend(search.largest)
        return again


class SeveralAtOnce(GrowingPool):
    """Runs tasks here, but as many as if there were three processes."""

    workers = 3


class Checked(Minimisation[int]):
    """Checks after each step what is said of the best set."""

    def _learn(self, piece: BitSet, outcome: Outcome[int]) -> None:
        before = self.best
        super()._learn(piece, outcome)
        self._check(before)

    def _plan(self) -> None:
        before = self.best
        super()._plan()
        self._check(before)

    def _check(self, before: BitSet) -> None:
        assert self.best.bit_count() <= before.bit_count()
        if self.exists:
            assert any(goal & self.best == goal for goal in Holding.goals)
        if self.minimal:
            assert self.best in minimal_sets()


def minimal_sets() -> set[BitSet]:
    """The goals that hold no other goal."""
    goals = Holding.goals
    return {goal for goal in goals if not any(o & goal == o != goal for o in goals)}


@given(
    st.lists(st.integers(0, (1 << SIZE) - 1), max_size=5),
    st.integers(0, 5),
    st.sampled_from([GrowingPool, SeveralAtOnce]),
)
def test_against_all_subsets(goals: list[BitSet], seed: int, kind: type[GrowingPool]) -> None:
    Holding.goals, Holding.slices = goals, {}
    everything = (1 << SIZE) - 1
    with kind(1) as pool:
        search = Checked(Holding(TrialSetup(SETUP)), Pieces(seed, 3), pool, everything)
        while not search.complete:
            search.advance(1.0)
    assert search.exists == bool(goals)
    if goals:
        assert search.minimal
        assert search.restarts == 3


def test_the_first_trial_has_no_limit() -> None:
    with GrowingPool(1) as pool:
        search = Minimisation(Holding(TrialSetup(SETUP)), Pieces(0, 1), pool, 0b11)
        search._send()
    (first,) = search._running.values()
    assert first.conflicts == math.inf


def test_necessary_elements_that_are_known_are_not_tried() -> None:
    Holding.goals, Holding.slices = [0b111], {}
    with GrowingPool(1) as pool:
        search = Minimisation(Holding(TrialSetup(SETUP)), Pieces(0, 1), pool, 0b1111, needed=0b111)
        while not search.complete:
            search.advance(1.0)
    assert search.best == 0b111
    assert not any(elements & 0b111 != 0b111 for elements in Holding.slices)


def test_each_minimisation_has_work_of_its_own() -> None:
    assert TrialSetup(SETUP) != TrialSetup(SETUP)
