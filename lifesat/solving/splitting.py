"""By which variables a search is split into parts."""

import numpy as np
from numpy.typing import NDArray

from lifesat.problems.problem import Problem, Splitters
from lifesat.solving.slices import Cube, Packed, unpack
from lifesat.spacetime import Literals


class Splitting:
    """The variables that may be fixed, and their states in solutions.

    Parameters
    ----------
    problem
        What is sought.
    late
        Whether variables outside the projection may be used.

    Attributes
    ----------
    cells
        The variables, the best to split by first.
    """

    def __init__(self, problem: Problem, *, late: bool) -> None:
        self._projection = problem.projection
        later = problem.later_splitters() if late else None
        splitters = _of_projection(problem.splitters()) if later is None else later
        self.cells, self._states = splitters

    def states(self, packed: Packed) -> NDArray[np.bool_]:
        """Return which variables are true in solutions, shape ``(solutions, variables)``."""
        return self._states(unpack(packed, self._projection))

    def within(self, packed: Packed, cube: Cube) -> NDArray[np.bool_]:
        """Return which solutions agree with every literal of a cube."""
        if not cube:
            return np.ones(len(packed), dtype=bool)
        states = self.states(packed)
        places = [self.cells.index(abs(literal)) for literal in cube]
        agree: NDArray[np.bool_] = (states[:, places] == (np.array(cube) > 0)).all(axis=1)
        return agree


def _of_projection(variables: list[int]) -> Splitters:
    """Return variables of the projection with the way to read them off."""
    places = np.array(variables, dtype=np.intp) - 1

    def states(models: Literals) -> NDArray[np.bool_]:
        true: NDArray[np.bool_] = models[:, places] > 0
        return true

    return Splitters(variables, states)
