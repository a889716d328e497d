"""The solver that looks for a lower bound on the distance of the nearest predecessor."""

import time
from dataclasses import replace

from lifesat.engines.nearest.orphan_packing import OrphanPacking
from lifesat.engines.nearest.solver import NearestSolver
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.packed import Packed
from lifesat.engines.sat.search import EngineProgress
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.problems.problem import Boards
from lifesat.system.machine import memory_limit

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
