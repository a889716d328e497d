"""The best solution from both sides: better and better solutions, and a bound that cores raise."""

import time
from functools import cached_property

from lifesat.engines.sat.formula_solvers import BoundTighteningSolver, CoreGuidedSolver, CubeSolver
from lifesat.engines.sat.packed import Packed, pack
from lifesat.engines.sat.search import EngineProgress, Models
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.turns import TurnTakingSolver
from lifesat.system.machine import memory_limit

# A search that takes less time than this needs no lower bound.
_ALONE_SECONDS = 0.3
# The seconds of search for better solutions for each second of raising the bound. Where one of the
# two fails, the other loses little.
_SHARE = 3


class TwoSidedSolver(TurnTakingSolver):
    """Two solvers that take turns; each knows the solutions of the other.

    The solver that raises the bound starts once the other has searched for some time.
    """

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        super().__init__(setup, known)
        self._improving = BoundTighteningSolver(setup, known)
        self._bounding: CoreGuidedSolver | None = None
        # By how many seconds the search for better solutions exceeds its share.
        self._ahead = -_ALONE_SECONDS

    @property
    def _solvers(self) -> list[CubeSolver]:
        return [self._improving] if self._bounding is None else [self._improving, self._bounding]

    @property
    def complete(self) -> bool:
        """Whether it is proved that there is no better solution."""
        return any(side.complete for side in self._solvers)

    @property
    def reached(self) -> EngineProgress | None:
        """The lower bound, if there is one."""
        return None if self._bounding is None else self._bounding.reached

    def observe(self, known: Packed) -> None:
        """Learn which solutions are known."""
        if len(known):
            self._known = known
        for side in self._solvers:
            side.observe(known)

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search for about `seconds` or one call, with the solver whose turn it is."""
        if self._ahead > 0 and self._bounding is None and self._may_bound:
            self._bounding = CoreGuidedSolver(self._setup, self._known)
            self._bounding.narrow(self._cube)
        bounding = self._bounding if self._ahead > 0 else None
        began = time.perf_counter()
        side = bounding or self._improving
        models = side.wanted(min(seconds, call_seconds), most, call_seconds)
        if len(models.literals):
            # The side that has found a solution remembers it.
            self._known = pack(models.literals[-1:])
            if self._bounding is not None and bounding is None:
                self._bounding.observe(self._known)
        seconds = time.perf_counter() - began
        self._ahead += -_SHARE * seconds if bounding else seconds
        return models

    @cached_property
    def _may_bound(self) -> bool:
        """Whether a bound is possible and both solvers fit in memory."""
        fit = 2 * self._setup.bytes <= memory_limit(self._setup.memory)
        return fit and self._setup.compares_one_number
