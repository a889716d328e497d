"""Messages between the rows of a board: the approximate number of ways to complete it.

The state between two rows is the pair of them. The number of ways to complete a board below a pair,
or above it, is approximated by a chain: a product over the columns of tables over windows of a few
columns of both rows. Chains are made by expectation propagation [1]_: the message from the other
side multiplies a chain while it is made, and is divided out again, so that the chain is accurate
where the other side says that a board is likely to be.

A chain is stored as conditionals: the table of a column holds the probabilities of its two cells,
given the cells of the window to the left. All rows of a batch are computed at once.

References
----------
.. [1] T. P. Minka, "Expectation Propagation for Approximate Bayesian Inference", UAI 2001.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.particles.board import Board

Floats = NDArray[np.float32]
Wanted = Literal["upper", "lower"]

# States are normalised every few columns, so that none becomes too large or small.
_NORMALISED = 4
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
    above: Floats | None,
    below: Floats,
    wanted: Wanted,
    *,
    compiled: bool,
    from_edge: bool = True,
) -> Floats:
    """Return the chains of pairs of rows, given the messages above and below them.

    `checks` are those of the middle row of each triple of a batch, shape
    ``(columns + 1, batch, 8, 8, 8)``; chains have shape ``(columns + 1, batch, 2^w, 2^w)`` and are
    all zeros where the rows contradict each other. `above` is None if all pairs are equally likely;
    without `from_edge`, cells left of the first column may be anything.
    """
    start = _start(width, checks.shape[1], from_edge=from_edge)
    summed = _summed_by_loops if compiled else _summed
    weights = summed(start, checks, above, below, wanted)
    others = above if wanted == "upper" else below
    return conditional(weights if others is None else weights * others)


def _start(width: int, batch: int, *, from_edge: bool) -> Floats:
    """Return the weights of half windows before the first column."""
    half = 1 << (width - 1)
    state = np.full((batch, half, half, half), 0 if from_edge else half**-3, dtype=np.float32)
    state[:, 0, 0, 0] = 1 if from_edge else half**-3
    return state


def _summed_by_loops(
    start: Floats, checks: Floats, above: Floats | None, below: Floats, wanted: Wanted
) -> Floats:
    """Compute `_summed` by compiled loops."""
    from lifesat.engines.particles.compiled_messages import summed  # noqa: PLC0415  # needs numba

    weights = np.empty_like(below)
    above = np.ones_like(below) if above is None else above
    for k in range(below.shape[1]):
        weights[:, k] = summed(
            start[k],
            np.ascontiguousarray(checks[:, k]),
            np.ascontiguousarray(above[:, k]),
            np.ascontiguousarray(below[:, k]),
            wanted,
        )
    return weights


def _summed(
    start: Floats, checks: Floats, above: Floats | None, below: Floats, wanted: Wanted
) -> Floats:
    """Return the weights of the wanted windows, without the factor of their own chain."""
    sizes = _Sizes(*start.shape[:2])
    forward, partial = [start], []
    for column, (check, up) in enumerate(zip(checks, _each(above, len(checks)), strict=True)):
        through = sizes.through(forward[-1], below[column])
        partial.append(through)
        state = sizes.forward(through, up, check)
        forward.append(_normalised(state) if column % _NORMALISED == 0 else state)
    after = np.ones_like(start)
    weights = np.empty_like(below)
    ups = _each(above, len(checks))
    for column in reversed(range(len(checks))):
        later = sizes.checked(after, checks[column])
        back = sizes.back(later, ups[column])
        if wanted == "upper":
            weights[column] = sizes.upper(partial[column], later)
        else:
            weights[column] = sizes.lower(forward[column], back)
        after = sizes.before(back, below[column])
        if column % _NORMALISED == 0:
            after = _normalised(after)
    return weights


def _each(chains: Floats | None, columns: int) -> list[Floats | None]:
    return [None] * columns if chains is None else list(chains)


class _Sizes:
    """The steps of `updated` along the columns; `half` is the number of half windows.

    Names of axes: t, m, b for the windows of the top, middle and bottom row, 0 for the oldest
    column, r for those between, n for the newest one.
    """

    def __init__(self, batch: int, half: int) -> None:
        self.batch = batch
        self.m = half
        self.w = 2 * half
        self.r = self.m // 2

    def through(self, state: Floats, below: Floats) -> Floats:
        """Add a column of the middle and bottom rows; shape ``(batch, t0 tr, m0 mr mn, br bn)``."""
        n, m, r = self.batch, self.m, self.r
        product = state.reshape(n, m, m, 1, 2, r, 1) * below.reshape(n, 1, m, 2, 2, r, 2)
        summed: Floats = product[:, :, :, :, 0] + product[:, :, :, :, 1]
        return summed.reshape(n, m, self.w, m)

    def forward(self, through: Floats, above: Floats | None, check: Floats) -> Floats:
        """Add the column of the top row, and check it; shape ``(batch, tr tn, mr mn, br bn)``."""
        n, m, r = self.batch, self.m, self.r
        first = through.reshape(n, 2, r, 1, 2, m, m)
        if above is not None:
            first = first * above.reshape(n, 2, r, 2, 2, m, 1)
        top = first[:, 0] + first[:, 1]
        state = top[:, :, :, 0] + top[:, :, :, 1]
        if above is None:
            state = np.repeat(state, 2, axis=2)
        return self.checked(state.reshape(n, m, m, m), check)

    def checked(self, state: Floats, check: Floats) -> Floats:
        """Multiply a state by the checks of the last three columns."""
        n, q = self.batch, self.m // 8
        if q == 1:
            return state * check
        product: Floats = state.reshape(n, q, 8, q, 8, q, 8) * check.reshape(n, 1, 8, 1, 8, 1, 8)
        return product.reshape(state.shape)

    def back(self, later: Floats, above: Floats | None) -> Floats:
        """Sum over the newest column of the top row; shape ``(batch, t0 tr, m0 mr mn, br bn)``."""
        n, m, r = self.batch, self.m, self.r
        product = later.reshape(n, 1, r, 2, 1, m, m)
        if above is not None:
            product = product * above.reshape(n, 2, r, 2, 2, m, 1)
        summed = product[:, :, :, 0] + product[:, :, :, 1]
        return np.broadcast_to(summed, (n, 2, r, 2, m, m)).reshape(n, m, self.w, m)

    def before(self, back: Floats, below: Floats) -> Floats:
        """Sum over the newest column of the other rows; shape ``(batch, t0 tr, m0 mr, b0 br)``."""
        n, m, r = self.batch, self.m, self.r
        product = back.reshape(n, m, m, 2, 1, r, 2) * below.reshape(n, 1, m, 2, 2, r, 2)
        summed = product[:, :, :, 0] + product[:, :, :, 1]
        state: Floats = summed[..., 0] + summed[..., 1]
        return state.reshape(n, m, m, m)

    def upper(self, through: Floats, later: Floats) -> Floats:
        """Return the weights of the windows of the upper two rows, without the message above."""
        n, m, r = self.batch, self.m, self.r
        weights: Floats = np.einsum(
            "nxrymb,nrzmb->nxrzym", through.reshape(n, 2, r, 2, m, m), later.reshape(n, r, 2, m, m)
        )
        return weights.reshape(n, self.w, self.w)

    def lower(self, state: Floats, back: Floats) -> Floats:
        """Return the weights of the windows of the lower two rows, without the message below."""
        n, m, r = self.batch, self.m, self.r
        weights: Floats = np.einsum(
            "ntmxr,ntmyrz->nmyxrz", state.reshape(n, m, m, 2, r), back.reshape(n, m, m, 2, r, 2)
        )
        return weights.reshape(n, self.w, self.w)


def conditional(weights: Floats) -> Floats:
    """Return the probabilities of the newest cells of two windows, given the others.

    The last two axes are the windows, each of size ``2^w``.
    """
    half = weights.shape[-1] // 2
    newest = weights.reshape(-1, half, 2, half, 2)
    total = newest.sum(axis=(2, 4), keepdims=True)
    shares: Floats = np.divide(newest, total, out=np.zeros_like(newest), where=total > 0)
    return shares.reshape(weights.shape)


def _normalised(states: Floats) -> Floats:
    """Divide states by their sums; zero states stay zero."""
    total = states.sum(axis=(1, 2, 3), keepdims=True)
    shares: Floats = states / np.maximum(total, np.finfo(np.float32).tiny)
    return shares


def divided(chains: Floats, known: Floats | None) -> Floats:
    """Divide the message from the other side, unless it is None, out of chains."""
    if known is None:
        return chains
    cavity = np.zeros_like(chains)
    np.divide(chains, np.maximum(known, _LEAST), out=cavity, where=known > 0)
    return cavity
