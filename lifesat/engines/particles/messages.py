"""Messages between the rows of a board: the approximate number of ways to complete it.

The state between two rows is the pair of them. The number of ways to complete a board below a pair,
or above it, is approximated by a chain: a product over the columns of tables over windows of a few
columns of both rows. Chains are made by expectation propagation [1]_: the message from the other
side multiplies a chain while it is made, and is divided out again, so that the chain is accurate
where the other side says that a board is likely to be.

A chain is stored as conditionals: the table of a column holds the probabilities of its two cells,
given the cells of the window to the left.

In the loops c is a column; t, m and b are windows of the top, middle and bottom of three rows. A
window of w columns is a whole one, one of w - 1 columns a half one; `half` is the number of the
latter. States have the axes middle, bottom, top, since loops over the last one are those that a
processor vectorizes.

References
----------
.. [1] T. P. Minka, "Expectation Propagation for Approximate Bayesian Inference", UAI 2001.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.compiler import compiled
from lifesat.engines.particles.board import Board

Floats = NDArray[np.float32]
Wanted = Literal["upper", "lower"]

# The least divisor, so that no quotient is infinite.
_LEAST = np.float32(1e-30)

Chain = Floats
"""Tables of one pair of rows, shape ``(columns + 1, 2^w, 2^w)``: the windows of the upper and the
lower row that end in a column, as binary numbers with the left cell as the highest bit."""


def dead_chain(board: Board, width: int) -> Chain:
    """Return the chain of two dead rows."""
    chain = np.zeros((board.columns + 1, 1 << width, 1 << width), dtype=np.float32)
    chain[:, 0, 0] = 1
    return chain


def widened(chain: Chain, width: int) -> Chain:
    """Return the same chain for wider windows; it ignores their oldest columns."""
    narrow = np.arange(1 << width) & (chain.shape[1] - 1)
    return chain if len(narrow) == chain.shape[1] else chain[:, narrow[:, None], narrow]


def updated(
    width: int,
    checks: Floats,
    above: Chain | None,
    below: Chain,
    wanted: Wanted,
    *,
    from_edge: bool = True,
) -> Chain:
    """Return the chain of the upper or lower two of three rows, given the messages around them.

    `checks` are those of the middle row, `above` and `below` the chains of the upper and of the
    lower two rows. The result is all zeros in some column where the rows contradict each other.
    `above` is None if all pairs are equally likely; without `from_edge`, cells left of the first
    column may be anything.
    """
    checks, below = np.ascontiguousarray(checks), np.ascontiguousarray(below)
    known = np.ones_like(below) if above is None else np.ascontiguousarray(above)
    forward = _forwards(_start(width, from_edge=from_edge), checks, known, below)
    weights = np.empty(below.shape, dtype=np.float32)
    (_upper if wanted == "upper" else _lower)(forward, checks, known, below, weights)
    others = above if wanted == "upper" else below
    return conditional(weights if others is None else weights * others)


def _start(width: int, *, from_edge: bool) -> Floats:
    """Return the weights of half windows before the first column."""
    half = 1 << (width - 1)
    state = np.full((half, half, half), 0 if from_edge else half**-3, dtype=np.float32)
    state[0, 0, 0] = 1 if from_edge else half**-3
    return state


def conditional(weights: Floats) -> Floats:
    """Return the probabilities of the newest cells of two windows, given the others.

    The last two axes are the windows, each of size ``2^w``.
    """
    half = weights.shape[-1] // 2
    newest = weights.reshape(-1, half, 2, half, 2)
    total = newest.sum(axis=(2, 4), keepdims=True)
    shares: Floats = np.divide(newest, total, out=np.zeros_like(newest), where=total > 0)
    return shares.reshape(weights.shape)


def divided(chains: Floats, known: Floats | None) -> Floats:
    """Divide the message from the other side, unless it is None, out of chains."""
    if known is None:
        return chains
    cavity = np.zeros_like(chains)
    np.divide(chains, np.maximum(known, _LEAST), out=cavity, where=known > 0)
    return cavity


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
