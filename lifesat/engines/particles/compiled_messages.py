"""Sums over the states of three rows by compiled loops, several times faster than with arrays.

The states have the axes middle, bottom, top, since loops over the last one, the windows of the top
row, are those that a processor vectorizes. In the loops c is a column; t, m and b are windows of
the top, middle and bottom row. A window of w columns is a whole one, one of w - 1 columns a half
one; `half` is the number of the latter.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.particles.compiler import compiled

Floats = NDArray[np.float32]
Wanted = Literal["upper", "lower"]


def summed(start: Floats, checks: Floats, above: Floats, below: Floats, wanted: Wanted) -> Floats:
    """Return the weights of windows of two rows of three, without the factor of their own chain.

    `start` holds the weights of half windows before the first column, shape ``(half, half, half)``;
    `checks` have shape ``(columns, 8, 8, 8)``, chains and the result ``(columns, 2 half, 2 half)``.
    """
    forward = _forwards(start, checks, above, below)
    backwards = _upper if wanted == "upper" else _lower
    weights = np.empty_like(below)
    backwards(forward, checks, above, below, weights)
    return weights


@compiled
def _forwards(start: Floats, checks: Floats, above: Floats, below: Floats) -> Floats:
    """Return the states before each column and after the last one."""
    columns, half = len(below), len(start)
    forward = np.empty((columns + 1, half, half, half), dtype=np.float32)
    # Loops compile much faster than the assignment of one array to another.
    for m in range(half):
        for b in range(half):
            for t in range(half):
                forward[0, m, b, t] = start[m, b, t]
    through = np.empty((2 * half, half, half), dtype=np.float32)
    for c in range(columns):
        _through(forward[c], below[c], through)
        _forward(through, above[c], checks[c], forward[c + 1])
        _normalise(forward[c + 1])
    return forward


@compiled
def _upper(forward: Floats, checks: Floats, above: Floats, below: Floats, weights: Floats) -> None:
    """Fill the weights of the windows of the upper two rows."""
    half = forward.shape[1]
    through = np.empty((2 * half, half, half), dtype=np.float32)
    back = np.empty((2 * half, half, half), dtype=np.float32)
    after = np.ones((half, half, half), dtype=np.float32)
    for c in range(len(below) - 1, -1, -1):
        _check(after, checks[c])
        _through(forward[c], below[c], through)
        _upper_weights(through, after, weights[c])
        _back(after, above[c], back)
        _before(back, below[c], after)
        _normalise(after)


@compiled
def _lower(forward: Floats, checks: Floats, above: Floats, below: Floats, weights: Floats) -> None:
    """Fill the weights of the windows of the lower two rows."""
    half = forward.shape[1]
    back = np.empty((2 * half, half, half), dtype=np.float32)
    after = np.ones((half, half, half), dtype=np.float32)
    for c in range(len(below) - 1, -1, -1):
        _check(after, checks[c])
        _back(after, above[c], back)
        _lower_weights(forward[c], back, weights[c])
        _before(back, below[c], after)
        _normalise(after)


@compiled
def _through(state: Floats, below: Floats, through: Floats) -> None:
    """Add a column of the middle and bottom rows."""
    half = len(state)
    for m in range(2 * half):
        for b in range(half):
            dead, live = below[m, b], below[m, b + half]
            without, with_live = state[m >> 1, b >> 1], state[m >> 1, (b + half) >> 1]
            for t in range(half):
                through[m, b, t] = without[t] * dead + with_live[t] * live


@compiled
def _forward(through: Floats, above: Floats, check: Floats, state: Floats) -> None:
    """Add the column of the top row, and check the last three columns."""
    half = len(state)
    for m in range(half):
        for b in range(half):
            dead, live = through[m, b], through[m + half, b]
            for t in range(half):
                low, high = t >> 1, (t + half) >> 1
                ways = dead[low] * above[t, m] + dead[high] * above[t + half, m]
                ways += live[low] * above[t, m + half] + live[high] * above[t + half, m + half]
                state[m, b, t] = ways * check[t & 7, m & 7, b & 7]


@compiled
def _check(state: Floats, check: Floats) -> None:
    """Multiply a state by the checks of the last three columns."""
    half = len(state)
    for m in range(half):
        for b in range(half):
            for t in range(half):
                state[m, b, t] *= check[t & 7, m & 7, b & 7]


@compiled
def _upper_weights(through: Floats, later: Floats, weights: Floats) -> None:
    """Sum over the bottom row."""
    half = len(later)
    weights[:] = 0
    for m in range(2 * half):
        for b in range(half):
            ways, ahead = through[m, b], later[m & (half - 1), b]
            for t in range(2 * half):
                weights[t, m] += ways[t >> 1] * ahead[t & (half - 1)]


@compiled
def _back(later: Floats, above: Floats, back: Floats) -> None:
    """Sum over the newest column of the top row."""
    half = len(later)
    for m in range(2 * half):
        for b in range(half):
            ahead = later[m & (half - 1), b]
            for t in range(half):
                newest = 2 * t & (half - 1)
                back[m, b, t] = (
                    ahead[newest] * above[2 * t, m] + ahead[newest + 1] * above[2 * t + 1, m]
                )


@compiled
def _lower_weights(state: Floats, back: Floats, weights: Floats) -> None:
    """Sum over the top row."""
    half = len(state)
    for m in range(2 * half):
        for b in range(2 * half):
            before, ahead = state[m >> 1, b >> 1], back[m, b & (half - 1)]
            total = np.float32(0)
            for t in range(half):
                total += before[t] * ahead[t]
            weights[m, b] = total


@compiled
def _before(back: Floats, below: Floats, state: Floats) -> None:
    """Sum over the newest column of the other rows."""
    half = len(state)
    state[:] = 0
    for m in range(2 * half):
        for b in range(2 * half):
            before, ahead, ways = state[m >> 1, b >> 1], back[m, b & (half - 1)], below[m, b]
            for t in range(half):
                before[t] += ahead[t] * ways


@compiled
def _normalise(state: Floats) -> None:
    """Divide a state by its sum, unless it is zero."""
    cells = state.ravel()
    total = np.float32(0)
    for k in range(len(cells)):
        total += cells[k]
    if total > 0:
        for k in range(len(cells)):
            cells[k] /= total
