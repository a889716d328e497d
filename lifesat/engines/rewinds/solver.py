"""The solver that goes back one generation at a time."""

import time
from collections.abc import Sequence

import numpy as np

from lifesat.engines.rewinds.history import window_of
from lifesat.engines.rewinds.search import Rewind
from lifesat.engines.rewinds.support import supports_rewind
from lifesat.engines.sat.search import EngineProgress, Models, Packed
from lifesat.engines.sat.solver_setup import SliceSolver, SolverSetup
from lifesat.problems.life.predecessor import Predecessor


class RewindSolver(SliceSolver):
    """Finds one predecessor several generations back; there must be no known solutions."""

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        problem = setup.problem
        if not supports_rewind(problem):
            raise TypeError(f"{problem.nouns} are not found one generation at a time")
        super().__init__(problem)
        self.observe(known)
        self._whole = problem
        parents = Predecessor(problem.target, outside=problem.outside)
        self._rewind = Rewind(
            parents, setup.encoding, setup.solver, setup.seed, memory=setup.memory
        )

    @property
    def complete(self) -> bool:
        """Whether it is proved that there is no predecessor."""
        return self._rewind.exhausted

    @property
    def conflicts(self) -> int:
        """The conflicts of all solvers so far."""
        return self._rewind.conflicts

    @property
    def reached(self) -> EngineProgress | None:
        """Always None, because it is not known how many generations will be undone again."""
        return None

    def narrow(self, cube: Sequence[int]) -> None:
        """Reject a cube, because its cells may belong to any generation."""
        if cube:
            raise ValueError("a cube is not searched one generation at a time")

    def observe(self, known: Packed) -> None:
        """Reject known solutions, because the search finds no others."""
        if len(known):
            raise ValueError("other solutions are not found one generation at a time")

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Go back to the first generation, unless it takes more than about `seconds`."""
        end = time.perf_counter() + seconds
        search, wanted = self._rewind, self._whole.generations
        while search.generations < wanted and not search.exhausted:
            search.advance(max(0.0, end - time.perf_counter()), call_seconds)
            if time.perf_counter() >= end:
                break
        windows = np.zeros((0, *self._whole.target_states.shape), dtype=np.uint8)
        if search.oldest is not None and search.generations == wanted:
            windows = window_of(self._whole, search.oldest)[None][:most]
        first = self._whole.first
        literals = np.where(windows == 1, first, -first).reshape(len(windows), first.size)
        return self._verified(Models(literals, np.ones(len(windows), dtype=np.intp)))

    def delete(self) -> None:
        """Free the memory of the solver."""
        self._rewind.end()
