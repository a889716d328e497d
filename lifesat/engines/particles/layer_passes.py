"""Messages between rows of letters, for two generations: see `lifesat.engines.particles.passes`."""

import numpy as np

from lifesat.engines.particles.compiled_layers import Given, states_before, weights_between
from lifesat.engines.particles.effort import LAYER_WIDTH
from lifesat.engines.particles.filter import Population, windows
from lifesat.engines.particles.layers import LETTERS, WINDOWS, Layers, checks_of
from lifesat.engines.particles.messages import Chain, Floats, divided
from lifesat.engines.particles.passes import Chains, Place, Steps

# Frequencies of particles are mixed with what is likely below, so that no letter is impossible.
_SMOOTH = np.float32(1e-3)
# The columns at either end of a place where messages stay, as new ones ignore what lies beyond.
_ASIDE = 4


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
    weights = weights_between(states_before(*given, from_edge=column == 0), *given, upper=True)
    return conditional_letters(_turned(weights) * above)


def updated_lower(layers: Layers, row: int, above: Chain, below: Chain, column: int = 0) -> Chain:
    """Return the chain of the two rows after one, with the arguments of `updated_upper`."""
    given = _given(layers, row, above, below, column)
    weights = weights_between(states_before(*given, from_edge=column == 0), *given, upper=False)
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
