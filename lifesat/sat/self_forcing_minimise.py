"""Small self-forcing patches inside a pattern: cells are removed while one is left.

A trial removes some cells of a self-forcing patch and searches for the largest self-forcing patch
among the others. If there is one, a core of it is the next patch. If there is none, every smaller
patch needs some of these cells too, so a single cell that cannot be removed is necessary for ever,
and a patch is minimal when that is known of each of its cells.

Cells that are removed one by one leave large minimal patches, so a descent first removes large
pieces, which a straight line cuts off, and then smaller ones. The directions are random. Once a
patch is minimal, a restart puts cells back around a random cell, removes others there and descends
again.
"""

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import numpy as np

from lifesat.cnf.formula import interruptible
from lifesat.errors import StoppedError
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.self_forcing import Patch
from lifesat.sat.memory import check, fitting, solver_bytes
from lifesat.sat.minimise import LazyPool
from lifesat.sat.self_forcing import (
    Cells,
    Result,
    Trial,
    Witness,
    Work,
    from_mask,
    mask,
    run_trial,
    survivors,
)
from lifesat.sat.task_pool import TaskSet

_ALONE_SLICE = 0.25
_POOL_SLICE = 5.0
# The first piece is this part of the patch; of each size, this many directions are tried.
_FIRST_PIECE = 4
_DIRECTIONS = 8


class Minimisation:
    """Searches for small self-forcing patches, slice by slice.

    Attributes
    ----------
    exists
        Whether there is a self-forcing patch at all; None while that is unknown.
    best
        The smallest patch so far, if there is one.
    minimal
        Whether all cells of it are necessary.
    """

    def __init__(self, work: Work, patch: Patch, pool: LazyPool, seed: int, restarts: int) -> None:
        self.exists: bool | None = None
        self.best: Cells = 0
        self.minimal = False
        self.restarts = 0
        self._patch, self._work, self._pool = patch, work, pool
        self._most_restarts = restarts
        self._random = np.random.default_rng(seed)
        self._places = np.stack([patch.columns, patch.rows], axis=1).astype(float)
        self._trials: TaskSet[Cells, Trial, Result] = TaskSet(pool, run_trial)
        self._running: dict[Cells, Trial] = {}
        self._whole: Cells = (1 << len(patch)) - 1
        self._witnesses: list[Witness] = []
        # The descent: its patch, the cells known to be necessary in it, and pieces to remove.
        self._cells: Cells = self._whole
        self._needed: Cells = 0
        self._size = 0
        self._pieces: deque[Cells] = deque([0])
        self._smaller = False

    @property
    def complete(self):
        return self.exists is False or (self.minimal and self.restarts > self._most_restarts)

    def advance(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while not self.complete and time.perf_counter() < end:
            self._send()
            for piece, result in self._trials.completed(max(0.0, end - time.perf_counter())):
                self._learn(piece, result)

    def _send(self) -> None:
        while len(self._trials) < self._pool.workers and not self.complete:
            if self._pieces:
                self._begin(self._pieces.popleft())
            elif self._trials:
                return
            else:
                self._next_size()

    def _begin(self, piece: Cells) -> None:
        piece &= self._cells
        if self._size and not piece or not piece & ~self._needed and self._size==1:
            return
        if piece & self._needed:
            return
        left = survivors(self._cells & ~piece, self._witnesses)
        if not left and piece:
            self._fail(piece)
            return
        self._submit(piece, Trial(self._work, left, float("inf"), 0.0))

    def _submit(self, piece, trial):
        seconds = _ALONE_SLICE if self._pool.alone else _POOL_SLICE
        self._running[piece] = replace(trial, seconds=seconds)
        self._trials.submit(piece, self._running[piece])

    def _learn(self, piece, result):
        trial = self._running.pop(piece)
        self._witnesses.extend(result.witnesses)
        if not result.decided:
            self._submit(piece, replace(trial, cells=survivors(result.cells,self._witnesses), conflicts=result.conflicts))
        elif not result.cells:
            if self.exists is None: self.exists=False
            self._fail(piece)
        elif self.exists is None:
            self.exists = True
            self._largest = result.cells
            self._new(result.core)
            self._size = self._cells.bit_count()//_FIRST_PIECE
            self._cut()
        elif result.core.bit_count() < self._cells.bit_count():
            self._new(result.core)

    def _new(self, cells):
        self._cells = cells
        self._needed &= cells
        self._smaller = True
        if not self.best or cells.bit_count()<self.best.bit_count():
            self.best = cells
            self.minimal = False

    def _fail(self, piece):
        if piece.bit_count() == 1:
            self._needed |= piece

    def _next_size(self):
        if self._size == 1:
            if self._smaller and self._cells & ~self._needed:
                self._smaller=False
                self._singles()
                return
            assert not self._cells & ~self._needed
            if self._cells == self.best: self.minimal = True
            self._restart()
            return
        if not self._smaller:
            self._size = max(1, self._size//2)
        self._smaller = False
        if self._size > 1: self._cut()
        else: self._singles(); self._smaller=True

    def _cut(self):
        cells = np.flatnonzero(mask(self._cells, len(self._patch)))
        for angle in self._random.uniform(0, 2*np.pi, _DIRECTIONS):
            along = self._places[cells] @ [np.cos(angle), np.sin(angle)]
            self._pieces.append(sum(1<<int(c) for c in cells[np.argsort(-along)[:self._size]]))

    def _singles(self):
        cells = np.flatnonzero(mask(self._cells & ~self._needed, len(self._patch)))
        places=self._places[cells]
        away = ((places-self._places[np.flatnonzero(mask(self._cells,len(self._patch)))].mean(axis=0))**2).sum(axis=1)**.5
        away += self._random.uniform(0, 3, len(cells))
        self._pieces.extend(1<<int(c) for c in cells[np.argsort(-away)])

    def _restart(self):
        self.restarts += 1
        if self.restarts > self._most_restarts: return
        start = self.best
        cells = np.flatnonzero(mask(start, len(self._patch)))
        centre = self._places[self._random.choice(cells)]
        dist = np.hypot(*(self._places-centre).T)
        r = self._random.uniform(2, 8)
        near = from_mask(dist<=r)
        self._cells = self._largest & (start|near)
        self._needed = 0
        self._size = 1
        self._smaller = False
        old = [1<<int(c) for c in np.flatnonzero(mask(start&near,len(self._patch)))]
        new = [1<<int(c) for c in np.flatnonzero(mask(self._cells&~start,len(self._patch)))]
        self._random.shuffle(old); self._random.shuffle(new)
        k = self._random.integers(1, max(2,len(old)//2+1))
        self._pieces.append(sum(old[:k]))
        self._pieces.extend(old[:k])
        rest = old[k:]+new
        self._random.shuffle(rest)
        self._pieces.extend(rest)
        self._smaller = True
