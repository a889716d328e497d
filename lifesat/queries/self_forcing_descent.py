"""Small self-forcing patches inside a pattern: cells are removed while there is one left.

Cells that are removed one by one leave large minimal patches. A descent therefore removes large
pieces first, each cut off by a straight line in a random direction, and then smaller ones. After
that, a restart puts cells back around a random cell of the smallest patch so far, removes others
there, and descends from the result.
"""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.bit_sets import BitSet, Mask, from_mask, mask
from lifesat.problems.life.self_forcing import Patch
from lifesat.queries.self_forcing_trials import Witness, patch_problem, run_trial, survivors
from lifesat.sat.growing_pool import GrowingPool
from lifesat.sat.minimisation import Minimisation, Oracle, Outcome, Strategy, Trial, TrialSetup
from lifesat.sat.solver_setup import SolverSetup

# The first pieces are this part of the patch; this many are tried before they get smaller.
_FIRST_PIECE = 4
_DIRECTIONS = 8
# About the order of single cells: outermost first, with so many cells of chance.
_CHANCE = 3.0
# A restart puts back the cells up to a distance between these.
_NEAREST, _FARTHEST = 2.0, 8.0


class Descent(NamedTuple):
    """What a search for small patches knows.

    Attributes
    ----------
    best, minimal
        The smallest patch so far, and whether all its cells are known to be necessary.
    largest
        The largest patch.
    left, needed
        BitSet among which there is a patch, smaller ones being looked for, and those of them that
        are known to be necessary.
    restarts
        The number of restarts that have begun.
    """

    best: BitSet
    largest: BitSet
    left: BitSet
    needed: BitSet
    minimal: bool
    restarts: int


def patch_minimisation(
    setup: SolverSetup,
    pool: GrowingPool,
    seed: int,
    restarts: int,
    earlier: Descent | None = None,
) -> Minimisation[Witness]:
    """Return a search for small self-forcing patches.

    Parameters
    ----------
    setup
        The pattern, the encoding and the solver.
    pool
        Runs the trials.
    seed
        The seed of the order in which pieces are removed.
    restarts
        The number of restarts after the first minimal patch.
    earlier
        What an earlier search knew, to go on from there; None to begin.
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
    """Finds out whether there is a self-forcing patch among some cells."""

    slice_seconds: ClassVar[float] = 1.0

    def __init__(self, work: TrialSetup) -> None:
        super().__init__(work)
        self._witnesses: list[Witness] = []

    @staticmethod
    def run(trial: Trial) -> Outcome[Witness]:
        """Search for the largest self-forcing patch among the cells."""
        return run_trial(trial)

    def learn(self, facts: Iterable[Witness]) -> None:
        """Keep witnesses, which refute other sets."""
        self._witnesses.extend(facts)

    def left(self, elements: BitSet) -> BitSet | None:
        """Return the cells that no witness removes, or None if none are left."""
        return survivors(elements, self._witnesses) or None


class _Descents(Strategy):
    """Removes large pieces first, then smaller ones, and begins again from the smallest patch."""

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
        """Begin another descent: from the smallest patch, changed around one of its cells."""
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
