"""The densest still life in a box, by dynamic programming over all states of two rows.

The sweep adds one cell at a time. The remaining cells depend only on the last two rows and two more
cells. For each state of these, the sweep stores the largest number of live cells so far (bucket
elimination; J. Larrosa, E. Morancho and D. Niso, "On the practical use of variable elimination in
constraint optimization problems: 'still-life' as a case study", JAIR 23, 2005). The work grows by a
factor of four with each column, and linearly with the number of rows.
"""

import math
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import StoppedError
from lifesat.life.evolution import step
from lifesat.life.rule import Rule
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Problem
from lifesat.system.machine import memory_limit

# Live cells so far plus one, by state; 0 where the state cannot be reached.
Counts = NDArray[np.uint8] | NDArray[np.uint16]

# Each step uses three columns.
_LEAST_WIDTH = 3
# The number of states of a part of a step, chosen to fit the processor's cache.
_PART = 1 << 20


def densest_in_reach(problem: Problem, memory: int | None = None) -> TypeGuard[StillLife]:
    """Return whether `densest_board` supports a problem and has the memory for it.

    It supports still lifes of two states in a box that is not too narrow, without other
    constraints. `memory` is the limit in bytes, or None for half of the machine's memory.
    """
    if not isinstance(problem, StillLife) or not problem.rule.has_table:
        return False
    if problem != StillLife(problem.width, problem.height, rule_name=problem.rule_name):
        return False
    width, height = _sides(problem)
    states = 4 ** (width + 1)
    # The counts before and after a step, and one table for each row.
    needed = (2 * states + (height + 2) * states // 4) * _dtype(problem)().itemsize
    return width >= _LEAST_WIDTH and needed <= memory_limit(memory)


def densest_board(
    problem: StillLife, stop: Callable[[], bool] = lambda: False, workers: int = 1
) -> NDArray[np.uint8]:
    """Return a still life with the most live cells, shape ``(height, width)``.

    `densest_in_reach` must accept the problem; `workers` is the number of threads. Raises
    StoppedError if `stop` returns true.
    """
    width, _ = _sides(problem)
    with ThreadPoolExecutor(workers) as threads:
        rows = _sweep(problem, stop, threads)
    board = _trace(rows, width, problem.rule)
    return board if problem.width == width else board.T


def _sides(problem: StillLife) -> tuple[int, int]:
    """Return width and height for the sweep: the shorter side first if the rule permits it."""
    width, height = problem.width, problem.height
    transposable = "transpose" in problem.rule.symmetries
    return (height, width) if transposable and height < width else (width, height)


def _dtype(problem: StillLife) -> type[np.uint8 | np.uint16]:
    """Return a type that holds the number of all cells plus one."""
    return np.uint8 if problem.width * problem.height < np.iinfo(np.uint8).max else np.uint16


def _sweep(problem: StillLife, stop: Callable[[], bool], threads: Executor) -> list[Counts]:
    """Return, for each row and for two rows below the box, the counts by the last two rows.

    The last counts, for two dead rows, are those of the still lifes in the box. Each array has the
    shape ``(2 ** width, 2 ** width)``: the previous row, then the row; the first column is the
    highest bit.
    """
    width, height = _sides(problem)
    counts = np.zeros(4 ** (width + 1), dtype=_dtype(problem))
    after = np.empty_like(counts)
    counts[0] = 1
    rows = []
    for _ in range(height + 2):
        for x in range(width):
            if stop():
                raise StoppedError
            allowed = [_allowed(x, width, cell, problem.rule) for cell in range(2)]
            _step(counts, after, allowed, threads)
            counts, after = after, counts
        rows.append(counts.reshape(4, 2**width, 2**width).max(axis=0))
    return rows


def _step(
    counts: Counts, after: Counts, allowed: list[NDArray[np.bool_]], threads: Executor
) -> None:
    """Write to `after` the counts by state after the next cell.

    A state consists of the two rows and two cells before the new cell; the first of them is the
    highest bit. The new cell completes a block of 3x3 cells with eight cells of the state.
    `allowed` holds the results of `_allowed` for a dead and for a live new cell.
    """
    free = math.isqrt(counts.size) // 2 ** (_LEAST_WIDTH + 1)
    before = counts.reshape(2, 4, free, 8, free * 4)
    result = after.reshape(4, free, 8, free * 4, 2)
    masks = [
        np.where(np.tile(blocks, free)[:, :, None], np.iinfo(counts.dtype).max, 0).astype(
            counts.dtype
        )
        for blocks in allowed
    ]
    part = max(1, _PART // (free * 128))

    def update(start: int) -> None:
        some = slice(start, start + part)
        for cell, mask in enumerate(masks):
            best = before[0, :, some] & mask[0]
            np.maximum(best, before[1, :, some] & mask[1], out=best)
            if cell:
                best += best > 0
            result[:, some, :, :, cell] = best

    for _ in threads.map(update, range(0, free, part)):
        pass  # this raises the exceptions of the threads


@cache
def _allowed(x: int, width: int, cell: int, rule: Rule) -> NDArray[np.bool_]:
    """Return the blocks whose middle cell is stable; at the edge also the cells to its right.

    The shape is ``(2, 4, 8, 4)``: the first cell of the block; the rest of its first row; its
    second row; the cells before the new `cell`, which is in column `x`.
    """
    above, middle, below = np.ogrid[:8, :8, :4]
    rows = [above, middle, 2 * below + cell]
    seen = 7 >> max(0, 2 - x)
    stays = _stays(rule)
    good: NDArray[np.bool_] = stays[tuple(row & seen for row in rows)]
    if x == width - 1:
        for beyond in (1, 2):
            good &= stays[tuple(row << beyond & 7 for row in rows)]
    return good.reshape(2, 4, 8, 4)


def _stays(rule: Rule) -> NDArray[np.bool_]:
    """Return whether the middle cell of three rows of three bits is stable: ``(8, 8, 8)``."""
    table = np.frombuffer(rule.table, dtype=np.uint8).reshape(8, 8, 8)
    centre = np.arange(8)[:, None] >> 1 & 1
    stays: NDArray[np.bool_] = table == centre
    return stays


def _trace(rows: list[Counts], width: int, rule: Rule) -> NDArray[np.uint8]:
    """Return a board with the largest count at the end of `_sweep`."""
    lines = (np.arange(2**width)[:, None] >> np.arange(width)[::-1] & 1).astype(np.uint8)
    populations = lines.sum(axis=1, dtype=np.intp)
    found = [0, 0]
    for y in range(len(rows) - 1, 1, -1):
        row, below = found[-1], found[-2]
        wanted = int(rows[y][row, below]) - populations[below]
        above = np.flatnonzero((rows[y - 1][:, row] == wanted) & (wanted > 0))
        cells = np.zeros((len(above), 3, width + 2), dtype=np.uint8)
        cells[:, :, 1:-1] = np.stack(np.broadcast_arrays(lines[above], lines[row], lines[below]), 1)
        stays = (step(cells, rule) == cells)[:, 1].all(axis=1)
        found.append(int(above[stays.argmax()]))
    return lines[found[:1:-1]]
