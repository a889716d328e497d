"""The engine that goes back one generation at a time."""

from collections.abc import Sequence
from typing import ClassVar

from lifesat.engines.rewinds.support import REWIND_SEED
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.search import Packed
from lifesat.engines.sat.solver_setup import Engine, SliceSolver, SolverSetup


class OneByOne(Engine):
    """Uses a formula for each generation, and finds one predecessor several generations back."""

    name: ClassVar[str] = "generation"
    seed: ClassVar[int] = REWIND_SEED

    def solver(self, setup: SolverSetup, cube: Sequence[int], known: Packed) -> SliceSolver:
        """Return a new search, which accepts neither a cube nor known solutions."""
        from lifesat.engines.rewinds.solver import RewindSolver  # noqa: PLC0415  # slow to load

        search = RewindSolver(setup, known)
        search.narrow(cube)
        return search

    def bytes_of(self, setup: SolverSetup) -> int:
        """Return about how many bytes one formula for all generations takes."""
        return ONE_FORMULA.bytes_of(setup)


ONE_BY_ONE = OneByOne()
