"""Boards drawn approximately uniformly, for targets that are too large for a frontier.

Every board comes from a run of the particle filter of its own, from the first row on, and is drawn
from the particles of the last row by their weights. As the number of particles grows, the
distribution of such a board approaches the uniform one, with recombination too: where the pasts of
two particles are joined, no check sees both of them, and the messages, as chains, do not either. A
run in which all particles die somewhere backtracks, which adds a little to the error.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from lifesat.engines.particles.board import board_of, first_generation
from lifesat.engines.particles.effort import Effort
from lifesat.engines.particles.engine import drawing_bytes
from lifesat.engines.particles.search import ParticleSearch
from lifesat.engines.particles.support import particles_error
from lifesat.engines.sat.memory import check
from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards

DRAWING_PARTICLES = 400
"""The particles of a run; with a quarter of them the error shows (docs/notes/large-boards.md)."""
MOST_RUNS = 5
"""The number of runs in a row that may get stuck before a draw fails."""
HOW = (
    f"each by its weight among {DRAWING_PARTICLES} boards, with recombination, so that some "
    "predecessors are a little more likely than others"
)
"""How boards are drawn, in words for users."""


class NoBoardError(UserError):
    """Particles do not reach the last row, which proves nothing."""


class DrawProgress(NamedTuple):
    """The progress of a drawing."""

    drawn: int
    # The number of rows that the current run has filled, and of all rows.
    row: int
    rows: int


Report = Callable[[DrawProgress], None]


class ApproximateDraws:
    """Draws boards that become a target, independently of each other.

    The problem must go back one generation and be supported by particles. The same seed draws the
    same boards; a smaller number of them are the first ones.
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
        """Yield first generations of shape ``(1, height, width)``, verified by running forward.

        Leaves out the first `after` of `number` boards, and ends early if `stop` returns true.
        Raises NoBoardError if the messages allow no board, or if several runs get stuck in a row.
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
        """Draw the board that follows `drawn` others; return None if `stop` returns true."""
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


def approximate_draws(
    problem: Predecessor, seed: int = 0, memory: int | None = None
) -> ApproximateDraws:
    """Return an object that draws predecessors by particles, after `check_draws`.

    The same seed draws the same predecessors.
    """
    check_draws(problem, memory)
    return ApproximateDraws(problem, seed)


def check_draws(problem: Predecessor, memory: int | None) -> None:
    """Reject a problem whose predecessors particles cannot draw.

    Raises UserError if particles do not support it, and MemoryLimitError if they may need more than
    `memory` bytes; None stands for half of the machine's memory.
    """
    one_back = problem.generations == 1
    reason = particles_error(problem) if one_back else "these draw one generation back only"
    if reason:
        raise UserError(f"approximate draws come from particles: {reason}")
    check(drawing_bytes(problem, DRAWING_PARTICLES), memory)
