"""The best solution from both sides: better and better solutions, and a bound that cores raise."""

import time
from collections.abc import Sequence

from lifesat.sat.formula_solvers import BoundTighteningSolver, CoreGuidedSolver
from lifesat.sat.packed import Packed, pack
from lifesat.sat.search import EngineProgress, Models
from lifesat.sat.slice_solver import SliceSolver
from lifesat.sat.solver_setup import SolverSetup
from lifesat.system.machine import memory_limit

# A search that takes less time than this needs no lower bound.
_ALONE_SECONDS = 0.3


class TwoSidedSolver(SliceSolver):
    """Two solvers that take turns; each knows the solutions of the other.

    The solver that raises the bound begins once the other has searched for some time.

    Parameters
    ----------
    setup
        What is solved and how, with a goal.
    known
        Known solutions.
    """

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        super().__init__(setup.problem)
        self._setup = setup
        self._known = known
        self._cube: list[int] = []
        self._sides = [BoundTighteningSolver(setup, known)]
        self._alone = 0.0

    @property
    def complete(self) -> bool:
        """Whether it is proved that there is nothing better."""
        return any(side.complete for side in self._sides)

    @property
    def conflicts(self) -> int:
        """The conflicts of both."""
        return sum(side.conflicts for side in self._sides)

    @property
    def reached(self) -> EngineProgress | None:
        """None: nothing is reported but solutions."""
        return None

    def narrow(self, cube: Sequence[int]) -> None:
        """From now on, find only solutions with these literals."""
        self._cube += cube
        for side in self._sides:
            side.narrow(cube)

    def observe(self, known: Packed) -> None:
        """Learn which solutions are known."""
        if len(known):
            self._known = known
        for side in self._sides:
            side.observe(known)

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search for about `seconds` or a call, with the solver whose turn it is."""
        began = time.perf_counter()
        models = self._sides[0].wanted(min(seconds, call_seconds), most, call_seconds)
        if len(models.literals):
            self.observe(pack(models.literals[-1:]))
        self._take_turns(time.perf_counter() - began)
        return models

    def _take_turns(self, seconds: float) -> None:
        """Let the other solver search next, given how long the last one has searched."""
        self._alone += seconds
        if len(self._sides) == 1 and self._alone > _ALONE_SECONDS and self._both_fit():
            bounding = CoreGuidedSolver(self._setup, self._known)
            bounding.narrow(self._cube)
            self._sides.append(bounding)
        self._sides.reverse()

    def _both_fit(self) -> bool:
        """Return whether the memory is enough for both solvers."""
        return 2 * self._setup.bytes <= memory_limit(self._setup.memory)

    def delete(self) -> None:
        """Free the memory of the solvers."""
        for side in self._sides:
            side.delete()
