"""Messages between the rows of a board: how many ways there are to go on, approximately.

The state between two rows is the pair of them. The number of ways to complete a board below a pair,
or above it, is approximated by a chain: a product over the columns of tables over windows of a few
columns of both rows. Such a chain is made by expectation propagation [1]_: what comes from the
other side multiplies it while it is made, and is divided out again, so that it is right where the
other side says that a board is likely to be.

A chain is kept as conditionals: the table of a column holds the probabilities of its two cells,
given the cells of the window to the left. All rows of a batch are computed at once.

References
----------
.. [1] T. P. Minka, "Expectation Propagation for Approximate Bayesian Inference", UAI 2001.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.particles.board import Board

Floats = NDArray[np.float32]
Wanted = Literal["upper", "lower"]

# States are divided by their sums once in so many columns, so that none becomes too large or small.
_NORMALISED = 4
# What is divided out is at least this, so that no quotient is infinite.
_LEAST = np.float32(1e-30)

Chain = Floats
"""Tables of one pair of rows, shape ``(columns + 1, 2^w, 2^w)``: the windows of the upper and the
lower row that end in a column, as binary numbers with the left cell as the highest bit."""


def dead_chain(board: Board, width: int) -> Chain:
    """Return the chain of two rows that are dead."""
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
    """Return the chains of pairs of rows, given what is known above and below them.

    Parameters
    ----------
    width
        The width of windows.
    checks
        As from `Board.checks`, for the middle rows of a batch of three rows each, shape
        ``(columns + 1, batch, 8, 8, 8)``.
    above
        The chains of the upper and the middle rows, shape ``(columns + 1, batch, 2^w, 2^w)``; None
        if all pairs are equally likely.
    below
        The chains of the middle and the lower rows.
    wanted
        Which pair's chains to return.
    compiled
        Whether to compute by compiled loops, `Board.compiled`.
    from_edge
        Whether all is dead to the left of the first column; otherwise it may be anything.

    Returns
    -------
    ndarray
        Of the shape of `below`. All zeros where the rows contradict each other.
    """
    start = _start(width, checks.shape[1], from_edge=from_edge)
    summed = _summed_by_loops if compiled else _summed
    weights = summed(start, checks, above, below, wanted)
    others = above if wanted == "upper" else below
    return conditional(weights if others is None else weights * others)


def _start(width: int, batch: int, *, from_edge: bool) -> Floats:
    """Return the states before the first column."""
    half = 1 << (width - 1)
    state = np.full((batch, half, half, half), 0 if from_edge else half**-3, dtype=np.float32)
    state[:, 0, 0, 0] = 1 if from_edge else half**-3
    return state


def _summed_by_loops(
    start: Floats, checks: Floats, above: Floats | None, below: Floats, wanted: Wanted
) -> Floats:
    """Do what `_summed` does by compiled loops."""
    from lifesat.particles.compiled_messages import summed  # noqa: PLC0415  # needs numba

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
    """Return the weights of the windows of the wanted rows, but for the chain of these rows."""
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
    """The steps of `updated` along the columns.

    Names of axes: t, m, b for the windows of the top, middle and bottom row, 0 for the oldest
    column, r for those between, n for the newest one.

    Parameters
    ----------
    batch, half
        The number of rows that are computed at once, and that of windows of one column less.
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
        """Multiply a state with the checks of the last three columns."""
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
        """Return the weights of the windows of the upper two rows, but for what is above."""
        n, m, r = self.batch, self.m, self.r
        weights: Floats = np.einsum(
            "nxrymb,nrzmb->nxrzym", through.reshape(n, 2, r, 2, m, m), later.reshape(n, r, 2, m, m)
        )
        return weights.reshape(n, self.w, self.w)

    def lower(self, state: Floats, back: Floats) -> Floats:
        """Return the weights of the windows of the lower two rows, but for what is below."""
        n, m, r = self.batch, self.m, self.r
        weights: Floats = np.einsum(
            "ntmxr,ntmyrz->nmyxrz", state.reshape(n, m, m, 2, r), back.reshape(n, m, m, 2, r, 2)
        )
        return weights.reshape(n, self.w, self.w)


def conditional(weights: Floats) -> Floats:
    """Return the probabilities of the newest cells of two windows, given the others.

    Parameters
    ----------
    weights
        The weights of windows, shape ``(..., 2^w, 2^w)``.
    """
    half = weights.shape[-1] // 2
    newest = weights.reshape(-1, half, 2, half, 2)
    total = newest.sum(axis=(2, 4), keepdims=True)
    shares: Floats = np.divide(newest, total, out=np.zeros_like(newest), where=total > 0)
    return shares.reshape(weights.shape)


def _normalised(states: Floats) -> Floats:
    """Divide states by their sums, but for those that are zero."""
    total = states.sum(axis=(1, 2, 3), keepdims=True)
    shares: Floats = states / np.maximum(total, np.finfo(np.float32).tiny)
    return shares


def divided(chains: Floats, known: Floats | None) -> Floats:
    """Divide what came from the other side out of chains."""
    if known is None:
        return chains
    cavity = np.zeros_like(chains)
    np.divide(chains, np.maximum(known, _LEAST), out=cavity, where=known > 0)
    return cavity
