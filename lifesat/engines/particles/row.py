"""The data from which the next row of particles is drawn."""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.particles.board import Cells
from lifesat.engines.particles.messages import Chain, Floats

Places = NDArray[np.intp]
Hashes = NDArray[np.uint64]
Doubles = NDArray[np.float64]


class Death(NamedTuple):
    """A row in which no particle has a continuation."""

    # The column that no particle could fill.
    column: int


class Groups(NamedTuple):
    """Groups of particles that may take each other's place before each column."""

    # Particles, those of a group side by side, shape (columns + 1, particles).
    order: Places
    # For each particle, where its group begins and ends in this order.
    begins: Places
    ends: Places

    @classmethod
    def alone(cls, columns: int, particles: int) -> "Groups":
        """Return groups of one particle each, so that each keeps its own past."""
        order = np.tile(np.arange(particles), (columns, 1))
        return cls(order, order, order + 1)


class Ways(Protocol):
    """The possible next rows of particles, from which some are drawn."""

    @property
    def log_total(self) -> float:
        """The natural logarithm of the mean weight of a particle."""

    def draw(self, number: int, generator: np.random.Generator) -> tuple[Cells, Places]:
        """Draw cells and the particles that they continue, both of shape ``(number, columns)``."""


class Row(NamedTuple):
    """The data from which the next row is drawn."""

    # The windows of the last two rows of each particle, shape (columns + 1, particles).
    upper: Places
    lower: Places
    # The values of the message for these rows at their windows, of the same shape.
    promised: Floats
    # Those of `Board.checks` for the lower row.
    checks: Floats
    # The message for the lower row and the next one.
    below: Chain
    groups: Groups

    @property
    def half(self) -> int:
        """The number of windows that are one column narrower."""
        return int(self.below.shape[2]) // 2

    def steps(self) -> Floats:
        """Return the weights of the next row's windows, shape ``(columns + 1, particles, 2^w)``."""
        columns = np.arange(len(self.below))[:, None]
        ways = self.below[columns, self.lower]
        agree = self.checks[columns, self.upper & 7, self.lower & 7] / self.promised[:, :, None]
        shape = ways.shape
        steps: Floats = ways.reshape(*shape[:2], -1, 8) * agree[:, :, None]
        return steps.reshape(shape)

    def start(self) -> Doubles:
        """Return the weights of particles and windows before the first column."""
        state = np.zeros((self.upper.shape[1], self.half))
        state[:, 0] = 1 / len(state)
        return state


def drawn_ends(ends: Doubles, number: int, generator: np.random.Generator) -> tuple[Places, ...]:
    """Draw particles and half windows after the last column, by stratified sampling."""
    marks = np.cumsum(ends.ravel())
    chosen = np.searchsorted(
        marks, (np.arange(number) + generator.random(number)) * (marks[-1] / number), "right"
    )
    return np.divmod(np.minimum(chosen, len(marks) - 1), ends.shape[1])
