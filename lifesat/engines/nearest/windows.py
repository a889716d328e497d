"""The nearest predecessor of a large board: one window after another is improved.

A formula for a whole board has to find all cells at once. Here most cells stay as they are: a
window around a cell that differs from the target is solved for fewer differences, and the next one
starts from the result. That is a large neighbourhood search [1]_. It starts from a board that
particles have filled, or else from a dead one. If no window of a size improves anything, particles
fill patches, and if that does not help either, windows become larger. When they are as large as the
board, one formula takes over, which also proves that nothing is better; docs/nearest.md has
measurements.

References
----------
.. [1] P. Shaw, "Using Constraint Programming and Local Search Methods to Solve Vehicle Routing
   Problems", CP 1998.
"""

import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import Criterion
from lifesat.cnf.encodings import encode
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import ANY, FALSE, TRUE, SpaceTime, is_variable
from lifesat.engines.nearest.support import begins_nearby
from lifesat.engines.particles.nearby import Nearby
from lifesat.engines.particles.search import ParticleSearch
from lifesat.engines.sat.enumerate import BoundTighteningEnumeration
from lifesat.engines.sat.solver import Solver, run_in_thread
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


_FIRST_SIDE = 8
_STEP = 2
_CONFLICTS = 2000
# A larger window needs more conflicts for the same share of improvements.
_MORE_CONFLICTS = 1.3
# Windows become larger after `_LEAST_FAILURES` failures in a row, plus `_FAILURES_FOR_EACH` for
# each cell that differs.
_LEAST_FAILURES = 20
_FAILURES_FOR_EACH = 2


class WindowSearch:
    """Improves a first generation, window by window.

    `problem` is one that `lifesat.engines.nearest.support.supports_windows` accepts. `board` is the
    best first generation so far: all dead at first, until particles have filled one.
    """

    def __init__(
        self, problem: NearestPredecessor, encoding: str, solver: str, seed: int = 0
    ) -> None:
        self.conflicts = 0
        self._problem, self._encoding, self._solver = problem, encoding, solver
        self._chance = np.random.default_rng(seed)
        self._side, self._limit, self._failures = _FIRST_SIDE, _CONFLICTS, 0
        self._nearby = Nearby(problem, seed) if begins_nearby(problem) else None
        self._filling = self._nearby.whole() if self._nearby else None
        self._in_patches = False
        self.adopt(np.zeros(problem.exact.first.shape, dtype=np.uint8))

    @property
    def exhausted(self) -> bool:
        """Whether the next window would be the whole board."""
        return self._windows.overlaps(self._side) or self._side >= min(self._windows.shape)

    def adopt(self, board: Boards) -> None:
        """Continue from another first generation."""
        self.board = board
        self.cost = int(self._problem.costs(board[None], "fewest")[0, 0])
        self._windows = Windows(self._problem, self._encoding, board)

    def advance(self, seconds: float) -> None:
        """Improve the board for about `seconds`."""
        end = time.perf_counter() + seconds
        while self.cost and not self.exhausted and time.perf_counter() < end:
            if self._filling is not None:
                self._fill(self._filling)
            elif run_in_thread(self._try_patch if self._in_patches else self._try_window):
                self._failures = 0
            else:
                self._fail()

    def _fill(self, filling: ParticleSearch) -> None:
        """Continue to fill the board, and start from it once it is filled."""
        filling.advance()
        if filling.complete and self._nearby is not None:
            self._improve(self._nearby.board(filling))
        if filling.complete or filling.stuck or not filling.possible:
            self._filling = None

    def _improve(self, board: Boards) -> bool:
        """Adopt a board unless it is worse; return whether it is better."""
        before = self.cost
        cost = int(self._problem.costs(board[None], "fewest")[0, 0])
        if cost <= before:
            self.adopt(board)
        return cost < before

    def _fail(self) -> None:
        """Switch to patches, or to larger windows, if nothing has improved for long."""
        self._failures += 1
        if self._failures <= _LEAST_FAILURES + _FAILURES_FOR_EACH * len(self._windows.differing):
            return
        self._failures = 0
        if self._nearby is not None and not self._in_patches:
            self._in_patches = True
            return
        self._in_patches = False
        self._side += _STEP
        self._limit = int(self._limit * _MORE_CONFLICTS)

    def _try_patch(self) -> bool:
        """Let particles fill a patch around a cell that differs; return whether that helps."""
        if self._nearby is None:
            return False
        row, column = self._chance.choice(self._windows.differing).tolist()
        board = self._nearby.changed(self.board, row, column)
        return board is not None and self._improve(board)

    def _try_window(self) -> bool:
        """Solve a window around a cell that differs; return whether that helps."""
        place = self._chance.choice(self._windows.differing) - self._chance.integers(
            self._side, size=2
        )
        if self._problem.exact.outside != "torus":
            place = np.clip(place, 0, np.array(self._windows.shape) - self._side)
        top, left = place.tolist()
        window = self._windows.window(top, left, self._side)
        model = self._improved(window)
        return model is not None and self._improve(self._windows.changed(window, model))

    def _improved(self, window: Window) -> list[int] | None:
        """Return the best model that is found for a window, or None if none is better."""
        best: list[int] | None = None
        cost, used = window.cost, window.formula.variables
        seed = int(self._chance.integers(1, 1 << 10))
        with Solver(window.formula, self._solver, seed) as solver:
            search = BoundTighteningEnumeration(
                solver, used, [window.criterion], used, lambda _: None
            )
            while True:
                search.tighten([cost])
                if search.complete or not search.solve(self._limit):
                    self.conflicts += solver.conflicts
                    return best
                best = solver.model(used)
                cost = _number_of(window.criterion, best)


def _number_of(criterion: Criterion, model: list[int]) -> int:
    """Return how many literals of a criterion are true in a model."""
    literals = criterion.literals
    true = np.array(model)[np.abs(literals) - 1] == literals
    return int(true.sum())
