"""Solvers of slices with one formula: for all solutions, for the best, and taking turns."""

import time
from abc import abstractmethod
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import numpy as np

from lifesat.cnf.formula import CountingFormula, Formula
from lifesat.cnf.spacetime import Literals
from lifesat.defaults import PROVER
from lifesat.engines.sat.enumerate import (
    CALL_SECONDS,
    BoundTighteningEnumeration,
    CoreGuidedEnumeration,
    Enumeration,
    OrbitEnumeration,
)
from lifesat.engines.sat.memory import check, solver_bytes
from lifesat.engines.sat.search import EngineProgress, Models, Packed, pack, unpack
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SliceSolver, SolverSetup, prepared
from lifesat.problems.problem import Compared, Problem
from lifesat.system.machine import memory_limit


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
        counters = CountingFormula()
        for criterion, limit in zip(self._criteria, limits, strict=True):
            criterion.counter(counters, limit)
        size = self._setup.problem.formula_size(self._setup.encoding) + counters.size
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


class TurnTakingSolver(SliceSolver):
    """Several solvers in one cube, one of which searches at a time."""

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        super().__init__(setup.problem)
        self._setup = setup
        self._known = known
        # For the solvers that start later.
        self._cube: list[int] = []

    @property
    @abstractmethod
    def _solvers(self) -> list[CubeSolver]:
        """The solvers that have started and not ended."""

    @property
    def conflicts(self) -> int:
        """The conflicts of all solvers so far."""
        return sum(each.conflicts for each in self._solvers)

    def narrow(self, cube: Sequence[int]) -> None:
        """Restrict the search to solutions with these literals."""
        self._cube += cube
        for each in self._solvers:
            each.narrow(cube)

    def delete(self) -> None:
        """Free the memory of the solvers."""
        for each in self._solvers:
            each.delete()


# A search that takes less time than this needs no lower bound.
_ALONE_WITHOUT_BOUND_SECONDS = 0.3
# The seconds of search for better solutions for each second of raising the bound. Where one of the
# two fails, the other loses little.
_IMPROVING_SHARE = 3


class TwoSidedSolver(TurnTakingSolver):
    """Two solvers that take turns; each knows the solutions of the other.

    The solver that raises the bound starts once the other has searched for some time.
    """

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        super().__init__(setup, known)
        self._improving = BoundTighteningSolver(setup, known)
        self._bounding: CoreGuidedSolver | None = None
        # By how many seconds the search for better solutions exceeds its share.
        self._ahead = -_ALONE_WITHOUT_BOUND_SECONDS

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
        self._ahead += -_IMPROVING_SHARE * seconds if bounding else seconds
        return models

    @cached_property
    def _may_bound(self) -> bool:
        """Whether a bound is possible and both solvers fit in memory."""
        fit = 2 * self._setup.bytes <= memory_limit(self._setup.memory)
        return fit and self._setup.compares_one_number


# A search that takes less time than this needs no symmetry.
_ALONE_WITHOUT_SYMMETRY_SECONDS = 0.05
# The length of a turn.
_TURN_SECONDS = CALL_SECONDS
# The seconds of search for symmetric solutions for each second of the whole formula, and the most
# seconds for each group of symmetries.
_SYMMETRIC_SHARE = 2
_GROUP_SECONDS = 2.0
# A solver that makes variables false first finds most of what it finds in far less time.
_FALSE_FIRST_SECONDS = 0.5


@dataclass
class _Timed:
    """A solver, and how long it has searched."""

    solver: CubeSolver
    seconds: float = 0.0


