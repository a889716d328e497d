"""What every problem offers to a search, whatever is sought."""

from typing import ClassVar, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from lifesat.formula import Formula
from lifesat.pattern import Pattern
from lifesat.spacetime import Literals, SpaceTime

Boards = NDArray[np.uint8]


class Problem(Protocol):
    """A frozen statement of what is sought; equal problems have equal JSON.

    Attributes
    ----------
    kind
        The name under which `lifesat.problems.kinds` finds the class again.
    noun, nouns
        What one solution and several are called, for people.
    """

    kind: ClassVar[str]
    noun: ClassVar[str]
    nouns: ClassVar[str]

    @property
    def label(self) -> str:
        """The words to which a solution's number is added to name it."""

    @property
    def projection(self) -> int:
        """How many variables, from 1, tell solutions apart."""

    @property
    def spacetime(self) -> SpaceTime:
        """The array of literals that the formula is about."""

    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models, projected, are the solutions."""

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem, as permutations of the projection.

        Returns
        -------
        ndarray
            Shape ``(order, projection)``, the identity among them: an image has at place ``k`` what
            stood at place ``[i, k]``.
        """

    def boards(self, models: Literals) -> Boards:
        """Return the boards, shape ``(models, height, width)``, that projected models stand for."""

    def holds(self, boards: Boards) -> NDArray[np.bool_]:
        """Say, by plain Life alone, which boards are solutions."""

    def pattern(self, board: Boards) -> Pattern:
        """Return the pattern of one board, placed where it belongs."""

    def to_json(self) -> str:
        """Return the problem as one line of JSON."""

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the problem that `to_json` wrote."""

    def conditions(self) -> str:
        """Return the words for what a proof of "none" holds for."""

    def advice(self) -> str:
        """Return what to try when there is no solution; empty if nothing else could help."""


class Populated(Problem, Protocol):
    """A problem whose solutions can be bounded in live cells.

    Attributes
    ----------
    least, most
        The bounds; no upper one when `most` is None.
    """

    @property
    def least(self) -> int:
        """At least so many live cells."""

    @property
    def most(self) -> int | None:
        """At most so many, or None."""

    def within(self, least: int, most: int | None) -> Self:
        """Return the same problem with other bounds."""
