"""What the next row of particles is drawn from."""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from lifesat.particles.board import Cells
from lifesat.particles.messages import Chain, Floats

Places = NDArray[np.intp]
Hashes = NDArray[np.uint64]
Doubles = NDArray[np.float64]


class Death(NamedTuple):
    """No particle can go on.

    Attributes
    ----------
    column
        The last column that was reached.
    """

    column: int


class Groups(NamedTuple):
    """Which particles may take each other's place before each column.

    Attributes
    ----------
    order
        Particles, those of a group side by side, shape ``(columns + 1, particles)``.
    begins, ends
        For each particle, where its group begins and ends in this order.
    """

    order: Places
    begins: Places
    ends: Places

    @classmethod
    def alone(cls, columns: int, particles: int) -> "Groups":
        """Return groups of one particle each, so that each goes on with its own past."""
        order = np.tile(np.arange(particles), (columns, 1))
        return cls(order, order, order + 1)


class Ways(Protocol):
    """The ways along the columns of the next row, from which rows are drawn."""

    @property
    def log_total(self) -> float:
        """The natural logarithm of the mean weight of a particle."""

    def draw(self, number: int, generator: np.random.Generator) -> tuple[Cells, Places]:
        """Draw rows.

        Returns
        -------
        tuple of ndarray
            The cells, and the particle that each one goes on from, shape ``(number, columns)``.
        """


class Row(NamedTuple):
    """What the next row is drawn from.

    Attributes
    ----------
    upper, lower
        The windows of the last two rows of each particle, shape ``(columns + 1, particles)``.
    promised
        The value of the message for the two rows at each window, of the same shape.
    checks
        As from `Board.checks`, for the lower row.
    below
        The message for the lower row and the next one.
    groups
        Which particles may take each other's place.
    """

    upper: Places
    lower: Places
    promised: Floats
    checks: Floats
    below: Chain
    groups: Groups

    @property
    def half(self) -> int:
        """The number of windows of one column less."""
        return int(self.below.shape[2]) // 2

    def steps(self) -> Floats:
        """Return the weights of the windows of the next row, for each column and particle.

        Returns
        -------
        ndarray
            Shape ``(columns + 1, particles, 2^w)``.
        """
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
    """Draw particles and windows after the last column."""
    marks = np.cumsum(ends.ravel())
    chosen = np.searchsorted(
        marks, (np.arange(number) + generator.random(number)) * (marks[-1] / number), "right"
    )
    return np.divmod(np.minimum(chosen, len(marks) - 1), ends.shape[1])
