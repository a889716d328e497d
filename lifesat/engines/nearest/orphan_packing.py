"""A lower bound on how far the nearest pattern with a predecessor is: orphans in the target.

If some cells of the target have no predecessor together, one of them differs in every pattern that
has one. Orphans that share no cell need a cell each, so their number is a lower bound. With
weights, an orphan counts as much as the least weight of its cells, and all of its cells lose that
much; a cell with weight left may be part of another one. MaxSAT solvers call this the disjoint
phase of a core-guided search [1]_.

The target is cut into bands of columns. A solver is given a band row by row, each cell of the
target an assumption, until it finds a core: an orphan. Then its cells and rows far above are left
out, and the next rows are added.

References
----------
.. [1] A. Morgado, F. Heras, M. Liffiton, J. Planes and J. Marques-Silva, "Iterative and Core-Guided
   MaxSAT Solving: A Survey and Assessment", Constraints 18, 2013.
"""

import time
from collections.abc import Generator
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings import encode
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import ANY, Literals, SpaceTime, is_variable
from lifesat.engines.sat.solver import Solver, run_in_thread
from lifesat.life.arrays import Scalar
from lifesat.problems.life.nearest import NearestPredecessor


class Band(NamedTuple):
    """The formula of a band."""

    # Its models are the histories of the band, with any last generation.
    formula: Formula
    # The literal that gives each cell of the band its state in the target, or ANY if it has no
    # weight; shape (height, columns).
    literals: Literals


def weights_in_spacetime(problem: NearestPredecessor) -> NDArray[np.intp]:
    """Return the weight of each cell of the last generation, in the shape of space-time."""
    return _in_spacetime(problem, problem.window_weights)


def band(problem: NearestPredecessor, encoding: str, columns: range) -> Band:
    """Return the formula of adjacent columns of space-time, without bounds on the population.

    With dead cells outside, columns begin in the ring around the first generation.
    """
    literals, torus = problem.spacetime.literals, problem.spacetime.joined
    generations, (height, width) = problem.spacetime.generations, literals.shape[1:]
    # On a torus, cells beyond an edge are repetitions of those at the opposite edge.
    top = generations if torus else 0
    rows = np.arange(-top, height + top) % height
    around = np.arange(columns.start - generations, columns.stop + generations)
    around = around % width if torus else around[(around >= 0) & (around < width)]
    first = generations if torus else columns.start - int(around[0])
    literals = literals[:, rows[:, None], around]
    for t, layer in enumerate(literals):
        reach = generations - t
        needed = np.zeros(layer.shape, dtype=bool)
        across = slice(max(0, first - reach), first + len(columns) + reach)
        needed[max(0, top - reach) : top + height + reach, across] = True
        layer[~needed] = ANY
    free = is_variable(literals)
    _, numbers = np.unique(literals[free], return_inverse=True)
    literals[free] = numbers + 1
    formula = encode(SpaceTime(literals), problem.rule, encoding)
    last = literals[-1, top : top + height, first : first + len(columns)]
    target = _in_spacetime(problem, problem.exact.target_states)[:, columns]
    same = np.where(target == 1, last, -last)
    return Band(formula, np.where(is_variable(last), same, ANY))


def _in_spacetime(problem: NearestPredecessor, cells: NDArray[Scalar]) -> NDArray[Scalar]:
    """Return cells of the window with the ring that space-time has around it."""
    return np.pad(cells, (problem.spacetime.literals.shape[1] - len(cells)) // 2)


# Narrower bands hold fewer orphans, wider ones take longer (docs/notes/nearest.md).
_WIDTH = 21
# The rows that are added at once, and the most that the solver is given: in random cells, about 18
# rows of a band are an orphan.
_STEP = 2
_ROWS = 30
_CONFLICTS = 50_000

Cells = tuple[NDArray[np.intp], NDArray[np.intp]]


class OrphanPacking:
    """Looks for orphans in a target, one after another, until the whole target is searched.

    `problem` is one that `lifesat.engines.nearest.support.supports_windows` accepts.
    """

    def __init__(self, problem: NearestPredecessor, encoding: str, solver: str) -> None:
        # No pattern with a predecessor is nearer than this.
        self.bound = 0
        # The rows and the columns of the cells of each orphan, in space-time, and how much the
        # orphan adds to the bound.
        self.orphans: list[tuple[Cells, int]] = []
        self.conflicts = 0
        # Whether the whole target has been searched.
        self.exhausted = False
        self._problem, self._encoding, self._solver = problem, encoding, solver
        # How much of the weight of each cell no orphan has used.
        self._left = weights_in_spacetime(problem)
        self._calls = self._search()

    def advance(self, seconds: float) -> None:
        """Search for about `seconds`, or until one more orphan is found."""
        end = time.perf_counter() + seconds
        before = self.bound
        while not self.exhausted and self.bound == before and time.perf_counter() < end:
            self.exhausted = next(self._calls, True)

    def close(self) -> None:
        """End the search and free the memory of its solver."""
        self._calls.close()
        self.exhausted = True

    def _search(self) -> Generator[bool]:
        """Search band by band, and yield False after each call to a solver."""
        width = self._left.shape[1]
        number = max(1, round(width / _WIDTH))
        cuts = [width * each // number for each in range(number + 1)]
        for start, stop in pairwise(cuts):
            columns = range(start, stop)
            part = band(self._problem, self._encoding, columns)
            with Solver(part.formula, self._solver, mode="alternating") as solver:
                for end in range(_STEP, len(self._left) + _STEP, _STEP):
                    rows = range(max(0, end - _ROWS), min(end, len(self._left)))
                    while self._found(solver, part, rows, columns):
                        yield False
                    yield False

    def _found(self, solver: Solver, part: Band, rows: range, columns: range) -> bool:
        """Return whether some rows of a band hold an orphan, and record it."""
        own = part.literals[rows.start : rows.stop]
        left = self._left[rows.start : rows.stop, columns.start : columns.stop]
        assumed = own[left > 0]
        before = solver.conflicts
        answer = run_in_thread(partial(solver.solve, _CONFLICTS, assumed.tolist()))
        self.conflicts += solver.conflicts - before
        if answer is not False:
            return False
        row, column = np.nonzero((left > 0) & np.isin(own, solver.core()))
        cells = row + rows.start, column + columns.start
        weight = int(self._left[cells].min())
        self._left[cells] -= weight
        self.orphans.append((cells, weight))
        self.bound += weight
        return True
