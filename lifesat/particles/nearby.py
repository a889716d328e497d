"""A first generation that becomes nearly the target, whatever the target.

Where a block may make its cell differ from the target at a small weight, messages and particles do
not end at a Garden of Eden: they go on with as few such blocks as they can.
"""

import numpy as np

from lifesat.particles.board import Cells, nearest_board
from lifesat.particles.effort import MOST_TIMES, Effort
from lifesat.particles.search import ParticleSearch
from lifesat.problems.life.nearest import NearestPredecessor


class NearbySearch:
    """Fills a board by particles that may differ from the target.

    Parameters
    ----------
    problem
        The problem; one generation back, on no torus.
    seed
        The seed of the particles.
    """

    def __init__(self, problem: NearestPredecessor, seed: int) -> None:
        self._board = nearest_board(problem)
        self._shape = problem.exact.first.shape
        width, particles = Effort.of(self._board.columns)
        # Nothing dies, so there is room for all the particles that deaths would bring.
        effort = Effort(width, particles * MOST_TIMES)
        self._search = ParticleSearch(self._board, np.random.default_rng(seed), effort)

    @property
    def complete(self) -> bool:
        """Whether the board is filled."""
        return self._search.complete

    @property
    def stuck(self) -> bool:
        """Whether there is no use in going on."""
        return self._search.stuck or not self._search.possible

    def advance(self) -> None:
        """Make some messages, or fill a row."""
        self._search.advance()

    def board(self) -> Cells:
        """Return the first generation of a particle, once the board is filled."""
        rows = self._search.rows()[: self._board.rows]
        cells = rows.T if self._board.transposed else rows
        top, left = ((np.array(cells.shape) - self._shape) // 2).tolist()
        return cells[top : top + self._shape[0], left : left + self._shape[1]]
