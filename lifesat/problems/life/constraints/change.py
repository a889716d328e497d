"""Constraints on how much the generations of a block change."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial, reduce
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import bound_population, bound_size
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.gates import GATE_SIZE, both, differ, either
from lifesat.cnf.spacetime import Literals
from lifesat.problems.life.box import add_difference
from lifesat.problems.life.constraints.background import Surroundings
from lifesat.problems.life.constraints.constraint import (
    Constraint,
    LiteralsShape,
    Shape,
    difference_size,
    generation_error,
)
from lifesat.problems.problem import Boards

Kind = Literal["change", "growth", "decay"]


@dataclass(frozen=True)
class ForcedChange(Constraint):
    """Two generations differ in some cell of the block."""

    first: int = 0
    second: int = 1

    @property
    def words(self) -> str:
        """The constraint in words."""
        return f"generations {self.first} and {self.second} differ"

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:  # noqa: ARG002
        """Return an error message if no block can satisfy the constraint, else None."""
        what = f"a change between generations {self.first} and {self.second}"
        if self.first == self.second:
            return f"{what} is impossible; give two different generations"
        error = generation_error((self.first, self.second), shape)
        return error and f"{what}: {error}"

    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:  # noqa: ARG002
        """Add the clauses."""
        add_difference(formula, literals[:, self.first], literals[:, self.second])

    def size(self, shape: LiteralsShape) -> Size:
        """Return a bound on the size of what `add` adds."""
        states, _, height, width = shape
        return difference_size(states * height * width)

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:  # noqa: ARG002
        """Return which blocks satisfy the constraint."""
        good: NDArray[np.bool_] = (boards[:, self.first] != boards[:, self.second]).any(axis=(1, 2))
        return good


@dataclass(frozen=True)
class GreatestChange(Constraint):
    """Every generation differs from the first one in at most `limit` cells of the block."""

    limit: int
    # The cells that count: all that differ ("change"), those that are dead in the first generation
    # and not in the later one ("growth"), or the reverse ("decay").
    kind: Kind = "change"

    @property
    def words(self) -> str:
        """The constraint in words."""
        cells = f"{self.limit} cell{'s' * (self.limit != 1)}"
        return f"a {self.kind} of at most {cells} since the first generation"

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:  # noqa: ARG002
        """Return None: every block can have the constraint."""
        return None

    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:  # noqa: ARG002
        """Add the clauses."""
        for counted in self._counted(formula, literals):
            bound_population(formula, counted, most=self.limit)

    def _counted(self, formula: Formula, literals: Literals) -> Iterator[Literals]:
        """Yield the literals that are counted in each later generation, and add their gates."""
        any_of = partial(reduce, partial(either, formula))
        if self.kind == "change":
            for later in np.moveaxis(literals[:, 1:], 1, 0):
                yield any_of(differ(formula, literals[:, 0], later))
            return
        first, *others = any_of(literals)
        for later in others:
            growth = self.kind == "growth"
            yield both(formula, -first, later) if growth else both(formula, first, -later)

    def size(self, shape: LiteralsShape) -> Size:
        """Return a bound on the size of what `add` adds."""
        states, generations, height, width = shape
        cells = height * width
        gates = GATE_SIZE * (cells * (2 * states - 1))
        once = GATE_SIZE * (cells * (states - 1))
        return (gates + bound_size(cells, most=self.limit)) * (generations - 1) + once

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:  # noqa: ARG002
        """Return which blocks satisfy the constraint."""
        first, later = boards[:, :1], boards[:, 1:]
        counted = {
            "change": later != first,
            "growth": (later > 0) & (first == 0),
            "decay": (later == 0) & (first > 0),
        }
        most = counted[self.kind].sum(axis=(2, 3)).max(axis=1, initial=0)
        good: NDArray[np.bool_] = most <= self.limit
        return good
