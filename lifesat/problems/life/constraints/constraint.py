"""The interface of constraints that add clauses."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import Literals
from lifesat.problems.life.constraints.background import Surroundings
from lifesat.problems.problem import Boards

Shape = tuple[int, int, int]
"""The numbers of generations, rows and columns of a block."""

LiteralsShape = tuple[int, int, int, int]
"""The number of states but 0, and the shape of a block."""


class Constraint(ABC):
    """What the solutions of a block must fulfil, besides its cells and the rule."""

    @abstractmethod
    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:
        """Return an error message if the constraint is invalid for a block, else None."""

    @abstractmethod
    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:
        """Add the clauses.

        Parameters
        ----------
        formula
            The formula to add to.
        literals
            The states of the cells of the block but 0, shape ``(states - 1, generations, height,
            width)``.
        surroundings
            What lies outside.
        """

    @abstractmethod
    def size(self, shape: LiteralsShape) -> Size:
        """Return a bound on what `add` adds to literals of a shape."""

    @abstractmethod
    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:
        """Return which blocks fulfil the constraint, without the formula.

        Parameters
        ----------
        boards
            Shape ``(boards, generations, height, width)``.
        surroundings
            What lies outside.
        """

    @property
    @abstractmethod
    def words(self) -> str:
        """A description."""

    def signature(self, ids: NDArray[np.intp], surroundings: Surroundings) -> Hashable:  # noqa: ARG002
        """Return what moving the cells may change about the constraint.

        Parameters
        ----------
        ids
            Numbers of the cells, shape ``(generations, height, width)``. Constraints with the same
            signature, one for the numbers and one for their image, are images of each other.
        surroundings
            What lies outside.
        """
        return None


def difference_size(pairs: int) -> Size:
    """Return a bound on what `lifesat.problems.life.box.add_difference` adds."""
    return Size(variables=pairs, clauses=2 * pairs + 1, literals=7 * pairs)


def generation_error(numbers: Iterable[int], shape: Shape) -> str | None:
    """Return an error message if a block does not have one of some generations, else None."""
    last = shape[0] - 1
    wrong = next((t for t in numbers if not 0 <= t <= last), None)
    return None if wrong is None else f"there is no generation {wrong}; the last one is {last}"
