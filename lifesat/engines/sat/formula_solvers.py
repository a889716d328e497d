"""Solvers of slices with one formula: for all solutions, or for better and better ones."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lifesat.cnf.cardinality import count_size
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import Literals
from lifesat.engines.sat.core_guided import CoreGuidedEnumeration
from lifesat.engines.sat.enumerate import BoundTighteningEnumeration, Enumeration, OrbitEnumeration
from lifesat.engines.sat.memory import check, solver_bytes
from lifesat.engines.sat.search import EngineProgress, Models, Packed, unpack
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SliceSolver, SolverSetup, prepared
from lifesat.problems.problem import Compared, Problem


class CubeSolver(SliceSolver):
    """Lists the solutions in one cube with one SAT solver, which it deletes."""

    def __init__(self, problem: Problem, solver: Solver, enumeration: Enumeration) -> None:
        super().__init__(problem)
        self._solver = solver
        self.enumeration = enumeration

    @property
    def complete(self) -> bool:
        """Whether it is proved that there are no more solutions."""
        return self.enumeration.complete

    @property
    def conflicts(self) -> int:
        """The solver's conflicts so far."""
        return self._solver.conflicts

    @property
    def reached(self) -> EngineProgress | None:
        """The rows or the bound reached; None if the engine does not report them."""
        return self.enumeration.reached

    def narrow(self, cube: Sequence[int]) -> None:
        """Restrict the search to solutions with these literals."""
        self.enumeration.narrow(cube)

    def observe(self, known: Packed) -> None:
        """Do nothing: a listing has found the known solutions itself."""

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search for about `seconds`, and return wanted solutions."""
        self.enumeration.pace.seconds = call_seconds
        return self._verified(self.enumeration.advance(seconds, most))

    def delete(self) -> None:
        """Free the memory of the solver."""
        self._solver.delete()


class BoundTighteningSolver(CubeSolver):
    """Lists solutions, each better than all before; its setup has a goal."""

    enumeration: BoundTighteningEnumeration | CoreGuidedEnumeration

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        self._setup = setup
        problem, formula, _, _ = prepared(setup)
        if not isinstance(problem, Compared) or setup.goal is None:
            raise TypeError(f"{problem.nouns} are not compared")
        self._compared, self._goal = problem, setup.goal
        self._criteria = problem.criteria(self._goal)
        solver, enumeration = self._loaded(formula)
        super().__init__(problem, solver, enumeration)
        self._last = np.zeros((0, problem.projection), dtype=np.int32)
        self.observe(known)

    def _loaded(
        self, formula: Formula
    ) -> tuple[Solver, BoundTighteningEnumeration | CoreGuidedEnumeration]:
        """Return a solver that holds the formula, and the enumeration that uses it."""
        solver = loaded(self._setup, formula, self._setup.seed)
        projection, used = self._compared.projection, formula.variables
        return solver, BoundTighteningEnumeration(
            solver, projection, self._criteria, used, self._check_counters
        )

    def _check_counters(self, limits: Sequence[int]) -> None:
        """Raise MemoryLimitError if counting up to these limits takes too much memory."""
        size = self._setup.problem.formula_size(self._setup.encoding)
        for criterion, limit in zip(self._criteria, limits, strict=True):
            if not criterion.unary:
                size += count_size(criterion.literals.size, limit)
        check(solver_bytes(size, self._setup.solver), self._setup.memory)

    def observe(self, known: Packed) -> None:
        """Exclude solutions that are not better than the known ones."""
        self._better_than(unpack(known, self.problem.projection))

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search, and return wanted solutions that are better than those before.

        The bound is tightened in the next call and not here, so that a solution is returned even if
        the clauses that require a better one do not fit in memory.
        """
        self._better_than(self._last)
        if self.complete:
            self._last = self._last[:0]
            return Models(self._last, np.zeros(0, dtype=np.intp))
        models = super()._found(seconds, most, call_seconds)
        self._last = models.literals
        return models

    def _better_than(self, literals: Literals) -> None:
        if len(literals):
            costs = self._compared.costs(self._compared.boards(literals), self._goal)
            self.enumeration.tighten(min(map(tuple, costs.tolist())))


class CoreGuidedSolver(BoundTighteningSolver):
    """Finds the best solution alone, by a lower bound; see `BoundTighteningSolver`.

    Solutions are compared by one criterion only. The solver is always Glucose, whose many short
    calls take less time than those of CaDiCaL.
    """

    def _loaded(self, formula: Formula) -> tuple[Solver, CoreGuidedEnumeration]:
        """Return a solver that holds the formula, and the enumeration that uses it."""
        (criterion,) = self._criteria
        # The first two seeds of a search for the best differ in CaDiCaL's phases alone.
        solver = Solver(formula, "glucose4", self._setup.seed // 2)
        projection, used = self._compared.projection, formula.variables
        return solver, CoreGuidedEnumeration(solver, projection, criterion, used)

    @property
    def reached(self) -> EngineProgress | None:
        """The lower bound of a search for the fewest; None for other goals."""
        if self._goal != "fewest" or not isinstance(self.enumeration, CoreGuidedEnumeration):
            return None
        bound = self._compared.lower_bound(self.enumeration.bound)
        return EngineProgress(0, 0, 0, bound=bound)


def formula_solver(setup: SolverSetup, cube: Sequence[int], known: Packed) -> CubeSolver:
    """Return a new solver of a whole formula in a cube, excluding known solutions."""
    if setup.goal:
        bounded = BoundTighteningSolver(setup, known)
        bounded.narrow(cube)
        return bounded
    listing = _listing(setup, elsewhere=len(known) > 0)
    listing.narrow(cube)
    listing.enumeration.block(unpack(known, setup.problem.projection))
    return listing


def loaded(setup: SolverSetup, formula: Formula, seed: int) -> Solver:
    """Return a SAT solver that holds a formula, configured by a setup."""
    return Solver(formula, setup.solver, seed, inprocessing=setup.inprocessing, mode=setup.mode)


def _listing(setup: SolverSetup, *, elsewhere: bool) -> CubeSolver:
    """Return a solver that lists all solutions.

    Solvers search first where known solutions are; `elsewhere` chooses another seed.
    """
    # A seed makes no difference to the formula.
    problem, formula, symmetries, only_first = prepared(replace(setup, seed=0))
    solver = loaded(setup, formula, setup.seed + elsewhere)
    if symmetries is None:
        enumeration = Enumeration(solver, problem.projection, problem.witness)
    else:
        enumeration = OrbitEnumeration(
            solver, problem.projection, symmetries, only_first=only_first
        )
    return CubeSolver(problem, solver, enumeration)
