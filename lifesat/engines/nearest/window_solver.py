"""The solver that improves the nearest predecessor in windows."""

from lifesat.engines.nearest.solver import NearestSolver
from lifesat.engines.nearest.windows import WindowSearch
from lifesat.engines.sat.packed import Packed
from lifesat.engines.sat.search import EngineProgress
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.problems.problem import Boards

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
