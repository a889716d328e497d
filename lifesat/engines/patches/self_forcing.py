"""Self-forcing patches: the largest and small ones inside a pattern.

A patch is self-forcing if each of its predecessors contains it at its place [1]_. The union of two
self-forcing patches of one pattern is self-forcing, so there is a largest one. To find it, each
predecessor of the cells that are left, if it differs from the pattern at some of them, removes
these. If none differs, the cells that are left are the largest self-forcing patch. The core of that
last answer contains some of these cells, which are self-forcing by themselves.

Any first generation says something about all parts of the pattern. Suppose that it becomes a
pattern that is wrong at some cells, its errors, and itself differs at some cells. Then a
self-forcing patch without any of the errors has none of the cells at which it differs. What was
found is kept as such implications, and most parts that have no self-forcing patch are refuted
without the solver. Few errors are best, so each predecessor is replaced by the pattern itself
wherever that does no harm, which is tested by running Life forward.

References
----------
.. [1] V. Salo and I. Törmä, "What can oracles teach us about the ultimate fate of life?",
   ICALP 2022.
"""

import time
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.bit_sets import BitSet, Mask, from_mask, mask
from lifesat.engines.sat.executors import GrowingPool
from lifesat.engines.sat.minimisation import (
    Minimisation,
    Oracle,
    Outcome,
    Strategy,
    Trial,
    TrialSetup,
)
from lifesat.engines.sat.solver import CALL_CONFLICTS, Solver, run_in_thread
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.self_forcing import Patch, containing_predecessors
from lifesat.problems.problem import Boards


class Witness(NamedTuple):
    """A first generation that shows which patches are not self-forcing."""

    # The cells at which it does not become the patch.
    errors: BitSet
    # The cells at which it differs from the patch itself.
    differs: BitSet


def survivors(cells: BitSet, witnesses: Iterable[Witness]) -> BitSet:
    """Return the cells that no witness removes; they contain all self-forcing patches inside."""
    left = list(witnesses)
    removed = True
    while removed and cells:
        removed, waiting = False, []
        for each in left:
            if each.errors & cells:
                waiting.append(each)
            elif each.differs & cells:
                cells &= ~each.differs
                removed = True
        left = waiting
    return cells


def patch_problem(setup: SolverSetup) -> Predecessor:
    """Return the problem of a setup, the differing predecessors of a pattern."""
    if not isinstance(setup.problem, Predecessor):
        raise TypeError(f"patches are about predecessors, not {setup.problem.nouns}")
    return setup.problem


class _TrialSolver:
    """A solver for all parts of a patch, and the witnesses that it has found."""

    def __init__(self, setup: SolverSetup) -> None:
        self.patch = Patch(patch_problem(setup))
        self.witnesses: list[Witness] = []
        self._solver = Solver(self.patch.formula(setup.encoding), setup.solver)

    def solve(self, cells: BitSet) -> bool | None:
        """Search for a while for a predecessor of some cells that differs from them."""
        assumptions = self.patch.assumptions(mask(cells, len(self.patch)))
        return self._solver.solve_until(conflicts=CALL_CONFLICTS, assumptions=assumptions)

    def core(self) -> BitSet:
        """Return cells that have no differing predecessor, after `solve` has found none."""
        return from_mask(np.isin(self.patch.same, self._solver.core()))

    def witness(self, cells: BitSet) -> Witness:
        """Return a witness against some cells with few errors, after `solve` has found one."""
        board = self.patch.board(self._solver.model(self.patch.projection))
        found = self._witness(board)
        if found.errors & cells or not found.differs & cells:
            raise AssertionError("a model of the formula is not a valid predecessor")
        around = mask(found.differs & cells, len(self.patch))
        tried = map(self._witness, self.patch.localised(board, around))
        return next((each for each in tried if not each.errors & cells), found)

    def _witness(self, board: Boards) -> Witness:
        errors, differs = self.patch.compare(board)
        return Witness(from_mask(errors), from_mask(differs))


@lru_cache(maxsize=1)
def _trial_solver(work: TrialSetup) -> _TrialSolver:
    """Return the solver of a pattern; a process keeps the last one and what it has learned."""
    return _TrialSolver(work.setup)


def run_trial(trial: Trial) -> Outcome[Witness]:
    """Search for the largest self-forcing patch among the cells of a trial."""
    solver = _trial_solver(trial.work)
    known, end = len(solver.witnesses), time.perf_counter() + trial.seconds
    cells, core, answer = trial.elements, 0, None
    while cells and answer is not False and time.perf_counter() < end:
        answer = solver.solve(cells)
        if answer:
            solver.witnesses.append(solver.witness(cells))
            cells = survivors(cells, solver.witnesses)
        elif answer is not None:
            core = solver.core()
    good = bool(cells) if not cells or answer is False else None
    return Outcome(good, cells, core, facts=tuple(solver.witnesses[known:]))


def is_self_forcing(problem: Predecessor, encoding: str, solver: str) -> bool:
    """Return whether a patch is self-forcing, decided by a new solver."""
    with Solver(problem.formula(encoding), solver) as fresh:
        return not run_in_thread(partial(fresh.solve, None))


def survives(problem: Predecessor, encoding: str) -> bool:
    """Return whether any predecessor of a patch contains it.

    If none does and the patch is self-forcing, it has no predecessor at all: it is an orphan.
    """
    with Solver(containing_predecessors(problem).formula(encoding)) as fresh:
        return bool(run_in_thread(partial(fresh.solve, None)))


