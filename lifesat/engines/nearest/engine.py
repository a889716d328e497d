"""The engines that look for the nearest pattern with a parent: windows, and a lower bound."""

from collections.abc import Sequence
from typing import ClassVar

from lifesat.engines.nearest.support import begins_nearby, supports_windows
from lifesat.engines.particles.engine import bytes_of_particles
from lifesat.engines.sat.memory import PROCESS_BYTES
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.search import Packed
from lifesat.engines.sat.solver_setup import Engine, SliceSolver, SolverSetup

# A window of 40x40 cells, its formula and its solver.
_WINDOWS_BYTES = 400_000_000


class NearestWindows(Engine):
    """Improves one window of the board after another."""

    name: ClassVar[str] = "windows"
    by_chance: ClassVar[bool] = True
    search_reports: ClassVar[bool] = True

    def solver(self, setup: SolverSetup, cube: Sequence[int], known: Packed) -> SliceSolver:
        """Return a new solver, which starts from the best known solution."""
        from lifesat.engines.nearest.solver import WindowSolver  # noqa: PLC0415  # slow to load

        search = WindowSolver(setup, known)
        search.narrow(cube)
        return search

    def bytes_of(self, setup: SolverSetup) -> int:
        """Return about how many bytes a process takes."""
        problem = setup.problem
        needed = PROCESS_BYTES + _WINDOWS_BYTES + problem.rough_size.arrays
        if supports_windows(problem) and begins_nearby(problem):
            needed += bytes_of_particles(problem.exact)
        return needed


class LowerBound(Engine):
    """Looks for orphans in the target, which prove that nothing is nearer; then uses a formula."""

    name: ClassVar[str] = "orphans"
    slices_report: ClassVar[bool] = True

    def solver(self, setup: SolverSetup, cube: Sequence[int], known: Packed) -> SliceSolver:
        """Return a new solver that knows some solutions."""
        from lifesat.engines.nearest.solver import BoundSolver  # noqa: PLC0415  # slow to load

        search = BoundSolver(setup, known)
        search.narrow(cube)
        return search

    def bytes_of(self, setup: SolverSetup) -> int:
        """Return about how many bytes a process takes for one formula."""
        return ONE_FORMULA.bytes_of(setup)


NEAREST_WINDOWS, LOWER_BOUND = NearestWindows(), LowerBound()
