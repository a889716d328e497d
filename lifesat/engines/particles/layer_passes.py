"""Messages between rows of letters, for two generations: see `lifesat.engines.particles.passes`.

In the loops c is a column; m, b and t are windows of the middle, the bottom and the top of three
rows. A whole window has three letters, a half one the last two of them: window w begins with the
half window ``w >> 2`` and ends with ``w & 15``. States have the axes middle, bottom, top.
"""

from typing import NamedTuple

import numpy as np

from lifesat.engines.compiler import compiled
from lifesat.engines.particles.effort import LAYER_WIDTH
from lifesat.engines.particles.filter import Population, windows
from lifesat.engines.particles.layers import LETTERS, WINDOWS, Layers, checks_of
from lifesat.engines.particles.messages import Chain, Floats, divided
from lifesat.engines.particles.passes import Chains, Place, Steps
from lifesat.engines.particles.row import Places

_WHOLE, _HALF = WINDOWS, WINDOWS // LETTERS

# Frequencies of particles are mixed with what is likely below, so that no letter is impossible.
_SMOOTH = np.float32(1e-3)
# The columns at either end of a place where messages stay, as new ones ignore what lies beyond.
_ASIDE = 4


class Given(NamedTuple):
    """The messages and checks of three rows of letters."""

    # Those of `Layers.kinds` for the middle row.
    kinds: Places
    # The chain of the upper two rows, the middle row's windows first, shape (columns, 64, 64).
    above: Floats
    # The chain of the lower two rows.
    below: Floats
    # Those of `checks_of`.
    checks: Floats


def ways_below_layers(layers: Layers) -> Steps:
    """Make messages: the number of ways to complete the board below each pair of rows of letters.

    Yields after each step. Returns chains for the pairs that begin in rows -3 to
    ``Layers.last - 1``, or None if the rows contradict each other.
    """
    below = yield from _upwards(layers, None)
    above = None if below is None else (yield from _downwards(layers, below))
    return None if above is None else (yield from _upwards(layers, above))


def _upwards(layers: Layers, above: Chains | None) -> Steps:
    """Make the chains of what lies below, given those of what lies above."""
    below = {layers.last - 1: conditional_letters(_possible(layers, layers.last - 1))}
    for row in range(layers.last - 2, -4, -1):
        known = _possible(layers, row) if above is None else above[row]
        chain = updated_upper(layers, row, known, below[row + 1])
        if not chain.any(axis=(1, 2)).all():
            return None
        below[row] = chain if above is None else divided(chain, known)
        yield
    return below


def _downwards(layers: Layers, below: Chains) -> Steps:
    """Make the chains of what lies above, given those of what lies below."""
    above = {-3: _dead(layers)}
    for row in range(-3, layers.last - 1):
        chain = updated_lower(layers, row, above[row], below[row + 1])
        if not chain.any(axis=(1, 2)).all():
            return None
        above[row + 1] = divided(chain, below[row + 1])
        yield
    return above


def updated_upper(layers: Layers, row: int, above: Chain, below: Chain, column: int = 0) -> Chain:
    """Return the chain of a row of letters and the next one, given the messages on both sides.

    `above` is the chain of these two rows, `below` that of the lower one and the next. They begin
    at `column`; letters left of it may be anything, unless it is 0.
    """
    given = _given(layers, row, above, below, column)
    weights = _weights_between(_states_before(*given, from_edge=column == 0), *given, upper=True)
    return conditional_letters(_turned(weights) * above)


def updated_lower(layers: Layers, row: int, above: Chain, below: Chain, column: int = 0) -> Chain:
    """Return the chain of the two rows after one, with the arguments of `updated_upper`."""
    given = _given(layers, row, above, below, column)
    weights = _weights_between(_states_before(*given, from_edge=column == 0), *given, upper=False)
    return conditional_letters(weights * below)


def _given(layers: Layers, row: int, above: Chain, below: Chain, column: int) -> Given:
    kinds = layers.kinds(row + 1)[column : column + len(below)]
    return Given(kinds, _turned(above), below, checks_of(layers.rule))


def relearned_layers(layers: Layers, below: Chains, population: Population, place: Place) -> Chains:
    """Return messages based on what particles are, instead of what is likely above them.

    Those at `place` are new; its first pair of rows are the last rows of the population. If
    messages let no particle reach its last pair, none is new.
    """
    pairs, columns = place
    span = slice(columns.start, columns.stop)
    local = {pair: below[pair][span] for pair in pairs}
    first = _frequencies(population)[span] + _SMOOTH * local[pairs[0]]
    above = {pairs[0]: divided(conditional_letters(first), local[pairs[0]])}
    for row in pairs[:-1]:
        chain = updated_lower(layers, row, above[row], local[row + 1], columns.start)
        if not chain.any(axis=(1, 2)).all():
            return below
        above[row + 1] = divided(chain, local[row + 1])
    left = columns.start and columns.start + _ASIDE
    right = columns.stop if columns.stop > layers.columns else columns.stop - _ASIDE
    learned = {}
    for row in reversed(pairs[1:-1]):
        chain = updated_upper(layers, row, above[row], local[row + 1], columns.start)
        local[row] = divided(chain, above[row])
        learned[row] = below[row].copy()
        learned[row][left:right] = local[row][left - columns.start : right - columns.start]
    return below | learned


def conditional_letters(weights: Floats) -> Chain:
    """Return the probabilities of the newest letters of two windows, given the others."""
    half = WINDOWS // LETTERS
    newest = weights.reshape(-1, half, LETTERS, half, LETTERS)
    total = newest.sum(axis=(2, 4), keepdims=True)
    shares: Floats = np.divide(newest, total, out=np.zeros_like(newest), where=total > 0)
    return shares.reshape(weights.shape)


