"""Samplers, which draw boards cell by cell or row by row, and the memory that they need."""

from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import is_variable
from lifesat.engines.frontier.cell_filter import Floats, ParticleFilter, Particles
from lifesat.engines.frontier.plan import make_plan
from lifesat.engines.frontier.support import PLAN_BYTES
from lifesat.engines.particles.board import board_of
from lifesat.engines.particles.effort import Effort, message_bytes
from lifesat.engines.particles.support import supports_particles
from lifesat.problems.life.predecessor import Predecessor

if TYPE_CHECKING:
    from lifesat.engines.particles.passes import Chains  # loads numba

# The probability that is assumed of a cell at first, the share of it that is kept once there is an
# estimate, and the range of those that are assumed then: no state is ever ruled out.
_CHANCE = 0.35
_KEPT = 0.3
_RANGE = (0.03, 0.97)
# The bytes of a particle for each column of a row that is drawn, and for each cell at the end.
_WAY_BYTES = 450
_CELL_BYTES = 8
# A particle has a number of 16 bits.
_MOST_PARTICLES_OF_ROWS = 1 << 16


class Sampler(Protocol):
    """Draws samples of boards that become the target."""

    # The unknown in each column of `Particles.states`.
    visited: NDArray[np.intp]
    # The most particles that fit in memory; may be less than 1.
    most: int

    def run(self, number: int, generator: np.random.Generator) -> Particles | None:
        """Draw `number` boards; return None if none becomes the target."""

    def learn(self, probabilities: Floats) -> None:
        """Adapt to estimated probabilities that cells are live, in the shape of the window."""


def sampler_of(problem: Predecessor, most_bytes: int) -> Sampler:
    """Return a sampler for a problem that goes back one generation."""
    if supports_particles(problem):
        return _RowSampler(problem, most_bytes)
    return _CellSampler(problem, most_bytes)


class _CellSampler:
    """Draws boards cell by cell, guided by assumed probabilities of the remaining cells.

    It supports symmetries, a torus, and bounds on the population.
    """

    def __init__(self, problem: Predecessor, most_bytes: int) -> None:
        size = problem.target_states.size
        # The states twice, and the ancestor of each; the assignments of all checks that are open.
        self.most = (most_bytes - PLAN_BYTES * size) // (16 * size + 500)
        self._plan = make_plan(problem.spacetime, problem.first, problem.target.rule)
        self._first = problem.first
        self.visited = np.array([step.unknown for step in self._plan.steps], dtype=np.intp)
        self._chances: Floats = np.full(problem.projection + 1, _CHANCE)
        self._filter = ParticleFilter(self._plan, self._chances)

    def run(self, number: int, generator: np.random.Generator) -> Particles | None:
        """Draw boards with the probabilities that are assumed now."""
        return self._filter.run(number, generator)

    def learn(self, probabilities: Floats) -> None:
        """Move the assumed probabilities to the estimated ones."""
        unknown = is_variable(self._first)
        learned = _KEPT * _CHANCE + (1 - _KEPT) * probabilities[unknown]
        self._chances[self._first[unknown]] = np.clip(learned, *_RANGE)
        self._filter = ParticleFilter(self._plan, self._chances)


class _RowSampler:
    """Draws boards row by row, guided by messages about the rows below."""

    def __init__(self, problem: Predecessor, most_bytes: int) -> None:
        self._board = board_of(problem)
        layer = problem.spacetime.literals[0]
        self._layer = layer.T if self._board.transposed else layer
        self.visited = np.arange(1, problem.projection + 1)
        columns, size = self._board.columns, problem.target_states.size
        self._width = Effort.of(columns).width
        each = _WAY_BYTES * (columns + 1) + _CELL_BYTES * size
        fitting = (most_bytes - message_bytes(self._board.rows, columns)) // each
        self.most = min(fitting, _MOST_PARTICLES_OF_ROWS)
        self._below: Chains | None = None
        self._possible = True

    def run(self, number: int, generator: np.random.Generator) -> Particles | None:
        """Draw boards; the first call also computes the messages."""
        # These load numba, which may be missing where cells are drawn one by one.
        from lifesat.engines.particles.passes import all_of, ways_below  # noqa: PLC0415
        from lifesat.engines.particles.weighted import weighted_boards  # noqa: PLC0415

        if self._below is None and self._possible:
            self._below = all_of(ways_below(self._board, self._width))
            self._possible = self._below is not None
        if self._below is None:
            return None
        drawn = weighted_boards(self._board, self._below, number, generator)
        if drawn is None:
            return None
        unknown = is_variable(self._layer)
        states = np.empty((len(drawn.boards), len(self.visited)), dtype=np.uint8)
        states[:, self._layer[unknown] - 1] = drawn.boards[:, unknown]
        return Particles(states, drawn.weights, drawn.log_total)

    def learn(self, probabilities: Floats) -> None:
        """Ignore the estimates, because the messages are more precise."""
