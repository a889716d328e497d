"""The solvers of the nearest predecessor: by windows, and by a lower bound."""

import time
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lifesat.engines.nearest.orphan_packing import OrphanPacking
from lifesat.engines.nearest.windows import WindowSearch
from lifesat.engines.sat.formula_solvers import BoundTighteningSolver
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.search import EngineProgress, Models, Packed, pack, unpack
from lifesat.engines.sat.solver_setup import SliceSolver, SolverSetup
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.problem import Boards
from lifesat.system.machine import memory_limit


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


# Windows improve a board often; it is reported after about this time.
_WINDOWS_SECONDS = 0.5


class WindowSolver(NearestSolver):
    """Improves the nearest predecessor in windows, and then with one formula."""

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        super().__init__(setup)
        self._windows = WindowSearch(self._nearest, setup.encoding, setup.solver, setup.seed)
        self.observe(known)

    @property
    def reached(self) -> EngineProgress | None:
        """Always None, because windows are in no order."""
        return None

    def observe(self, known: Packed) -> None:
        """Continue from the best known solution."""
        super().observe(known)
        if self.least < self._windows.cost:
            self._windows.adopt(self.best[0])

    @property
    def _own_conflicts(self) -> int:
        return self._windows.conflicts

    @property
    def _exhausted(self) -> bool:
        # The last windows may have improved the board, which is returned first.
        return self._windows.exhausted and self._windows.cost >= self.least

    def _better(self, seconds: float) -> Boards:
        """Improve the board; return it if it is better than the best known one."""
        self._windows.advance(min(seconds, _WINDOWS_SECONDS))
        if self._windows.cost >= self.least:
            return self.best[:0]
        self.best, self.least = self._windows.board[None], self._windows.cost
        return self.best


# The time between checks whether the search has ended, once nothing is left to do.
_WAIT_SECONDS = 0.5


class BoundSolver(NearestSolver):
    """Looks for orphans in the target, and then for the nearest predecessor with one formula.

    Orphans give a lower bound, which proves that another member of a portfolio has found the best.
    If one formula takes too much memory, this solver waits for the other members.
    """

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        super().__init__(setup)
        self._orphans = OrphanPacking(self._nearest, setup.encoding, setup.solver)
        self.observe(known)

    @property
    def bound(self) -> int:
        """A lower bound on the cost of all solutions."""
        return self._orphans.bound // self._nearest.unit

    @property
    def reached(self) -> EngineProgress | None:
        """The lower bound on the distance."""
        return EngineProgress(0, 0, 0, bound=self._orphans.bound)

    @property
    def _own_conflicts(self) -> int:
        return self._orphans.conflicts

    @property
    def _exhausted(self) -> bool:
        return self._orphans.exhausted and self._one_formula_fits()

    def _one_formula_fits(self) -> bool:
        """Return whether the memory is enough for one formula that requires a better solution."""
        problem = replace(self._nearest, better_than=self.least)
        needed = replace(self._setup, problem=problem, engine=ONE_FORMULA).bytes
        return needed <= memory_limit(self._setup.memory)

    def _better(self, seconds: float) -> Boards:
        """Look for orphans; return no board."""
        if self._orphans.exhausted and not self.complete:
            time.sleep(min(seconds, _WAIT_SECONDS))
        elif not self.complete:
            self._orphans.advance(seconds)
        return self.best[:0]

    def delete(self) -> None:
        """Free the memory of the solvers."""
        self._orphans.close()
        super().delete()
