"""Boards drawn approximately uniformly, for targets that no frontier fits.

Every board comes from a run of the particle filter of its own, from the first row on, and is drawn
from the particles of the last row by their weights. As the number of particles grows, the
distribution of such a board approaches the uniform one, with recombination too: where the pasts of
two particles are joined, no check sees both of them, and the messages, as chains, do not either. A
run in which all particles die somewhere goes back and adds a little to the error.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from lifesat.errors import UserError
from lifesat.particles.board import board_of, first_generation
from lifesat.particles.effort import Effort
from lifesat.particles.search import ParticleSearch
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards

DRAWING_PARTICLES = 400
"""The particles of a run; a quarter of them err visibly (docs/notes/large-boards.md)."""
MOST_RUNS = 5
"""So many runs in a row that get stuck are the end."""
HOW = (
    f"each by its weight among {DRAWING_PARTICLES} boards, with recombination, so that some "
    "predecessors are a little more likely than others"
)
"""How boards are drawn, for whoever gets them."""


class NoBoardError(UserError):
    """Runs of particles do not reach the last row; this proves nothing."""


class DrawProgress(NamedTuple):
    """How far the drawing is.

    Attributes
    ----------
    drawn
        The number of boards drawn.
    row, rows
        The rows that the present run has filled, of how many.
    """

    drawn: int
    row: int
    rows: int


Report = Callable[[DrawProgress], None]


class ApproximateDraws:
    """Draws boards that become a target, independently of each other.

    Parameters
    ----------
    problem
        One generation back, with what particles support.
    seed
        The same seed draws the same boards, and fewer of them are the first ones.
    particles
        How many boards there are at a time.
    """

    def __init__(self, problem: Predecessor, seed: int, particles: int = DRAWING_PARTICLES) -> None:
        self._problem = problem
        self._seed = seed
        self._board = board_of(problem)
        effort = Effort(Effort.of(self._board.columns).width, particles)
        # Makes the messages, which all runs share.
        self._first = ParticleSearch(self._board, np.random.default_rng(seed), effort)

    def draw(
        self,
        number: int,
        stop: Callable[[], bool] = lambda: False,
        report: Report = lambda _: None,
        after: int = 0,
    ) -> Iterator[Boards]:
        """Draw boards and run each one forward.

        Parameters
        ----------
        number
            How many to draw.
        stop
            Asked often; if it returns true, the drawing ends.
        report
            Called often.
        after
            How many of them, the first ones, to leave out.

        Yields
        ------
        ndarray of uint8
            A first generation, shape ``(1, height, width)``.

        Raises
        ------
        NoBoardError
            If the messages allow no board, or if the particles die again and again.
        """
        while not self._first.ready:
            if stop():
                return
            report(DrawProgress(after, 0, self._board.rows))
            self._first.advance()
            if not self._first.possible:
                raise NoBoardError(
                    "the messages of particles allow no predecessor; this proves nothing, but a "
                    "search may"
                )
        for drawn in range(after, number):
            board = self._one(drawn, stop, report)
            if board is None:
                return
            yield self._problem.verified(board, "a drawn board")

    def _one(self, drawn: int, stop: Callable[[], bool], report: Report) -> Boards | None:
        """Draw the board that follows others; return None if the caller stops it."""
        for run in range(MOST_RUNS):
            search = self._first.restarted(np.random.default_rng([self._seed, drawn, run]))
            while not (search.complete or search.stuck):
                if stop():
                    return None
                report(DrawProgress(drawn, max(0, search.filled - 1), self._board.rows))
                search.advance()
            if search.complete:
                rows = search.drawn()[: self._board.rows]
                return first_generation(self._board, rows, self._problem.first.shape)[None]
        raise NoBoardError(
            f"in {MOST_RUNS} runs particles died at one place again and again; this proves "
            "nothing, but a search may"
        )
