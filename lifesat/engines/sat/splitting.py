"""The variables by which a search is split into cubes."""

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import Literals
from lifesat.engines.sat.packed import Packed, unpack
from lifesat.engines.sat.slices import Cube
from lifesat.problems.problem import BranchVariables, Problem

# With this many known solutions, they show which variables split a search evenly.
_ENOUGH_KNOWN = 32
# A variable splits well if this share of the solutions has the rarer of its states.
_EVEN = 0.1


class CubeSplitter:
    """Orders the variables that may split a search, and reads their states from solutions.

    `late` allows variables outside the projection.
    """

    def __init__(self, problem: Problem, *, late: bool) -> None:
        self._projection = problem.projection
        self._groups = problem.later_branch_variables() if late else []
        self._groups.append(_of_projection(problem.branch_variables()))
        # The variables, best first.
        self.cells = [cell for group in self._groups for cell in group.variables]
        sizes = [len(group.variables) for group in self._groups]
        self._group = np.repeat(np.arange(len(sizes)), sizes)

    def states(self, packed: Packed) -> NDArray[np.bool_]:
        """Return which variables are true in solutions, shape ``(solutions, variables)``."""
        models = unpack(packed, self._projection)
        return np.concatenate([group.states(models) for group in self._groups], axis=1)

    def best(self, cube: Cube, states: NDArray[np.bool_]) -> list[int]:
        """Return the variables that a cube does not fix, best first.

        If `states`, the result of the method of this name for the known solutions in the cube, has
        many rows, variables that split the solutions evenly come first.
        """
        order = np.arange(len(self.cells))
        if len(states) >= _ENOUGH_KNOWN:
            shares = states.mean(axis=0)
            rarer = np.minimum(shares, 1 - shares)
            order = np.lexsort((-rarer, self._group, rarer < _EVEN))
        fixed = {abs(literal) for literal in cube}
        return [cell for k in order.tolist() if (cell := self.cells[k]) not in fixed]

    def within(self, packed: Packed, cube: Cube) -> NDArray[np.bool_]:
        """Return which solutions satisfy every literal of a cube."""
        if not cube:
            return np.ones(len(packed), dtype=bool)
        states = self.states(packed)
        places = [self.cells.index(abs(literal)) for literal in cube]
        agree: NDArray[np.bool_] = (states[:, places] == (np.array(cube) > 0)).all(axis=1)
        return agree


def _of_projection(variables: list[int]) -> BranchVariables:
    """Return variables of the projection with the function that reads their states."""
    places = np.array(variables, dtype=np.intp) - 1

    def states(models: Literals) -> NDArray[np.bool_]:
        true: NDArray[np.bool_] = models[:, places] > 0
        return true

    return BranchVariables(variables, states)
