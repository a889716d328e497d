"""How many parents a board probably has, and how to choose among the parents of one child.

The number of parents of a board is estimated from the exact numbers for its blocks of 3x3 cells;
where blocks overlap, the numbers for the overlaps are divided out. Physicists call this a Kikuchi
approximation: R. Kikuchi, "A theory of cooperative phenomena", 1951. The logarithm of the estimate
is a sum over blocks. So dynamic programming along the columns of a strip of a few rows fills it in
the best possible way, while all other cells stay as they are.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings.transition import successor_table
from lifesat.life.pattern import UNKNOWN
from lifesat.life.rule import Rule

Cells = NDArray[np.uint8]
Floats = NDArray[np.float32]

# The height of a strip. On 33x30 cells, higher ones take 8 to 50 times as long and gain little.
_ROWS = 4
# The number of rows from one strip to the next.
_STEP = 2
# The search ends with the first sweep that gains less.
_LEAST_GAIN = 1e-2
# The cost of an impossible block, more than that of any possible one.
_FORBIDDEN = 1e6


def sterility(board: Cells, rule: Rule) -> float:
    """Return minus the logarithm of the number of parents that a board probably has.

    The board must be at least 3x3.
    """
    blocks = np.lib.stride_tricks.sliding_window_view(board.astype(np.intp), (3, 3))
    numbers = blocks.reshape(-1, 9) @ (1 << np.arange(8, -1, -1))
    return float(_sterilities(rule)[numbers].sum())


def fertile(parent: Cells, child: Cells, rule: Rule) -> Cells:
    """Return a parent of the same child that probably has more parents itself, if there is one.

    The box of `child`, which may have unknown cells, is smaller than that of `parent` by one cell
    on every side.
    """
    board = parent.copy()
    by_columns, by_rows = _costs(rule)
    last, now = np.inf, sterility(board, rule)
    while now < last - _LEAST_GAIN:
        _sweep(board, child, by_columns)
        _sweep(board.T, child.T, by_rows)
        last, now = now, sterility(board, rule)
    return board


def _sweep(board: Cells, child: Cells, costs: Floats) -> None:
    """Fill in strips of rows from top to bottom."""
    rows = min(_ROWS, len(board))
    last = len(board) - rows
    for top in (*range(0, last, _STEP), last):
        _fill(board, child, slice(top, top + rows), costs)


def _fill(board: Cells, child: Cells, strip: slice, costs: Floats) -> None:
    """Fill in a strip of rows of `board` in the best possible way that keeps the child.

    `costs` are from `_costs`, by columns.
    """
    # Blocks with a cell of the strip lie in two more rows on either side.
    first, last = max(0, strip.start - 2), min(len(board), strip.stop + 2)
    places = 1 << np.arange(last - first - 1, -1, -1)
    weights = places[strip.start - first : strip.stop - first]
    fillings = np.arange(1 << len(weights))
    bits = fillings[:, None] >> np.arange(len(weights) - 1, -1, -1) & 1
    held = board[first:last].astype(np.intp)
    held[strip.start - first : strip.stop - first] = 0
    columns = (held.T @ places)[:, None] + bits @ weights
    # Of each block, what its three columns are, each as a number of three bits.
    triples = [columns >> shift & 7 for shift in range(last - first - 3, -1, -1)]
    best = np.zeros((len(fillings), len(fillings)), dtype=np.float32)
    choices: list[NDArray[np.intp]] = []
    for column in range(1, board.shape[1] - 1):
        total = np.repeat(best[:, :, None], len(fillings), axis=2)
        for row, triple in enumerate(triples):
            table = costs[child[first + row, column - 1]]
            left, middle, right = triple[column - 1 : column + 2]
            total += table[left][:, middle][:, :, right]
        choices.append(total.argmin(axis=0))
        best = total.min(axis=0)
    left, right = divmod(int(best.argmin()), len(fillings))
    filling = [right, left]
    for choice in reversed(choices):
        left, right = int(choice[left, right]), left
        filling.append(left)
    board[strip] = bits[filling[::-1]].T


@lru_cache
def _costs(rule: Rule) -> tuple[Floats, Floats]:
    """Return the costs of blocks, indexed by their three columns and by their three rows.

    Both have shape ``(3, 8, 8, 8)``; the first axis is the state of the child, or `UNKNOWN`.
    """
    live, costs = successor_table(rule).ravel(), _sterilities(rule)
    every = np.zeros((3, 512), dtype=np.float32) + costs
    every[0][live] = every[1][~live] = _FORBIDDEN
    every[UNKNOWN] = costs
    by_rows = every.reshape(3, 8, 8, 8)
    cells = every.reshape(3, *[2] * 9)
    by_columns = cells.transpose(0, 1, 4, 7, 2, 5, 8, 3, 6, 9).reshape(3, 8, 8, 8)
    return by_columns, by_rows


@lru_cache
def _sterilities(rule: Rule) -> Floats:
    """Return what each block adds to the sterility of a board, indexed by its cells in binary.

    Its number of parents is divided by the square roots of those of its halves that overlap with
    neighbours, and multiplied by the fourth roots of those of its corners, which were divided out
    twice.
    """
    ways = {shape: _ways(rule, *shape) for shape in ((2, 2), (2, 3), (3, 2), (3, 3))}
    top, middle, bottom = np.indices((8, 8, 8))
    wide, tall, small = ways[2, 3], ways[3, 2], ways[2, 2]
    logarithms = ways[3, 3] - (wide[top, middle] + wide[middle, bottom]) / 2
    for left in (top >> 1, middle >> 1, bottom >> 1), (top & 3, middle & 3, bottom & 3):
        upper, between, lower = left
        logarithms -= tall[upper, between, lower] / 2
        logarithms += (small[upper, between] + small[between, lower]) / 4
    costs: Floats = -logarithms.ravel().astype(np.float32)
    return costs


def _ways(rule: Rule, height: int, width: int) -> NDArray[np.float64]:
    """Return the logarithms of the numbers of parents of blocks of a size, indexed by rows."""
    live = successor_table(rule).ravel()
    rows = np.arange(1 << width + 2)
    first, second, third = rows[:, None, None], rows[:, None], rows
    child = np.zeros((len(rows),) * 3, dtype=np.intp)
    for shift in range(width - 1, -1, -1):
        block = (first >> shift & 7) << 6 | (second >> shift & 7) << 3 | third >> shift & 7
        child = child << 1 | live[block]
    steps = (child == np.arange(1 << width)[:, None, None, None]).astype(np.float64)
    # By the rows of the child so far, and the last two of the parent.
    ways = steps.sum(axis=1)
    for _ in range(height - 1):
        ways = np.einsum("...bc,qbcd->...qcd", ways, steps)
    # A block without parents is worse than any other.
    logarithms: NDArray[np.float64] = np.log(np.maximum(ways.sum(axis=(-2, -1)), 0.5))
    return logarithms
