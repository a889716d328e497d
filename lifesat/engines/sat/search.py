"""The interface of every search, however it finds solutions, and solutions packed as bits."""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import Literals
from lifesat.problems.problem import Problem


class Models(NamedTuple):
    """Solutions found in one slice of work."""

    # One literal for each variable of the projection, shape ``(solutions, projection)``.
    literals: Literals
    # The number of solutions that each one represents, itself included, shape ``(solutions,)``.
    orbit_sizes: NDArray[np.intp]

    @classmethod
    def none(cls, projection: int) -> "Models":
        """Return no solutions, for a problem with a projection of this size."""
        return cls(np.zeros((0, projection), dtype=np.int32), np.zeros(0, dtype=np.intp))


class EngineProgress(NamedTuple):
    """How far a search by strips, with particles, or for a lower bound has come."""

    # The rows that the last strip, or the particles, have reached, and all rows.
    row: int
    rows: int
    # The cores found so far: cells of strips above that could not stay; the dead ends of a rewind;
    # 0 for particles.
    nogoods: int
    # The last solution of the rows up to `row`, packed like a whole one; see
    # `lifesat.engines.strips.enumeration`. Empty before the first, and once a solution is whole.
    partial: bytes = b""
    # The particles alive; 0 for strips.
    particles: int = 0
    # The lower bound on the distance of the nearest target, on the live cells of the solution with
    # the fewest, or on the moves or pushes of the best solution of a Sokoban level; 0 if there is
    # none.
    bound: int = 0

    def counts(self) -> dict[str, int]:
        """Return the numbers by their names."""
        return {
            "row": self.row,
            "rows": self.rows,
            "nogoods": self.nogoods,
            "particles": self.particles,
            "bound": self.bound,
        }


class SearchProgress(NamedTuple):
    """How far a search has come."""

    # Of all solvers; 0 if no solver is used.
    conflicts: int = 0
    # The number of solvers at work in a portfolio; 0 if there is none.
    members: int = 0
    # The rows or the bound reached; None if the engine does not report them.
    reached: EngineProgress | None = None


class Search(Protocol):
    """Finds solutions slice by slice, each once."""

    @property
    def complete(self) -> bool:
        """Whether it is proved that there are no more solutions."""

    def progress(self) -> SearchProgress:
        """Return how far the search has come."""

    def advance(self, seconds: float, /, most: int | None = None) -> Models:
        """Search for about `seconds`, or until `most` solutions have been found.

        Parameters
        ----------
        seconds
            The length of the slice. A search whose steps are short may return earlier.
        most
            The largest number of solutions to return, at least 1, or None.

        Returns
        -------
        Models
            Solutions that no earlier slice returned.
        """


# Solutions as rows of bits: the first variable is the highest bit of the first byte.
Packed = NDArray[np.uint8]


def pack(literals: Literals) -> Packed:
    """Return projected models, shape ``(models, projection)``, as bits."""
    return np.packbits(literals > 0, axis=1)


def unpack(packed: Packed, projection: int) -> Literals:
    """Return the projected models that `pack` packed."""
    states = np.unpackbits(packed, axis=1, count=projection).astype(np.int32)
    variables = np.arange(1, projection + 1, dtype=np.int32)
    return (2 * states - 1) * variables


def no_solutions(problem: Problem) -> Packed:
    """Return an empty array of packed solutions."""
    return np.zeros((0, (problem.projection + 7) // 8), dtype=np.uint8)


def among(packed: Packed, others: Packed) -> NDArray[np.bool_]:
    """Return which solutions are among a few others, all packed."""
    same: NDArray[np.bool_] = (packed[:, None] == others[None]).all(axis=2).any(axis=1)
    return same