def _frequencies(population: Population) -> Floats:
    """Return how often particles have each pair of windows."""
    upper, lower = (windows(rows, LAYER_WIDTH, LETTERS) for rows in population[:2])
    columns = upper.shape[1]
    pairs = (np.arange(columns) * WINDOWS + upper) * WINDOWS + lower
    counts = np.bincount(pairs.ravel(), minlength=columns * WINDOWS**2)
    return counts.astype(np.float32).reshape(columns, WINDOWS, WINDOWS)


def _dead(layers: Layers) -> Chain:
    chain = np.zeros((layers.columns + 1, WINDOWS, WINDOWS), dtype=np.float32)
    chain[:, 0, 0] = 1
    return chain


def _possible(layers: Layers, row: int) -> Chain:
    """Return the chain in which all allowed letters of two rows are equally likely."""
    newest = np.arange(WINDOWS) % LETTERS
    upper, lower = (layers.allowed(each)[:, newest] for each in (row, row + 1))
    return (upper[:, :, None] & lower[:, None, :]).astype(np.float32)


def _turned(chain: Chain) -> Chain:
    """Return a contiguous chain with the windows of the lower row first."""
    return np.ascontiguousarray(chain.swapaxes(1, 2))


@compiled
def _states_before(
    kinds: Places, above: Floats, below: Floats, checks: Floats, from_edge: bool
) -> Floats:
    """Return the weights of half windows before each column, and after the last one.

    Shape ``(columns + 1, 16, 16, 16)``; zeros after a column that nothing fits. Without
    `from_edge`, letters left of the first column may be anything. The other arguments are fields of
    `Given`.
    """
    columns = len(kinds)
    states = np.zeros((columns + 1, _HALF, _HALF, _HALF), dtype=np.float32)
    if from_edge:
        states[0, 0, 0, 0] = 1
    else:
        states[0] = 1
    for c in range(columns):
        check = checks[kinds[c]]
        for m in range(_WHOLE):
            up = above[c, m]
            for b in range(_WHOLE):
                ways = below[c, m, b]
                if ways > 0:
                    old, new = states[c, m >> 2, b >> 2], states[c + 1, m & 15, b & 15]
                    good = check[m, b]
                    for t in range(_WHOLE):
                        new[t & 15] += ways * old[t >> 2] * up[t] * good[t]
        if not _normalise(states[c + 1]):
            break
    return states


@compiled
def _weights_between(
    states: Floats, kinds: Places, above: Floats, below: Floats, checks: Floats, upper: bool
) -> Floats:
    """Return the weights of windows of two of three rows, without the factor of their own chain.

    With `upper` these are the upper two rows, the middle one first, otherwise the lower two.
    `states` come from `_states_before`; the other arguments are fields of `Given`.
    """
    columns = len(kinds)
    weights = np.zeros((columns, _WHOLE, _WHOLE), dtype=np.float32)
    after = np.ones((_HALF, _HALF, _HALF), dtype=np.float32)
    before = np.empty((_HALF, _HALF, _HALF), dtype=np.float32)
    unused = np.empty((_WHOLE, _WHOLE), dtype=np.float32)
    for c in range(columns - 1, -1, -1):
        check = checks[kinds[c]]
        if upper:
            _add_upper(states[c], below[c], check, after, weights[c])
        lower = unused if upper else weights[c]
        _step_back(states[c], above[c], below[c], check, after, before, lower)
        if not _normalise(before):
            break
        after, before = before, after
    return weights


@compiled
def _add_upper(state: Floats, below: Floats, check: Floats, after: Floats, weights: Floats) -> None:
    """Add sums over the bottom row to the weights of the upper two rows."""
    for m in range(_WHOLE):
        into = weights[m]
        for b in range(_WHOLE):
            ways = below[m, b]
            if ways > 0:
                old, later, good = state[m >> 2, b >> 2], after[m & 15, b & 15], check[m, b]
                for t in range(_WHOLE):
                    into[t] += ways * old[t >> 2] * good[t] * later[t & 15]


@compiled
def _step_back(
    state: Floats,
    above: Floats,
    below: Floats,
    check: Floats,
    after: Floats,
    before: Floats,
    weights: Floats,
) -> None:
    """Fill `before` with sums over the newest column, and `weights` with sums over the top row."""
    before[:] = 0
    ahead = np.empty(_WHOLE, dtype=np.float32)
    for m in range(_WHOLE):
        up = above[m]
        for b in range(_WHOLE):
            ways = below[m, b]
            total = np.float32(0)
            if ways > 0:
                later, good = after[m & 15, b & 15], check[m, b]
                old, into = state[m >> 2, b >> 2], before[m >> 2, b >> 2]
                for t in range(_WHOLE):
                    ahead[t] = good[t] * later[t & 15] * up[t]
                for t in range(_HALF):
                    summed = ahead[4 * t] + ahead[4 * t + 1] + ahead[4 * t + 2] + ahead[4 * t + 3]
                    into[t] += ways * summed
                    total += old[t] * summed
            weights[m, b] = total


@compiled
def _normalise(state: Floats) -> bool:
    """Divide a state by its sum, and return whether the sum is positive."""
    cells = state.ravel()
    total = np.float32(0)
    for k in range(len(cells)):
        total += cells[k]
    if not total > 0:
        return False
    for k in range(len(cells)):
        cells[k] /= total
    return True
