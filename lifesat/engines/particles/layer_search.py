"""The search for one predecessor two generations back, with particles of both generations."""

import numpy as np

from lifesat.engines.particles.board import Cells
from lifesat.engines.particles.compiled_layers import LetterRow, letters_drawn, weights_along
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
from lifesat.engines.particles.passes import Chains, Place
from lifesat.engines.particles.row import Death, drawn_ends
from lifesat.engines.particles.row_filter import groups_of
from lifesat.engines.particles.search import RowSearch

_HALF = WINDOWS // LETTERS


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
            top, middle, promised, kinds, checks_of(self._layers.rule), below, groups_of(keys)
        )
        columns, particles = top.shape
        sums = np.empty((columns, particles + 1, _HALF))
        state = np.zeros((particles, _HALF))
        state[:, 0] = 1 / particles
        died = weights_along(row, sums, state)
        if died >= 0:
            return Death(died)
        who, window = drawn_ends(state, number, self._generator)
        chances = self._generator.random((2, columns, number))
        letters = np.empty((columns, number), dtype=np.uint8)
        parents = np.empty((columns, number), dtype=np.intp)
        letters_drawn(row, sums, who, window, chances, letters, parents)
        return joined(population, letters[:-1].T, parents[:-1].T, below, LETTERS)
