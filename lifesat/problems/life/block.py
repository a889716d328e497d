"""A block of space-time as a user wrote it, made into literals.

Cells are known, unknown, or named; a name may stand in several places, perhaps negated. The
variables from which all others follow come first: they are the projection.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.equalities import Equalities
from lifesat.cnf.spacetime import FALSE, TRUE, Literals
from lifesat.problems.life.constraints.background import Surroundings
from lifesat.problems.life.constraints.symmetry import Symmetry
from lifesat.problems.life.rows import Rows
from lifesat.problems.problem import Boards


@dataclass(frozen=True)
class Block:
    """A block of cells.

    Attributes
    ----------
    places
        For each cell that is not known, shape ``(generations, height, width)``, the first place in
        row-major order that has the same name; for other cells, their own place.
    negated
        Which cells are the negation of their name; among known cells, those that are live.
    known
        Which cells are known.
    bound
        Which cells the rule binds, if there is a generation before theirs.
    consistent
        Whether no cell has to be equal to its own opposite.
    """

    places: NDArray[np.intp]
    negated: NDArray[np.bool_]
    known: NDArray[np.bool_]
    bound: NDArray[np.bool_]
    consistent: bool = True

    @classmethod
    def of(cls, cells: Rows) -> "Block":
        """Return the block that rows of cells in their standard form state."""
        words = np.array([[row.split(" ") for row in rows] for rows in cells])
        distinct, first, back = np.unique(words, return_index=True, return_inverse=True)
        back = back.reshape(words.shape)
        literals = [word.rstrip("'") for word in distinct.tolist()]
        names = [literal.removeprefix("-") for literal in literals]
        starts: dict[str, int] = {}
        for name, place in zip(names, first.tolist(), strict=True):
            starts[name] = min(place, starts.get(name, place))
        own = np.array([name in ("0", "1", "*") for name in names])[back]
        named = np.array([starts[name] for name in names])[back]
        here = _numbers(words.shape)
        return cls(
            places=np.where(own, here, named),
            negated=np.array([word == "1" or word.startswith("-") for word in literals])[back],
            known=np.array([name in ("0", "1") for name in names])[back],
            bound=np.array([not word.endswith("'") for word in distinct.tolist()])[back],
        )

    def symmetric(self, symmetries: Iterable[Symmetry], surroundings: Surroundings) -> "Block":
        """Return the block with cells equal that symmetries make equal."""
        numbers = np.where(self.known, FALSE, self.places + 1)
        cells = np.where(self.negated, -numbers, numbers).astype(np.int32)
        equal = Equalities(cells.size)
        for symmetry in symmetries:
            symmetry.merge(equal, cells, surroundings)
        merged = equal.resolve(cells)
        known = np.abs(merged) == TRUE
        return replace(
            self,
            places=np.where(known, _numbers(self.places.shape), np.abs(merged) - 1),
            negated=np.where(known, merged == TRUE, merged < 0),
            known=known,
            consistent=equal.consistent,
        )

    def literals(self) -> tuple[Literals, int]:
        """Return the literals of the cells, and the size of the projection.

        A variable whose first generation binds one of its cells follows from the generation before;
        all others are in the projection and have the first numbers, each part in row-major order.
        """
        layer = _numbers(self.places.shape) // self.places[0].size
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
        signs = np.where(self.negated, -1, 1)
        literals = np.where(self.known, np.where(self.negated, TRUE, FALSE), numbers[self.places])
        literals = np.where(self.known, literals, signs * literals).astype(np.int32)
        return literals, int((~follows[first]).sum())

    def agree(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which boards have the known cells, and the same state for each name.

        Parameters
        ----------
        boards
            Shape ``(boards, generations, height, width)``.
        """
        states = boards.reshape(len(boards), self.known.size) ^ self.negated.ravel()
        good: NDArray[np.bool_] = (states[:, self.places.ravel()] == states).all(axis=1)
        return good & ~states[:, self.known.ravel()].any(axis=1)


def _numbers(shape: tuple[int, ...]) -> NDArray[np.intp]:
    """Return the places of cells in row-major order."""
    return np.arange(np.prod(shape, dtype=np.intp)).reshape(shape)
