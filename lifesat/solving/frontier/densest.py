"""The densest still life in a box, by dynamic programming over all states of two rows.

The box is read cell by cell. What is still to come depends on the last two rows and two cells more,
and for each state of these the most live cells so far are kept (bucket elimination; J. Larrosa,
E. Morancho and D. Niso, "On the practical use of variable elimination in constraint optimization
problems: 'still-life' as a case study", JAIR 23, 2005). So the work grows fourfold with each
column, and only in proportion to the number of rows.
"""

import math
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from lifesat.evolution import step
from lifesat.problems.problem import Problem
from lifesat.problems.still_life import StillLife
from lifesat.rules import Rule
from lifesat.solving.frontier.memory import StoppedError, half_of_the_machine

# Live cells so far plus one, by state; 0 where the state cannot be reached.
Counts = NDArray[np.uint8] | NDArray[np.uint16]

# Three columns take part in each step.
_LEAST_WIDTH = 3
# A step is taken in parts of so many states, which about fit the processor's cache.
_PART = 1 << 20


def densest_in_reach(problem: Problem, memory: int | None = None) -> TypeGuard[StillLife]:
    """Return whether `densest_board` can be asked.

    Parameters
    ----------
    problem
        Has to be about still lifes, and to ask for nothing else than a box, not too narrow.
    memory
        The most bytes to take; half of the machine's memory unless given.
    """
    if not isinstance(problem, StillLife):
        return False
    if problem != StillLife(problem.width, problem.height, rule=problem.rule):
        return False
    width, height = _sides(problem)
    states = 4 ** (width + 1)
    # The counts before and after a step, and one table for each row.
    needed = (2 * states + (height + 2) * states // 4) * _dtype(problem)().itemsize
    return width >= _LEAST_WIDTH and needed <= (memory or half_of_the_machine())


def densest_board(
    problem: StillLife, stop: Callable[[], bool] = lambda: False, workers: int = 1
) -> NDArray[np.uint8]:
    """Return a still life with the most live cells.

    Parameters
    ----------
    problem
        One for which `densest_in_reach`.
    stop
        Asked between steps; a true answer ends the work.
    workers
        How many threads do it.

    Returns
    -------
    ndarray of uint8
        Shape ``(height, width)``.

    Raises
    ------
    StoppedError
        If `stop` said so.
    """
    width, _ = _sides(problem)
    with ThreadPoolExecutor(workers) as threads:
        rows = _sweep(problem, stop, threads)
    board = _trace(rows, width, problem.evolves_under)
    return board if problem.width == width else board.T


def _sides(problem: StillLife) -> tuple[int, int]:
    """Return the box as it is swept, the shorter side first if the rule lets it be transposed."""
    width, height = problem.width, problem.height
    turnable = "transpose" in problem.evolves_under.turns
    return (height, width) if turnable and height < width else (width, height)


def _dtype(problem: StillLife) -> type[np.uint8 | np.uint16]:
    """Return a type for counts up to one more than all cells."""
    return np.uint8 if problem.width * problem.height < np.iinfo(np.uint8).max else np.uint16


def _sweep(problem: StillLife, stop: Callable[[], bool], threads: Executor) -> list[Counts]:
    """Return for each row, two below the box included, the counts by two rows.

    There are no bounds below: what lies in the box is what has two dead rows there.

    Returns
    -------
    list of ndarray
        Shape ``(2 ** width, 2 ** width)``: the row before, then the row; first columns on top.
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
            allowed = [_allowed(x, width, cell, problem.evolves_under) for cell in range(2)]
            _step(counts, after, allowed, threads)
            counts, after = after, counts
        rows.append(counts.reshape(4, 2**width, 2**width).max(axis=0))
    return rows


def _step(
    counts: Counts, after: Counts, allowed: list[NDArray[np.bool_]], threads: Executor
) -> None:
    """Write to `after` the counts by state once the next cell is known.

    A state is the cells before this one, two rows and two cells of them, the first as its highest
    bit. Three of them, three a row later and two another row later make a block with the new cell.
    `allowed` has what `_allowed` says of a dead new cell, and of a live one.
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

    def take(start: int) -> None:
        some = slice(start, start + part)
        for cell, mask in enumerate(masks):
            best = before[0, :, some] & mask[0]
            np.maximum(best, before[1, :, some] & mask[1], out=best)
            if cell:
                best += best > 0
            result[:, some, :, :, cell] = best

    for _ in threads.map(take, range(0, free, part)):
        pass  # what a thread raises is raised here


@cache
def _allowed(x: int, width: int, cell: int, rule: Rule) -> NDArray[np.bool_]:
    """Return which blocks do not change in the middle, nor on the right if that is the edge.

    Returns
    -------
    ndarray of bool
        Shape ``(2, 4, 8, 4)``: the first cell of the block; the rest of its first row; its second;
        what stands before the new `cell` in column `x`.
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
    """Return whether the middle cell of three rows of three bits stays: shape ``(8, 8, 8)``."""
    table = np.frombuffer(rule.table, dtype=np.uint8).reshape(8, 8, 8)
    centre = np.arange(8)[:, None] >> 1 & 1
    stays: NDArray[np.bool_] = table == centre
    return stays


def _trace(rows: list[Counts], width: int, rule: Rule) -> NDArray[np.uint8]:
    """Return a board with the counts that `_sweep` ends in."""
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
