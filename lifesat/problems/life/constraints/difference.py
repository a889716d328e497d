"""A constraint that a block differs from a given one."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import Literals
from lifesat.errors import UserError
from lifesat.formats.space_time_text import state_words
from lifesat.problems.life.constraints.background import Surroundings
from lifesat.problems.life.constraints.constraint import Constraint, LiteralsShape, Shape
from lifesat.problems.life.rows import Rows, standard_rows
from lifesat.problems.problem import Boards


@dataclass(frozen=True)
class DifferentFrom(Constraint):
    """Some known cell of a given block, or of its first generations, has another state."""

    # Generations from the first one on, as in `lifesat.problems.life.search.SpaceTimeSearch`; each
    # cell is a state or *, which is not compared.
    cells: Rows
    last_state: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", standard_rows(self.cells, self.last_state + 1))
        words = (word for rows in self.cells for row in rows for word in row.split(" "))
        if other := next((word for word in words if word != "*" and not word.isdigit()), None):
            raise UserError(
                f"a block to differ from has a cell {other!r}; "
                f"its cells are {state_words(self.last_state + 1)} and *"
            )

    @cached_property
    def states(self) -> NDArray[np.int8]:
        """The cells, -1 for those that are not compared; shape ``(generations, height, width)``."""
        return np.array(
            [
                [[-1 if word == "*" else int(word) for word in row.split(" ")] for row in rows]
                for rows in self.cells
            ],
            dtype=np.int8,
        )

    @property
    def words(self) -> str:
        """The constraint in words."""
        return f"different from a given block of {int((self.states >= 0).sum()):,} known cells"

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:  # noqa: ARG002
        """Return an error message if the given block does not fit into a block, else None."""
        generations, height, width = self.states.shape
        if (height, width) != shape[1:]:
            return (
                f"a block to differ from has {width}x{height} cells, but the block has "
                f"{shape[2]}x{shape[1]}"
            )
        if generations > shape[0]:
            return f"a block to differ from has {generations} generations, the block {shape[0]}"
        return None

    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:  # noqa: ARG002
        """Add the clause that one of the known cells has another state."""
        given, state = literals[:, : len(self.states)], np.arange(1, self.last_state + 1)
        has = self.states == state[:, None, None, None]
        clause = np.concatenate([-given[has], given[:, self.states == 0].ravel()])
        formula.add(np.unique(clause)[None])

    def size(self, shape: LiteralsShape) -> Size:
        """Return a bound on the size of what `add` adds."""
        return Size(clauses=1, literals=shape[0] * self.states.size)

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:  # noqa: ARG002
        """Return which blocks differ."""
        unlike = (boards[:, : len(self.states)] != self.states) & (self.states >= 0)
        good: NDArray[np.bool_] = unlike.any(axis=(1, 2, 3))
        return good

    def signature(self, ids: NDArray[np.intp], surroundings: Surroundings) -> Hashable:  # noqa: ARG002
        """Return the known cells and their states."""
        known = self.states >= 0
        return frozenset(
            zip(ids[: len(known)][known].tolist(), self.states[known].tolist(), strict=True)
        )
