"""The engine that searches strip by strip."""

from collections.abc import Sequence
from typing import ClassVar

from lifesat.cnf.formula import Formula
from lifesat.engines.sat.memory import parts_bytes
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.search import Packed, unpack
from lifesat.engines.sat.solver_setup import Engine, SliceSolver, SolverSetup
from lifesat.engines.strips.support import prefers_strips, supports_strips
from lifesat.problems.problem import Problem


class Strips(Engine):
    """Gives a large board to one incremental solver, a few rows at a time."""

    name: ClassVar[str] = "strips"
    # The best in docs/notes/large-boards.md: dead cells first, restarts by units of 512 conflicts.
    seed: ClassVar[int] = 5
    inprocessing: ClassVar[bool] = False
    slices_report: ClassVar[bool] = True
    search_reports: ClassVar[bool] = True

    def solver(self, setup: SolverSetup, cube: Sequence[int], known: Packed) -> SliceSolver:
        """Return a new solver without clauses."""
        from lifesat.engines.sat.formula_solvers import CubeSolver, loaded  # noqa: PLC0415  # loads python-sat
        from lifesat.engines.strips.enumeration import StripEnumeration  # noqa: PLC0415  # loads python-sat

        problem = setup.problem
        if not supports_strips(problem):
            raise TypeError(f"strips do not find {problem.nouns}")
        solver = loaded(setup, Formula(), setup.seed)
        listing = CubeSolver(problem, solver, StripEnumeration(solver, problem, setup.encoding))
        listing.narrow(cube)
        listing.enumeration.block(unpack(known, problem.projection))
        return listing

    def bytes_of(self, setup: SolverSetup) -> int:
        """Return about how many bytes a process takes once it has added all rows."""
        return parts_bytes(setup.problem.formula_size(setup.encoding), setup.solver)


STRIPS = Strips()


def formula_engine(problem: Problem) -> Engine:
    """Return the engine that is faster for most boards of this size: strips or one formula."""
    return STRIPS if prefers_strips(problem) else ONE_FORMULA
