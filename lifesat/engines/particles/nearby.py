"""First generations that become nearly the target, whatever the target.

Blocks whose cell differs from the target are allowed at a small weight. So messages and particles
do not die where the target has no parent, but use as few such blocks as they can. They fill a whole
board, or a patch of one while all other cells stay as they are.
"""

import numpy as np

from lifesat.engines.particles.board import (
    Cells,
    first_generation,
    nearest_board,
    patch_of,
    ring_of,
)
from lifesat.engines.particles.effort import MOST_TIMES, Effort
from lifesat.engines.particles.search import ParticleSearch
from lifesat.problems.life.nearest import NearestPredecessor

# The sides of a patch, and its particles. Fewer particles find less, more find little more.
_PATCH = 20, 30
_PATCH_PARTICLES = 300


class Nearby:
    """Fills boards by particles that may differ from the target.

    The problem goes back one generation and is not on a torus.
    """

    def __init__(self, problem: NearestPredecessor, seed: int) -> None:
        self._board = nearest_board(problem)
        self._shape = problem.exact.first.shape
        self._generator = np.random.default_rng(seed)

    def whole(self) -> ParticleSearch:
        """Return a search that fills the whole board; `board` reads the result."""
        width, particles = Effort.of(self._board.columns)
        # Nothing dies, so the search can afford all the particles that deaths would add.
        effort = Effort(width, particles * MOST_TIMES)
        return ParticleSearch(self._board, self._generator, effort)

    def board(self, search: ParticleSearch) -> Cells:
        """Return the first generation of a particle, once the whole board is filled."""
        return first_generation(self._board, search.rows()[: self._board.rows], self._shape)

    def changed(self, board: Cells, row: int, column: int) -> Cells | None:
        """Return a first generation with a refilled patch around a cell, or None if that fails.

        The cell is one of the last generation, in coordinates of the problem's space-time.
        """
        cells = self._inwards(board)
        at = (column, row) if self._board.transposed else (row, column)
        rows, columns = self._place(*at)
        patch, corner = patch_of(self._board, cells, rows, columns)
        search = ParticleSearch(
            patch, self._generator, Effort(Effort.of(patch.columns).width, _PATCH_PARTICLES)
        )
        while search.possible and not (search.complete or search.stuck):
            search.advance()
        if not search.complete:
            return None
        top, left = corner
        cells[top : top + patch.rows, left : left + patch.columns] = search.rows()[: patch.rows]
        return first_generation(self._board, cells, self._shape)

    def _place(self, row: int, column: int) -> tuple[range, range]:
        """Return the rows and columns of a patch that has a cell at a random place in it."""
        sides = self._generator.permutation(_PATCH)
        limits = self._board.rows, self._board.columns
        ranges = []
        for at, side, limit in zip((row, column), sides.tolist(), limits, strict=True):
            first = int(np.clip(at - self._generator.integers(side), 0, max(0, limit - side)))
            ranges.append(range(first, min(limit, first + side)))
        return ranges[0], ranges[1]

    def _inwards(self, board: Cells) -> Cells:
        """Return the rows of the board that hold a first generation."""
        cells = np.pad(board, ring_of(self._board, self._shape))
        return cells.T.copy() if self._board.transposed else cells
