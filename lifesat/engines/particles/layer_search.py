"""The search for one predecessor two generations back, with particles of both generations.

In the loops c is a column, i a particle; t, m and b are windows of the last two rows of letters and
of the next one, whole or half as in `lifesat.engines.particles.layer_passes`.
"""

from typing import NamedTuple

import numpy as np

from lifesat.engines.compiler import compiled
from lifesat.engines.particles.board import Cells
from lifesat.engines.particles.effort import LAYER_PARTICLES
from lifesat.engines.particles.filter import (
    Population,
    by_column,
    continuable,
    joined,
    last_windows,
)
from lifesat.engines.particles.layer_passes import relearned_layers, ways_below_layers
from lifesat.engines.particles.layers import LETTERS, WINDOWS, Layers, checks_of
from lifesat.engines.particles.messages import Floats
from lifesat.engines.particles.passes import Chains, Place
from lifesat.engines.particles.row import (
    Death,
    Doubles,
    Groups,
    Places,
    drawn_ends,
    place_in_sums,
)
from lifesat.engines.particles.search import RowSearch

_WHOLE, _HALF = WINDOWS, WINDOWS // LETTERS


class LetterRow(NamedTuple):
    """The data from which the next row of letters is drawn."""

    # The windows of the last two rows of each particle, shape (columns, particles).
    top: Places
    middle: Places
    # The values of the message for these rows at their windows, of the same shape.
    promised: Floats
    # Those of `Layers.kinds` for the middle row.
    kinds: Places
    # Those of `checks_of`.
    checks: Floats
    # The message for the middle row and the next one.
    below: Floats
    groups: Groups


class LayerSearch(RowSearch):
    """Fills the rows of two generations at once, as rows of letters."""

    def __init__(
        self, layers: Layers, generator: np.random.Generator, particles: int = LAYER_PARTICLES
    ) -> None:
        self._layers = layers
        pairs = range(-3, layers.last)
        messages = ways_below_layers(layers)
        super().__init__(pairs, layers.columns, messages, generator, particles)

    def rows(self, particle: int = 0) -> Cells:
        """Return the filled rows of one particle, those of the first generation."""
        return super().rows(particle) & np.uint8(1)

    def _continuable(self, pair: int) -> Population:
        return continuable(self._populations, self._ways[pair], LETTERS)

    def _relearned(self, place: Place) -> Chains:
        return relearned_layers(self._layers, self._below, self._populations[-1], place)

    def _next(self, population: Population, pair: int, number: int) -> Population | Death:
        below = self._below[pair + 1]
        top, middle = last_windows(population, below, LETTERS)
        # Half windows lie in the two columns that are hashed.
        keys = np.zeros(top.shape, dtype=np.uint64)
        keys[1:] = by_column(population.pasts)
        promised, kinds = by_column(population.promised), self._layers.kinds(pair + 1)
        row = LetterRow(
            top, middle, promised, kinds, checks_of(self._layers.rule), below, Groups.of(keys)
        )
        columns, particles = top.shape
        sums = np.empty((columns, particles + 1, _HALF))
        state = np.zeros((particles, _HALF))
        state[:, 0] = 1 / particles
        died = _weights_along(row, sums, state)
        if died >= 0:
            return Death(died)
        who, window = drawn_ends(state, number, self._generator)
        chances = self._generator.random((2, columns, number))
        letters = np.empty((columns, number), dtype=np.uint8)
        parents = np.empty((columns, number), dtype=np.intp)
        _draw_letters(row, sums, who, window, chances, letters, parents)
        return joined(population, letters[:-1].T, parents[:-1].T, below, LETTERS)


@compiled
def _weights_along(row: LetterRow, sums: Doubles, state: Doubles) -> int:
    """Filter the next row of letters; return the column that has no continuation, or -1.

    Fills `sums`, shape ``(columns, particles + 1, 16)``, with the cumulative weights before each
    column in the order of the groups. `state` holds the weights of particles and half windows
    before the first column, and is filled with those after the last one.
    """
    order = row.groups.order
    columns, particles = order.shape
    for c in range(columns):
        summed = sums[c]
        summed[0] = 0
        for i in range(particles):
            other, before, after = state[order[c, i]], summed[i], summed[i + 1]
            for k in range(_HALF):
                after[k] = before[k] + other[k]
        total = _weighed(row, c, summed, state)
        if not total > 0:
            return c
        scale = 1 / total
        for i in range(particles):
            for k in range(_HALF):
                state[i, k] *= scale
    return -1


@compiled
def _weighed(row: LetterRow, c: int, summed: Doubles, state: Doubles) -> float:
    """Add a column of the next row to the state, and return the total weight."""
    _, begins, ends = row.groups
    total = 0.0
    for i in range(len(state)):
        t, m, own = row.top[c, i], row.middle[c, i], state[i]
        below, checks = row.below[c, m], row.checks[row.kinds[c], m]
        first, last = summed[begins[c, i]], summed[ends[c, i]]
        scale = 1 / (ends[c, i] - begins[c, i]) / row.promised[c, i]
        own[:] = 0
        for b in range(_WHOLE):
            if below[b] > 0 and checks[b, t] > 0:
                own[b & 15] += (last[b >> 2] - first[b >> 2]) * below[b] * scale
        for k in range(_HALF):
            total += own[k]
    return total


@compiled
def _draw_letters(
    row: LetterRow,
    sums: Doubles,
    who: Places,
    window: Places,
    chances: Doubles,
    letters: Cells,
    parents: Places,
) -> None:
    """Draw rows of letters backwards into `letters` and `parents`, shape ``(columns, number)``.

    `who` and `window` are the particles and half windows after the last column, and are
    overwritten; `chances` are random numbers of shape ``(2, columns, number)``.
    """
    order, begins, ends = row.groups
    for c in range(len(order) - 1, -1, -1):
        summed = sums[c]
        for n in range(len(who)):
            i = who[n]
            first, last = begins[c, i], ends[c, i]
            parents[c, n] = i
            letters[c, n] = window[n] & 3
            k = _oldest(row, c, i, window[n], summed, chances[0, c, n])
            window[n] = k
            chance = chances[1, c, n]
            mark = (1 - chance) * summed[first, k] + chance * summed[last, k]
            who[n] = order[c, place_in_sums(summed[:, k], first, last, mark)]


@compiled
def _oldest(row: LetterRow, c: int, i: int, half: int, summed: Doubles, chance: float) -> int:
    """Draw the half window before a column, given the one after it."""
    t, m = row.top[c, i], row.middle[c, i]
    below, checks = row.below[c, m], row.checks[row.kinds[c], m]
    first, last = summed[row.groups.begins[c, i]], summed[row.groups.ends[c, i]]
    weights = np.zeros(4)
    total = 0.0
    for oldest in range(4):
        b = oldest << 4 | half
        weights[oldest] = max(0.0, last[b >> 2] - first[b >> 2]) * below[b] * checks[b, t]
        total += weights[oldest]
    mark = chance * total
    oldest = 0
    while oldest < 3 and (mark >= weights[oldest] or weights[oldest] == 0):
        mark -= weights[oldest]
        oldest += 1
    return (oldest << 4 | half) >> 2
