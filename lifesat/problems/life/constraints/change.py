"""How much the generations of a block change: at least somewhere, or at most in some cells."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import bound_population, bound_size
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.gates import GATE_SIZE, both, differ
from lifesat.cnf.spacetime import Literals
from lifesat.problems.life.box import add_difference
from lifesat.problems.life.constraints.background import Surroundings
from lifesat.problems.life.constraints.constraint import (
    Constraint,
    Shape,
    difference_size,
    generation_error,
)
from lifesat.problems.problem import Boards

Kind = Literal["change", "growth", "decay"]


@dataclass(frozen=True)
class ForcedChange(Constraint):
    """Two generations differ in some cell of the block.

    Attributes
    ----------
    first, second
        The generations.
    """

    first: int = 0
    second: int = 1

    @property
    def words(self) -> str:
        """A description."""
        return f"generations {self.first} and {self.second} differ"

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:  # noqa: ARG002
        """Return an error message if no block can fulfil this, else None."""
        what = f"a change between generations {self.first} and {self.second}"
        if self.first == self.second:
            return f"{what} is impossible; give two different generations"
        fault = generation_error((self.first, self.second), shape)
        return fault and f"{what}: {fault}"

    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:  # noqa: ARG002
        """Add the clauses."""
        add_difference(formula, literals[self.first], literals[self.second])

    def size(self, shape: Shape) -> Size:
        """Return a bound on what `add` adds."""
        return difference_size(shape[1] * shape[2])

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:  # noqa: ARG002
        """Return which blocks have such a change."""
        good: NDArray[np.bool_] = (boards[:, self.first] != boards[:, self.second]).any(axis=(1, 2))
        return good


@dataclass(frozen=True)
class GreatestChange(Constraint):
    """Every generation differs from the first one in few cells of the block.

    Attributes
    ----------
    limit
        The most cells that differ.
    kind
        Which cells count: all that differ (``change``), those that are live only in the later
        generation (``growth``) or only in the first one (``decay``).
    """

    limit: int
    kind: Kind = "change"

    @property
    def words(self) -> str:
        """A description."""
        cells = f"{self.limit} cell{'s' * (self.limit != 1)}"
        return f"a {self.kind} of at most {cells} since the first generation"

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:  # noqa: ARG002
        """Return None: every block may have this constraint."""
        return None

    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:  # noqa: ARG002
        """Add the clauses."""
        first = literals[0]
        for later in literals[1:]:
            if self.kind == "change":
                counted = differ(formula, first, later)
            elif self.kind == "growth":
                counted = both(formula, -first, later)
            else:
                counted = both(formula, first, -later)
            bound_population(formula, counted, most=self.limit)

    def size(self, shape: Shape) -> Size:
        """Return a bound on what `add` adds."""
        generations, height, width = shape
        cells = height * width
        return (GATE_SIZE * cells + bound_size(cells, most=self.limit)) * (generations - 1)

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:  # noqa: ARG002
        """Return which blocks change as little."""
        first, later = boards[:, :1], boards[:, 1:]
        counted = {"change": later != first, "growth": later > first, "decay": later < first}
        most = counted[self.kind].sum(axis=(2, 3)).max(axis=1, initial=0)
        good: NDArray[np.bool_] = most <= self.limit
        return good
