"""Small self-forcing patches inside a pattern: cells are removed while there is one left.

A trial removes some cells of a self-forcing patch and searches for the largest self-forcing patch
among the others. If there is one, a core of it is the next patch. If there is none, every smaller
patch needs some of the removed cells too. So a single cell that cannot be removed stays necessary,
and a patch is minimal once that is known of each of its cells.

Cells that are removed one by one leave large minimal patches. A descent therefore removes large
pieces first, each cut off by a straight line in a random direction, and then smaller ones. After
that, a restart puts cells back around a random cell of the smallest patch so far, removes others
there, and descends from the result.
"""

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.life.pattern import Pattern
from lifesat.problems.life.cell_sets import Cells, Mask, from_mask, mask
from lifesat.problems.life.orphan import part_of
from lifesat.problems.life.self_forcing import Patch
from lifesat.queries.orphan_minimisation import LazyPool
from lifesat.queries.self_forcing_trials import (
    Result,
    Trial,
    Witness,
    Work,
    run_trial,
    survivors,
)
from lifesat.sat.task_pool import TaskSet

_SLICE_SECONDS = 0.25
# Stopping waits for running slices.
_POOL_SLICE = 1.0
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
        Cells among which there is a patch, smaller ones being looked for, and those of them that
        are known to be necessary.
    restarts
        The number of restarts that have begun.
    """

    best: Cells
    largest: Cells
    left: Cells
    needed: Cells
    minimal: bool
    restarts: int


class Minimisation:
    """Searches for small self-forcing patches, slice by slice.

    Parameters
    ----------
    work
        The pattern, the encoding and the solver.
    pool
        Runs the trials.
    seed
        The seed of the order in which pieces are removed.
    restarts
        The number of restarts after the first minimal patch.
    earlier
        What `descent` returned in an earlier search, to go on from there; None to begin.

    Attributes
    ----------
    patch
        The known cells of the pattern.
    exists
        Whether there is a self-forcing patch; None while that is unknown.
    best
        The smallest self-forcing patch so far, 0 if there is none.
    minimal
        Whether all cells of it are known to be necessary.
    restarts
        The number of restarts that have begun.
    """

    def __init__(
        self,
        work: Work,
        pool: LazyPool,
        seed: int,
        restarts: int,
        earlier: Descent | None = None,
    ) -> None:
        self.exists: bool | None = None
        self.best: Cells = 0
        self.minimal = False
        self.restarts = 0
        self.patch = Patch(work.problem)
        self._work, self._pool = work, pool
        self._last_restart = restarts
        self._random = np.random.default_rng(seed)
        self._places = np.stack([self.patch.columns, self.patch.rows], axis=1).astype(float)
        self._trials: TaskSet[Cells, Trial, Result] = TaskSet(pool, run_trial)
        self._running: dict[Cells, Trial] = {}
        self._witnesses: list[Witness] = []
        self._largest: Cells = (1 << len(self.patch)) - 1
        # The descent: cells among which there is a self-forcing patch, those of them known to be
        # necessary, pieces to remove and their size. The first piece is empty.
        self._cells = self._largest
        self._needed: Cells = 0
        self._pieces: deque[Cells] = deque([0])
        self._size = 0
        self._shrunk = False
        if earlier is not None:
            self._go_on(earlier, seed)

    def descent(self) -> Descent:
        """Return what is known, to go on from there later."""
        return Descent(
            self.best, self._largest, self._cells, self._needed, self.minimal, self.restarts
        )

    def _go_on(self, earlier: Descent, seed: int) -> None:
        """Take over what an earlier search knew; its pieces are made anew."""
        self.exists = True
        self.best, self.minimal, self.restarts = earlier.best, earlier.minimal, earlier.restarts
        self._largest, self._cells, self._needed = earlier.largest, earlier.left, earlier.needed
        self._size = self.cells // _FIRST_PIECE
        self._pieces.clear()
        self._random = np.random.default_rng([seed, earlier.restarts])

    @property
    def complete(self) -> bool:
        """Whether the patch is minimal and all restarts are done, or there is no patch."""
        return self.exists is False or (self.minimal and self.restarts > self._last_restart)

    @property
    def cells(self) -> int:
        """The number of cells of the descent's patch."""
        return self._cells.bit_count()

    @property
    def needed(self) -> int:
        """How many of them are known to be necessary."""
        return self._needed.bit_count()

    def pattern(self) -> Pattern:
        """Return the smallest patch so far; other cells are unknown."""
        return part_of(self._work.problem.target, self._mask(self.best))

    def advance(self, seconds: float) -> None:
        """Search for about `seconds`."""
        end = time.perf_counter() + seconds
        while not self.complete and time.perf_counter() < end:
            self._send()
            for piece, result in self._trials.completed(max(0.0, end - time.perf_counter())):
                self._learn(piece, result)

    # ---------------------------------------------------------------- trials

    def _send(self) -> None:
        """Start trials for idle workers."""
        while len(self._trials) < self._pool.workers and not self.complete:
            if self._pieces:
                self._begin(self._pieces.popleft())
            elif self._trials:
                return
            else:
                self._plan()

    def _begin(self, piece: Cells) -> None:
        """Start the trial of a piece, unless its result is known."""
        piece &= self._cells
        known = piece & self._needed or piece in self._running or (not piece and self.exists)
        if known:
            return
        left = survivors(self._cells & ~piece, self._witnesses)
        if left or not piece:
            self._submit(piece, Trial(self._work, left, 0.0))
        else:
            self._fail(piece)

    def _submit(self, piece: Cells, trial: Trial) -> None:
        seconds = _SLICE_SECONDS if self._pool.alone else _POOL_SLICE
        self._running[piece] = replace(trial, seconds=seconds)
        self._trials.submit(piece, self._running[piece])

    def _learn(self, piece: Cells, result: Result) -> None:
        trial = self._running.pop(piece)
        self._witnesses.extend(result.witnesses)
        if not result.decided:
            left = survivors(result.cells, result.witnesses)
            self._submit(piece, replace(trial, cells=left))
        elif not result.cells:
            self._fail(piece)
        elif self.exists is None:
            self.exists, self._largest = True, result.cells
            self._shrink(result.core)
            self._size = self.cells // _FIRST_PIECE
        elif result.core | self._cells == self._cells:
            self._shrink(result.core)
        else:
            # Other cells have been removed meanwhile, and what is left may have no patch.
            self._pieces.appendleft(piece)

    def _shrink(self, cells: Cells) -> None:
        self._cells = cells
        self._needed &= cells
        self._shrunk = True
        if not self.best or self.cells < self.best.bit_count():
            self.best, self.minimal = cells, False

    def _fail(self, piece: Cells) -> None:
        """Learn that there is no self-forcing patch without a piece."""
        if self.exists is None:
            self.exists = False
        elif piece.bit_count() == 1:
            self._needed |= piece

    # ---------------------------------------------------------------- pieces

    def _plan(self) -> None:
        """Queue pieces when there are none and nothing runs."""
        if self._cells == self._needed:
            if self.cells <= self.best.bit_count():
                self.best, self.minimal = self._cells, True
            self._restart()
            return
        if not self._shrunk:
            self._size //= 2
        self._shrunk = False
        self._pieces.extend(self._cuts() if self._size > 1 else self._singles())

    def _cuts(self) -> Iterator[Cells]:
        """Yield pieces that straight lines cut off."""
        numbers = np.flatnonzero(self._mask(self._cells))
        for angle in self._random.uniform(0, 2 * np.pi, _DIRECTIONS):
            along = self._places[numbers] @ [np.cos(angle), np.sin(angle)]
            yield self._set(numbers[np.argsort(along)[: self._size]])

    def _singles(self) -> Iterator[Cells]:
        """Yield single cells, the outermost first."""
        numbers = np.flatnonzero(self._mask(self._cells & ~self._needed))
        middle = self._places[self._mask(self._cells)].mean(axis=0)
        away = np.hypot(*(self._places[numbers] - middle).T)
        away += self._random.uniform(0, _CHANCE, len(numbers))
        for number in numbers[np.argsort(-away)].tolist():
            yield 1 << number

    def _restart(self) -> None:
        """Begin another descent: from the smallest patch, changed around one of its cells."""
        self.restarts += 1
        if self.restarts > self._last_restart:
            return
        middle = self._random.choice(self._places[self._mask(self.best)])
        radius = self._random.uniform(_NEAREST, _FARTHEST)
        near = np.hypot(*(self._places - middle).T) <= radius
        self._cells = self._largest & (self.best | from_mask(near))
        self._needed, self._size, self._shrunk = 0, 1, True
        old = np.flatnonzero(self._mask(self.best) & near)
        self._random.shuffle(old)
        hole = old[: self._random.integers(1, len(old) // 2 + 2)]
        self._pieces.append(self._set(hole))
        both = np.flatnonzero(self._mask(self._cells) & near)
        self._random.shuffle(both)
        self._pieces.extend(1 << number for number in [*hole.tolist(), *both.tolist()])

    def _mask(self, cells: Cells) -> Mask:
        return mask(cells, len(self.patch))

    def _set(self, numbers: NDArray[np.intp]) -> Cells:
        """Return the set of cells with some numbers."""
        chosen = np.zeros(len(self.patch), dtype=bool)
        chosen[numbers] = True
        return from_mask(chosen)
