"""The engines that hold a whole problem as one formula."""

from collections.abc import Sequence
from typing import ClassVar

from lifesat.cnf.lex_leader import leader_size
from lifesat.engines.sat.memory import solver_bytes
from lifesat.engines.sat.search import Packed
from lifesat.engines.sat.solver_setup import Engine, SliceSolver, SolverSetup


class OneFormula(Engine):
    """Clauses of the whole problem; lists all solutions, or better and better ones."""

    name: ClassVar[str] = "board"

    def solver(self, setup: SolverSetup, cube: Sequence[int], known: Packed) -> SliceSolver:
        """Return a new solver of the formula in a cube, excluding known solutions."""
        from lifesat.engines.sat.formula_solvers import formula_solver  # noqa: PLC0415  # loads python-sat

        return formula_solver(setup, cube, known)

    def bytes_of(self, setup: SolverSetup) -> int:
        """Return about how many bytes a process needs."""
        size = setup.problem.formula_size(setup.encoding)
        if setup.up_to_symmetry:
            size += leader_size(size.variables)
        return solver_bytes(size, setup.solver)


class CoreGuided(OneFormula):
    """The same clauses, for the best solution alone, by a lower bound that cores raise."""

    steps_are_short: ClassVar[bool] = True

    def solver(self, setup: SolverSetup, cube: Sequence[int], known: Packed) -> SliceSolver:
        """Return a new solver of the formula in a cube, bounded by known solutions."""
        from lifesat.engines.sat.formula_solvers import CoreGuidedSolver  # noqa: PLC0415  # loads python-sat

        search = CoreGuidedSolver(setup, known)
        search.narrow(cube)
        return search


class TwoSided(OneFormula):
    """The same clauses twice: for better and better solutions, and for the lower bound."""

    search_reports: ClassVar[bool] = True

    def solver(self, setup: SolverSetup, cube: Sequence[int], known: Packed) -> SliceSolver:
        """Return a new solver of the formula in a cube, bounded by known solutions."""
        from lifesat.engines.sat.formula_solvers import TwoSidedSolver  # noqa: PLC0415  # loads python-sat

        search = TwoSidedSolver(setup, known)
        search.narrow(cube)
        return search


class WithSymmetric(OneFormula):
    """The same clauses, for one solution or a few, and at the same time for symmetric ones."""

    def solver(self, setup: SolverSetup, cube: Sequence[int], known: Packed) -> SliceSolver:
        """Return a new solver of the formula in a cube, excluding known solutions."""
        from lifesat.engines.sat.formula_solvers import (  # noqa: PLC0415  # loads python-sat
            WithSymmetricSolver,
        )

        search = WithSymmetricSolver(setup, known)
        search.narrow(cube)
        return search


ONE_FORMULA, CORE_GUIDED, TWO_SIDED = OneFormula(), CoreGuided(), TwoSided()
WITH_SYMMETRIC = WithSymmetric()
