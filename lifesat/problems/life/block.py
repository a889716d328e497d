"""A block of space-time as a user wrote it, converted to literals.

Cells are known, unknown or named; a name may occur in several places, perhaps negated. The
variables from which all others follow come first: they are the projection.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import FALSE, TRUE, Equalities, Literals
from lifesat.formats.space_time_text import Rows
from lifesat.problems.life.background import Surroundings
from lifesat.problems.life.constraints import Symmetry
from lifesat.problems.problem import Boards


@dataclass(frozen=True)
class Block:
    """A block of known, unknown and named cells."""

    # For each named cell, the first place in row-major order with the same name; for others, their
    # own place. This and the next four arrays have shape (generations, height, width).
    places: NDArray[np.intp]
    # Which cells are the negation of their name, if it also occurs without the sign.
    negated: NDArray[np.bool_]
    known: NDArray[np.bool_]
    # The states of the known cells; 0 for others.
    states: NDArray[np.uint8]
    # Which cells the rule binds, if there is a generation before theirs.
    bound: NDArray[np.bool_]
    last_state: int = 1
    # Whether no cell has to differ from itself.
    consistent: bool = True

    @classmethod
    def of(cls, cells: Rows, last_state: int) -> "Block":
        """Return the block that rows of cells in standard form describe."""
        numbers: dict[str, int] = {}
        # Many rows of a large block are alike.
        rows = {
            row: np.array([numbers.setdefault(word, len(numbers)) for word in row.split(" ")])
            for row in dict.fromkeys(row for rows in cells for row in rows)
        }
        back = np.concatenate([rows[row] for layer in cells for row in layer])
        first = np.empty(len(numbers), dtype=np.intp)
        # Of several places with the same number, the last one in this order is kept.
        first[back[::-1]] = np.arange(len(back))[::-1]
        shape = len(cells), len(cells[0]), len(rows[cells[0][0]])
        distinct, back = list(numbers), back.reshape(shape)
        literals = [word.rstrip("'") for word in distinct]
        names = [literal.removeprefix("-") for literal in literals]
        starts: dict[str, int] = {}
        for name, place in zip(names, first.tolist(), strict=True):
            starts[name] = min(place, starts.get(name, place))
        own = np.array([name == "*" or name.isdigit() for name in names])[back]
        named = np.array([starts[name] for name in names])[back]
        states = [int(name) if name.isdigit() else 0 for name in names]
        # A name that is negated wherever it stands means the same without the sign.
        written = set(literals)
        negated = [
            literal != name and name in written
            for literal, name in zip(literals, names, strict=True)
        ]
        return cls(
            places=np.where(own, _places(shape), named),
            negated=np.array(negated)[back],
            known=np.array([name.isdigit() for name in names])[back],
            states=np.array(states, dtype=np.uint8)[back],
            bound=np.array([not word.endswith("'") for word in distinct])[back],
            last_state=last_state,
        )

    def symmetric(self, symmetries: Iterable[Symmetry], surroundings: Surroundings) -> "Block":
        """Return the block with the cells made equal that symmetries require to be equal."""
        literals = self._literals(self.places + 1)
        equal = Equalities(literals.size)
        for symmetry in symmetries:
            symmetry.merge(equal, literals, surroundings)
        merged = equal.resolve(literals)
        known = np.abs(merged[0]) == TRUE
        return replace(
            self,
            places=np.where(
                known, _places(known.shape), (np.abs(merged[0]) - 1) // self.last_state
            ),
            negated=~known & (merged[0] < 0),
            known=known,
            states=np.argmax(np.concatenate([~known[None], merged == TRUE]), axis=0).astype(
                np.uint8
            ),
            consistent=equal.consistent,
        )

    @cached_property
    def numbers(self) -> tuple[NDArray[np.int32], int]:
        """The number of each unknown cell, from 1, and how many come first.

        Cells that are equal or opposite share a number; known cells have 0. Cells that the rule
        binds in the first generation of their name follow from the generation before. All others
        come first, and both parts are in row-major order.
        """
        layer = _places(self.places.shape) // self.places[0].size
        starts = layer.ravel()[self.places]
        follows = np.zeros(self.places.size, dtype=bool)
        follows[self.places[self.bound & (starts == layer) & (layer > 0)]] = True
        # `np.unique` would import masked arrays, which takes longer than all of this.
        unknown = np.zeros(self.places.size, dtype=bool)
        unknown[self.places[~self.known]] = True
        first = np.flatnonzero(unknown)
        ordered = np.concatenate([first[~follows[first]], first[follows[first]]])
        numbers = np.zeros(self.places.size, dtype=np.int32)
        numbers[ordered] = np.arange(1, len(ordered) + 1)
        return numbers[self.places], int((~follows[first]).sum())

    @cached_property
    def literals(self) -> Literals:
        """The literals of all states but 0, shape ``(last_state, generations, height, width)``.

        Those of state 1 come first. The variables of a cell are consecutive, in the order of
        `numbers`.
        """
        return self._literals(self.numbers[0])

    def _literals(self, numbers: NDArray[np.integer]) -> Literals:
        """Return the literals of states, given a number from 1 for each unknown cell."""
        state = np.arange(1, self.last_state + 1)[:, None, None, None]
        signs = np.where(self.negated, -1, 1)
        variables = signs * ((numbers - 1) * self.last_state + state)
        constants = np.where(self.states == state, TRUE, FALSE)
        literals: Literals = np.where(self.known, constants, variables).astype(np.int32)
        return literals

    def states_of(self, models: Literals) -> tuple[Boards, int]:
        """Return the states of unknown cells by number, and the last number that models cover.

        The states have shape ``(models, cells + 1)``; they are 0 for number 0 and for cells without
        variables in the models.
        """
        given = models.shape[1] // self.last_state
        states = np.zeros((len(models), int(self.numbers[0].max()) + 1), dtype=np.uint8)
        each = (models > 0).reshape(len(models), given, self.last_state)
        states[:, 1 : given + 1] = each @ np.arange(1, self.last_state + 1, dtype=np.uint8)
        return states, given

    def agree(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which boards have the known cells, and the same state for each name.

        They have shape ``(boards, generations, height, width)``.
        """
        named = (boards ^ self.negated).reshape(len(boards), self.known.size)
        good: NDArray[np.bool_] = (named[:, self.places.ravel()] == named).all(axis=1)
        good &= (boards == self.states)[:, self.known].all(axis=1)
        return good


def _places(shape: tuple[int, ...]) -> NDArray[np.intp]:
    """Return the places of cells in row-major order."""
    return np.arange(np.prod(shape, dtype=np.intp)).reshape(shape)
