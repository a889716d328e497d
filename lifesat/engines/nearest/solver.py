"""The base of the solvers that look for the nearest predecessor, with one formula in the end."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lifesat.engines.sat.formula_solvers import BoundTighteningSolver
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.packed import Packed, pack, unpack
from lifesat.engines.sat.search import Models
from lifesat.engines.sat.slice_solver import SliceSolver
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.problem import Boards


class NearestSolver(SliceSolver):
    """Searches for the nearest predecessor in its own way, and then with one formula."""

    def __init__(self, setup: SolverSetup) -> None:
        problem = setup.problem
        if not isinstance(problem, NearestPredecessor):
            raise TypeError(f"{problem.nouns} are not compared with a target")
        super().__init__(problem)
        # The best known first generation, shape ``(1, height, width)``; none at first.
        self.best: Boards = np.zeros((0, *problem.exact.first.shape), dtype=np.uint8)
        # Its cost; before a solution is known, one more than the highest cost.
        self.least = 1 + int(problem.window_weights.sum())
        self._setup, self._nearest = setup, problem
        self._whole: BoundTighteningSolver | None = None

    @property
    def bound(self) -> int:
        """A lower bound on the cost of all solutions."""
        return 0

    @property
    def complete(self) -> bool:
        """Whether it is proved that no solution is better."""
        return self.least <= self.bound or (self._whole is not None and self._whole.complete)

    @property
    def conflicts(self) -> int:
        """The conflicts of all solvers so far."""
        return self._own_conflicts + (self._whole.conflicts if self._whole else 0)

    def narrow(self, cube: Sequence[int]) -> None:
        """Reject a cube, because a search for the best is not split."""
        if cube:
            raise ValueError("a search for the nearest predecessor is not made in a cube")

    def observe(self, known: Packed) -> None:
        """Learn the best known solution."""
        if self._whole:
            self._whole.observe(known)
        if len(known):
            boards = self._nearest.boards(unpack(known, self._nearest.projection))
            costs = self._nearest.costs(boards, "fewest")[:, 0]
            if costs.min() < self.least:
                self.best, self.least = boards[costs.argmin()][None], int(costs.min())

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search in this solver's own way, or with one formula once that is exhausted."""
        if self._whole is None and self._exhausted and not self.complete:
            known = pack(self._nearest.literals(self.best))
            self._whole = BoundTighteningSolver(replace(self._setup, engine=ONE_FORMULA), known)
        if self._whole:
            return self._whole.wanted(seconds, most, call_seconds)
        boards = self._better(seconds)
        ones = np.ones(len(boards), dtype=np.intp)
        return self._verified(Models(self._nearest.literals(boards), ones))

    @property
    @abstractmethod
    def _own_conflicts(self) -> int:
        """The conflicts of all solvers except the one for the whole formula."""

    @property
    @abstractmethod
    def _exhausted(self) -> bool:
        """Whether the solver's own search is exhausted."""

    @abstractmethod
    def _better(self, seconds: float) -> Boards:
        """Search for about `seconds`, and return a board that is better than the best, or none."""

    def delete(self) -> None:
        """Free the memory of the solver of the whole formula, if there is one."""
        if self._whole:
            self._whole.delete()
