"""A search for one solution that takes a minute, and with all methods but one far longer."""

import numpy as np

from lifesat.life.evolution import evolve
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor


def _soup(side: int) -> Predecessor:
    """The parents of what a random soup becomes."""
    cells = (np.random.default_rng(1).random((side, side)) < 0.4).astype(np.uint8)
    return Predecessor(Pattern.from_array(evolve(cells, LIFE, 1)))


# Particles take about a minute for it, strips and formulas hours.
SOUP = _soup(200)
