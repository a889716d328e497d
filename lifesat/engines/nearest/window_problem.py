"""Windows of a nearest predecessor: the cells of one may change, all others stay as they are."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import Criterion
from lifesat.cnf.encodings import encode
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import ANY, FALSE, TRUE, SpaceTime, is_variable
from lifesat.life.arrays import Scalar
from lifesat.problems.life.nearest import NearestPredecessor, weighted
from lifesat.problems.life.window import evolve_window
from lifesat.problems.problem import Boards


class Window(NamedTuple):
    """The formula of a window, and the cost to improve on."""

    # Its models are the histories of the window.
    formula: Formula
    # The weight of the cells that differ from the target, of those that the window can change.
    criterion: Criterion
    # The present value of the criterion.
    cost: int
    # The places of the first variables of the formula, which are cells of the first generation.
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]


class Windows:
    """The windows of a first generation without births outside.

    Rows and columns are those of the problem's space-time: with dead cells outside, they begin in
    the ring around the first generation. `shape` is the height and width of space-time;
    `differing`, shape ``(cells, 2)``, has the rows and columns of the cells that differ from the
    target.
    """

    def __init__(self, problem: NearestPredecessor, encoding: str, board: Boards) -> None:
        exact = problem.exact
        self._problem, self._encoding, self._board = problem, encoding, board
        self._torus = exact.outside == "torus"
        self._ring = ring = 1 if exact.outside == "dead" else 0
        self.shape: tuple[int, int] = problem.spacetime.literals.shape[1:]
        self.differing = np.argwhere(problem.differing(board[None])[0]) + ring
        generations = range(exact.generations + 1)
        history = [evolve_window(exact.window, board[None], t)[0] for t in generations]
        # One row and one column more stand for all cells outside. Free ones may be born there.
        outside = ANY if exact.outside == "free" else FALSE
        self._literals = _with_outside(problem.spacetime.literals, 0, outside)
        self._history = _with_outside(np.array(history), 0, 0)
        self._target = _with_outside(exact.target_states[None], ring, 0)[0]
        self._weights = _with_outside(problem.window_weights[None], ring, 0)[0]

    def overlaps(self, side: int) -> bool:
        """Return whether the changes of a square window go round a torus and overlap."""
        reach = side + 2 * (self._problem.exact.generations + 1)
        return self._torus and reach > min(self.shape)

    def window(self, top: int, left: int, side: int) -> Window:
        """Return a square window, which must not overlap itself.

        `top` and `left` are its first row and column.
        """
        # In generation t, cells at a distance of t change; the next ones are their neighbours.
        around = self._problem.exact.generations + 1
        rows, columns = self._places(top, left, side + 2 * around, around)
        place = rows[:, None], columns
        literals, history = self._literals[:, *place], self._history[:, *place]
        bound = np.zeros(literals.shape, dtype=bool)
        for t in range(len(bound)):
            inside = slice(around - t, around + side + t)
            bound[t, inside, inside] = True
        free = is_variable(literals)
        literals = np.where(free, np.where(history == 1, TRUE, FALSE), literals)
        free &= bound
        literals[free] = np.arange(1, free.sum() + 1)
        spacetime = SpaceTime(literals, bound=bound)
        wrong = np.where(self._target[place] == 1, -literals[-1], literals[-1])
        weights = np.where(free[-1], self._weights[place] // self._problem.unit, 0)
        differs = history[-1] != self._target[place]
        here, there = np.nonzero(free[0])
        return Window(
            encode(spacetime, self._problem.rule, self._encoding),
            weighted(wrong, weights),
            int(weights[differs].sum()),
            rows[here] - self._ring,
            columns[there] - self._ring,
        )

    def changed(self, window: Window, model: list[int]) -> Boards:
        """Return the first generation with the cells of a window as in a model."""
        board = self._board.copy()
        board[window.rows, window.columns] = np.array(model[: len(window.rows)]) > 0
        return board

    def _places(
        self, top: int, left: int, side: int, around: int
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the rows and columns of a square; the last ones stand for all that are outside."""
        height, width = self.shape
        rows, columns = (np.arange(side) + start - around for start in (top, left))
        if self._torus:
            return rows % height, columns % width
        rows[(rows < 0) | (rows >= height)] = height
        columns[(columns < 0) | (columns >= width)] = width
        return rows, columns


def _with_outside(cells: NDArray[Scalar], ring: int, outside: int) -> NDArray[Scalar]:
    return np.pad(cells, ((0, 0), *((ring, ring + 1),) * 2), constant_values=outside)