# The first pieces are this fraction of the patch; this many are tried before they get smaller.
_FIRST_PIECE = 4
_DIRECTIONS = 8
# Single cells are tried outermost first, with up to this distance added at random.
_CHANCE = 3.0
# A restart puts back the cells up to a distance between these.
_NEAREST, _FARTHEST = 2.0, 8.0


class Descent(NamedTuple):
    """The state of a search for small patches."""

    # The smallest patch so far.
    best: BitSet
    # The largest patch.
    largest: BitSet
    # Cells that contain a patch, in which smaller ones are searched for.
    left: BitSet
    # The cells of `left` that are known to be necessary.
    needed: BitSet
    # Whether all cells of `best` are known to be necessary.
    minimal: bool
    # The number of restarts that have begun.
    restarts: int


def patch_minimisation(
    setup: SolverSetup,
    pool: GrowingPool,
    seed: int,
    restarts: int,
    earlier: Descent | None = None,
) -> Minimisation[Witness]:
    """Return a search for small self-forcing patches, which continues from `earlier`, if any.

    `seed` decides the order in which pieces are removed. `restarts` is the number of restarts after
    the first minimal patch.
    """
    patch = Patch(patch_problem(setup))
    begun = 0 if earlier is None else earlier.restarts
    strategy = _Descents(patch, np.random.default_rng([seed, begun] if begun else seed), restarts)
    everything = (1 << len(patch)) - 1
    search = Minimisation(_PatchOracle(TrialSetup(setup)), strategy, pool, everything)
    if earlier is not None:
        search.best, search.minimal, search.restarts = earlier.best, earlier.minimal, begun
        search.largest = earlier.largest
        search.descend(earlier.left, earlier.needed)
    return search


class _PatchOracle(Oracle[Witness]):
    """Decides whether there is a self-forcing patch among some cells."""

    slice_seconds: ClassVar[float] = 1.0

    def __init__(self, work: TrialSetup) -> None:
        super().__init__(work)
        self._witnesses: list[Witness] = []

    @staticmethod
    def run(trial: Trial) -> Outcome[Witness]:
        """Search for the largest self-forcing patch among the cells."""
        return run_trial(trial)

    def learn(self, facts: Iterable[Witness]) -> None:
        """Keep witnesses, which also refute other sets."""
        self._witnesses.extend(facts)

    def left(self, elements: BitSet) -> BitSet | None:
        """Return the cells that no witness removes, or None if none are left."""
        return survivors(elements, self._witnesses) or None


class _Descents(Strategy):
    """Removes large pieces first, then smaller ones, and restarts from the smallest patch."""

    def __init__(self, patch: Patch, random: np.random.Generator, restarts: int) -> None:
        self._cells = len(patch)
        self._restarts = restarts
        self._random = random
        self._places = np.stack([patch.columns, patch.rows], axis=1).astype(float)
        # The size of the next pieces, and the set for which the last ones were made; None before.
        self._size: int | None = None
        self._before: BitSet = 0

    def pieces(self, search: Minimisation[Any]) -> Iterator[BitSet]:
        """Return pieces that straight lines cut off, or single cells."""
        if self._size is None:
            self._size = search.current.bit_count() // _FIRST_PIECE
        if search.current == self._before:
            self._size //= 2
        self._before = search.current
        return self._cuts(search.current) if self._size > 1 else self._singles(search)

    def descend_again(self, search: Minimisation[Any]) -> bool:
        """Begin another descent from the smallest patch, changed around one of its cells."""
        if search.restarts > self._restarts:
            return False
        middle = self._random.choice(self._places[self._mask(search.best)])
        radius = self._random.uniform(_NEAREST, _FARTHEST)
        near = np.hypot(*(self._places - middle).T) <= radius
        cells = search.largest & (search.best | from_mask(near))
        self._size, self._before = 1, 0
        old = np.flatnonzero(self._mask(search.best) & near)
        self._random.shuffle(old)
        hole = old[: self._random.integers(1, len(old) // 2 + 2)]
        both = np.flatnonzero(self._mask(cells) & near)
        self._random.shuffle(both)
        singles = (1 << number for number in [*hole.tolist(), *both.tolist()])
        search.descend(cells, pieces=[self._set(hole), *singles])
        return True

    def _cuts(self, cells: BitSet) -> Iterator[BitSet]:
        """Yield pieces that straight lines cut off."""
        numbers = np.flatnonzero(self._mask(cells))
        for angle in self._random.uniform(0, 2 * np.pi, _DIRECTIONS):
            along = self._places[numbers] @ [np.cos(angle), np.sin(angle)]
            yield self._set(numbers[np.argsort(along)[: self._size]])

    def _singles(self, search: Minimisation[Any]) -> Iterator[BitSet]:
        """Yield single cells, the outermost first."""
        numbers = np.flatnonzero(self._mask(search.current & ~search.needed))
        middle = self._places[self._mask(search.current)].mean(axis=0)
        away = np.hypot(*(self._places[numbers] - middle).T)
        away += self._random.uniform(0, _CHANCE, len(numbers))
        for number in numbers[np.argsort(-away)].tolist():
            yield 1 << number

    def _mask(self, cells: BitSet) -> Mask:
        return mask(cells, self._cells)

    def _set(self, numbers: NDArray[np.intp]) -> BitSet:
        """Return the set of cells with some numbers."""
        chosen = np.zeros(self._cells, dtype=bool)
        chosen[numbers] = True
        return from_mask(chosen)
