"""Constraints on how much the generations of a block change."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial, reduce
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import bound_population, bound_size
from lifesat.cnf.formula import Formula, Size, Template
from lifesat.cnf.spacetime import FALSE, TRUE, Literals
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

_BOTH = Template([(-1, -2, 3), (1, -3), (2, -3)])
_DIFFER = Template([(-1, -2, -3), (1, 2, -3), (-1, 2, 3), (1, -2, 3)])

GATE_SIZE = Size(variables=1) + _DIFFER.size
"""The largest size of one gate."""


def both(formula: Formula, first: Literals, second: Literals) -> Literals:
    """Add gates and return their outputs: literals that are true where both inputs are.

    Where a constant or an input is equivalent, there is no new variable.
    """
    simple = np.select(
        [
            (first == FALSE) | (second == FALSE) | (first == -second),
            (first == TRUE) | (first == second),
            second == TRUE,
        ],
        [np.full_like(first, FALSE), second, first],
        default=0,
    )
    return _with_gates(formula, simple, first, second, _BOTH)


def either(formula: Formula, first: Literals, second: Literals) -> Literals:
    """Add gates and return their outputs: literals that are true where an input is."""
    return -both(formula, -first, -second)


def differ(formula: Formula, first: Literals, second: Literals) -> Literals:
    """Add gates and return their outputs: literals that are true where the inputs differ."""
    simple = np.select(
        [first == second, first == -second, first == FALSE, first == TRUE, second == FALSE],
        [np.full_like(first, FALSE), np.full_like(first, TRUE), second, -second, first],
        default=0,
    )
    simple = np.where((simple == 0) & (second == TRUE), -first, simple)
    return _with_gates(formula, simple, first, second, _DIFFER)


def _with_gates(
    formula: Formula, simple: Literals, first: Literals, second: Literals, template: Template
) -> Literals:
    """Return `simple` with the output of a gate wherever it is 0."""
    open_ = simple == 0
    outputs = simple.astype(np.int32)
    outputs[open_] = formula.fresh(int(open_.sum()))
    rows = np.column_stack([first[open_], second[open_], outputs[open_]])
    formula.add_template(template, rows.astype(np.int32))
    return outputs


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
