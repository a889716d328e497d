"""What solves a slice in windows."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.sat.method import Method
from lifesat.sat.packed import Packed, pack, unpack
from lifesat.sat.search import Models, Reached
from lifesat.sat.slice_solvers import BoundTighteningSolver, SliceSolver
from lifesat.sat.windows import WindowSearch

# Windows improve a board often; it is reported after about this time.
_WINDOWS_SECONDS = 0.5


class WindowSolver(SliceSolver):
    """Improves the nearest predecessor in windows, and then with one formula.

    Parameters
    ----------
    method
        What is solved and how.
    known
        Known solutions.
    """

    def __init__(self, method: Method, known: Packed) -> None:
        problem = method.problem
        if not isinstance(problem, NearestPredecessor):
            raise TypeError(f"windows do not find {problem.nouns}")
        super().__init__(problem)
        self._method, self._nearest = method, problem
        self._windows = WindowSearch(problem, method.encoding, method.solver, method.seed)
        self._bounded: BoundTighteningSolver | None = None
        self._least = 1 + int(problem.window_weights.sum())
        self.observe(known)

    @property
    def complete(self) -> bool:
        """Whether it is proved that nothing is better."""
        return self._least == 0 or (self._bounded is not None and self._bounded.complete)

    @property
    def conflicts(self) -> int:
        """The conflicts of all solvers so far."""
        return self._windows.conflicts + (self._bounded.conflicts if self._bounded else 0)

    @property
    def reached(self) -> Reached | None:
        """Always None, because windows are in no order."""
        return None

    def narrow(self, cube: Sequence[int]) -> None:
        """Take no cube, because a search for the best is not split."""
        if cube:
            raise ValueError("windows are not searched in a cube")

    def observe(self, known: Packed) -> None:
        """Go on from the best known solution."""
        if self._bounded:
            self._bounded.observe(known)
        elif len(known):
            boards = self._nearest.boards(unpack(known, self._nearest.projection))
            costs = self._nearest.costs(boards, "fewest")[:, 0]
            best = int(costs.argmin())
            self._least = min(self._least, int(costs[best]))
            if costs[best] < self._windows.cost:
                self._windows.adopt(boards[best])

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search in windows, or in the whole board once windows are exhausted."""
        if self._bounded is None and self._windows.exhausted and self._windows.cost >= self._least:
            known = pack(self._nearest.literals(self._windows.board[None]))
            self._bounded = BoundTighteningSolver(replace(self._method, scope="board"), known)
        if self._bounded:
            return self._bounded.wanted(seconds, most, call_seconds)
        self._windows.advance(min(seconds, _WINDOWS_SECONDS))
        boards = self._windows.board[None][: int(self._windows.cost < self._least)]
        self._least = min(self._least, self._windows.cost)
        ones = np.ones(len(boards), dtype=np.intp)
        return self._verified(Models(self._nearest.literals(boards), ones))

    def delete(self) -> None:
        """Free the memory of the solver of the whole formula, if there is one."""
        if self._bounded:
            self._bounded.delete()
