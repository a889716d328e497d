"""By which variables a search is split into parts."""

import numpy as np
from numpy.typing import NDArray

from lifesat.problems.problem import Problem, Splitters
from lifesat.solving.slices import Cube, Packed, unpack
from lifesat.spacetime import Literals

# From so many known solutions on, they say which variables divide a search evenly.
_ENOUGH_KNOWN = 32
# A variable is of use if the rarer of its states is in so great a share of the solutions.
_EVEN = 0.1


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
        self._groups = problem.later_splitters() if late else []
        self._groups.append(_of_projection(problem.splitters()))
        self.cells = [cell for group in self._groups for cell in group.variables]
        sizes = [len(group.variables) for group in self._groups]
        self._group = np.repeat(np.arange(len(sizes)), sizes)

    def states(self, packed: Packed) -> NDArray[np.bool_]:
        """Return which variables are true in solutions, shape ``(solutions, variables)``."""
        models = unpack(packed, self._projection)
        return np.concatenate([group.states(models) for group in self._groups], axis=1)

    def best(self, cube: Cube, states: NDArray[np.bool_]) -> list[int]:
        """Return the variables that a cube does not fix, the best to split it by first.

        Parameters
        ----------
        cube
            Its literals.
        states
            What `states` says of the solutions that are known in it. Where they are many, they tell
            which variables divide them evenly; where all agree in a whole generation, for instance,
            its cells are of no use.
        """
        order = np.arange(len(self.cells))
        if len(states) >= _ENOUGH_KNOWN:
            shares = states.mean(axis=0)
            rarer = np.minimum(shares, 1 - shares)
            order = np.lexsort((-rarer, self._group, rarer < _EVEN))
        fixed = {abs(literal) for literal in cube}
        return [cell for k in order.tolist() if (cell := self.cells[k]) not in fixed]

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
