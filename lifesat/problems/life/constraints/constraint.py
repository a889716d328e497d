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
    """A condition on the solutions of a block, besides its cells and the rule."""

    @abstractmethod
    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:
        """Return an error message if the constraint is invalid for a block, else None."""

    @abstractmethod
    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:
        """Add the clauses.

        `literals` are those of all states but 0 in the block, shape
        ``(states - 1, generations, height, width)``.
        """

    @abstractmethod
    def size(self, shape: LiteralsShape) -> Size:
        """Return a bound on the size of what `add` adds to literals of a shape."""

    @abstractmethod
    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:
        """Return which blocks satisfy the constraint, without the formula.

        `boards` has shape ``(boards, generations, height, width)``.
        """

    @property
    @abstractmethod
    def words(self) -> str:
        """The constraint in words."""

    def signature(self, ids: NDArray[np.intp], surroundings: Surroundings) -> Hashable:  # noqa: ARG002
        """Return what moving the cells may change about the constraint.

        `ids` are numbers of the cells, shape ``(generations, height, width)``. Constraints with the
        same signature, one for the numbers and one for their image, are images of each other.
        """
        return None


def difference_size(pairs: int) -> Size:
    """Return a bound on the size of what `lifesat.problems.life.box.add_difference` adds."""
    return Size(variables=pairs, clauses=2 * pairs + 1, literals=7 * pairs)


def generation_error(numbers: Iterable[int], shape: Shape) -> str | None:
    """Return an error message if a block lacks one of some generations, else None."""
    last = shape[0] - 1
    wrong = next((t for t in numbers if not 0 <= t <= last), None)
    return None if wrong is None else f"there is no generation {wrong}; the last one is {last}"