class WithSymmetricSolver(TurnTakingSolver):
    """A solver of the whole formula that takes turns with solvers of its symmetric solutions.

    Each of them searches for solutions that are invariant under a group of symmetries of the
    problem. These are found, or refuted, much sooner, but only the solver of the whole formula
    proves that there is no solution. If that makes variables false first and finds nothing soon,
    Glucose takes its place, with random phases. Once it is alone, its calls are as long as they may
    be.
    """

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        super().__init__(setup, known)
        self._whole = _Timed(formula_solver(setup, (), known))
        fitting = memory_limit(setup.memory) // setup.bytes - 1
        self._groups = islice(setup.problem.invariance_clauses(), max(fitting, 0))
        self._groups_over = False
        # The undecided ones; it is the first one's turn.
        self._symmetric: deque[_Timed] = deque()
        # By how many seconds the solver of the whole formula exceeds its share.
        self._ahead = -_ALONE_WITHOUT_SYMMETRY_SECONDS
        self._ended_conflicts = 0

    @property
    def _solvers(self) -> list[CubeSolver]:
        return [each.solver for each in (self._whole, *self._symmetric)]

    @property
    def complete(self) -> bool:
        """Whether it is proved that there are no more solutions."""
        return self._whole.solver.complete

    @property
    def conflicts(self) -> int:
        """The conflicts of all solvers so far."""
        return self._ended_conflicts + super().conflicts

    @property
    def reached(self) -> EngineProgress | None:
        """None, since this search does not report how far it has come."""
        return None

    def observe(self, known: Packed) -> None:
        """Do nothing: a listing has found the known solutions itself."""

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search for about `seconds` or one turn, with the solver whose turn it is."""
        symmetric = self._next_symmetric() if self._ahead > 0 else None
        timed = symmetric or self._whole
        began = time.perf_counter()
        if not self._alone:
            seconds = call_seconds = min(seconds, call_seconds, _TURN_SECONDS)
        models = timed.solver.wanted(seconds, most, call_seconds)
        spent = time.perf_counter() - began
        timed.seconds += spent
        self._learn(models, timed.solver)
        self._ahead += -spent if symmetric else _SYMMETRIC_SHARE * spent
        if symmetric is None:
            self._change_solver()
        elif symmetric.solver.complete or symmetric.seconds > _GROUP_SECONDS:
            self._end(self._symmetric.popleft().solver)
        else:
            self._symmetric.rotate(-1)
        return models

    def _learn(self, models: Models, finder: CubeSolver) -> None:
        """Keep the other solvers, and later ones, from finding the same solutions."""
        if len(models.literals):
            self._known = np.concatenate([self._known, pack(models.literals)])
            for each in self._solvers:
                if each is not finder:
                    each.enumeration.block(models.literals)

    @property
    def _alone(self) -> bool:
        """Whether the solver of the whole formula is the last one."""
        return self._groups_over and not self._symmetric and self._setup.mode != "false_first"

    def _change_solver(self) -> None:
        """Continue with Glucose if making variables false first has found nothing for too long."""
        late = self._whole.seconds > _FALSE_FIRST_SECONDS
        if late and self._setup.mode == "false_first" and not self.complete:
            self._end(self._whole.solver)
            # The seed makes its phases random.
            seed = self._setup.seed + 1
            self._setup = replace(self._setup, solver=PROVER, mode="alternating", seed=seed)
            self._whole = _Timed(formula_solver(self._setup, self._cube, self._known))

    def _end(self, solver: CubeSolver) -> None:
        self._ended_conflicts += solver.conflicts
        solver.delete()

    def _next_symmetric(self) -> _Timed | None:
        """Return the solver of the next group, or else the next one that is undecided.

        Glucose finds symmetric solutions sooner than CaDiCaL (docs/notes/measurements.md).
        """
        clauses = next(self._groups, None)
        if clauses is None:
            self._groups_over = True
            return self._symmetric[0] if self._symmetric else None
        problem, formula, _, _ = prepared(replace(self._setup, seed=0))
        solver = Solver(formula, PROVER)
        for clause in clauses.tolist():
            solver.add(clause)
        enumeration = Enumeration(solver, problem.projection, problem.witness)
        symmetric = CubeSolver(problem, solver, enumeration)
        symmetric.narrow(self._cube)
        enumeration.block(unpack(self._known, problem.projection))
        self._symmetric.appendleft(_Timed(symmetric))
        return self._symmetric[0]
