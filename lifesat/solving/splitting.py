"""By which cells a search is split into parts.

Cells of the last generation before the target divide a proof best: fixing one takes effect at once,
while a cell of a generation long before hardly constrains what comes later. Each solution has one
future, so parts by cells of any generation are disjoint and together complete.
"""

import numpy as np
from numpy.typing import NDArray

from lifesat.evolution import evolve
from lifesat.problems.predecessor import Predecessor
from lifesat.problems.problem import Problem
from lifesat.solving.slices import Cube, Packed, unpack
from lifesat.spacetime import Literals, is_variable


class Splitting:
    """The cells that may be fixed, and their states in solutions.

    Parameters
    ----------
    problem
        What is sought.
    late
        Whether cells of later generations than the first may be used.

    Attributes
    ----------
    cells
        Variables, those in the middle first: they take part in most checks.
    """

    def __init__(self, problem: Problem, *, late: bool) -> None:
        self._problem = problem
        self._generation = 0
        if late and isinstance(problem, Predecessor):
            self._generation = problem.generations - 1
        layer = problem.spacetime.literals[self._generation]
        if self._generation == 0:
            layer = np.where(layer <= problem.projection, layer, 0)
        self._places = _from_the_middle(layer)
        self.cells = layer[tuple(self._places.T)].tolist()

    def states(self, packed: Packed) -> NDArray[np.bool_]:
        """Return which cells are live in solutions, shape ``(solutions, cells)``."""
        models = unpack(packed, self._problem.projection)
        if self._generation == 0:
            first: NDArray[np.bool_] = models[:, np.array(self.cells, dtype=np.intp) - 1] > 0
            return first
        rows, columns = self._places.T
        live: NDArray[np.bool_] = self._futures(models)[:, rows, columns] == 1
        return live

    def within(self, packed: Packed, cube: Cube) -> NDArray[np.bool_]:
        """Return which solutions agree with every literal of a cube."""
        if not cube:
            return np.ones(len(packed), dtype=bool)
        states = self.states(packed)
        places = [self.cells.index(abs(literal)) for literal in cube]
        agree: NDArray[np.bool_] = (states[:, places] == (np.array(cube) > 0)).all(axis=1)
        return agree

    def _futures(self, models: Literals) -> NDArray[np.uint8]:
        """Return the generation that is split, in the window of space-time."""
        problem, t = self._problem, self._generation
        if not isinstance(problem, Predecessor):
            raise TypeError("only predecessors are split by later generations")
        boards = problem.boards(models)
        rule = problem.target.rule
        if problem.outside == "dead":
            return evolve(np.pad(boards, ((0, 0), (1, 1), (1, 1))), rule, t)
        if problem.outside == "torus":
            return evolve(boards, rule, t, "torus")
        return np.pad(evolve(boards, rule, t, "cut"), ((0, 0), (t, t), (t, t)))


def _from_the_middle(layer: Literals) -> NDArray[np.intp]:
    """Return rows and columns of variables, each once, those in the middle first."""
    places = np.argwhere(is_variable(layer) & (layer > 0))
    away = np.abs(places - (np.array(layer.shape) - 1) / 2)
    order = np.lexsort((away.sum(axis=1), away.max(axis=1)))
    places = places[order]
    _, first = np.unique(layer[tuple(places.T)], return_index=True)
    return places[np.sort(first)]
