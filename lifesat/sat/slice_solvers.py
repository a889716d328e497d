"""What solves a slice: a solver of a whole formula or of strips."""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lifesat.cnf.cardinality import count_size
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import Literals
from lifesat.problems.life.base import PopulationBounded
from lifesat.problems.problem import Problem
from lifesat.sat.enumerate import BoundTighteningEnumeration, Enumeration, OrbitEnumeration
from lifesat.sat.memory import check, solver_bytes
from lifesat.sat.method import Method, prepared
from lifesat.sat.packed import Packed, unpack
from lifesat.sat.search import Models, Reached
from lifesat.sat.solver import Solver
from lifesat.sat.strips import StripEnumeration
from lifesat.sat.strips_support import supports_strips


def formula_solver(method: Method, cube: Sequence[int], known: Packed) -> "SliceSolver":
    """Return a new solver of a whole formula or of strips in a cube, without known solutions."""
    if method.goal:
        bounded = BoundTighteningSolver(method, known)
        bounded.narrow(cube)
        return bounded
    listing = (
        strips_solver(method)
        if method.scope == "strips"
        else _whole(method, elsewhere=len(known) > 0)
    )
    listing.narrow(cube)
    listing.enumeration.block(unpack(known, method.problem.projection))
    return listing


class SliceSolver(ABC):
    """Finds the solutions in one cube, slice by slice.

    Parameters
    ----------
    problem
        The problem, which verifies every solution.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    @property
    @abstractmethod
    def complete(self) -> bool:
        """Whether it is proved that there are no more."""

    @property
    @abstractmethod
    def conflicts(self) -> int:
        """The conflicts so far."""

    @property
    @abstractmethod
    def reached(self) -> Reached | None:
        """How far a search strip by strip has come; None for others."""

    @abstractmethod
    def narrow(self, cube: Sequence[int]) -> None:
        """From now on, find only solutions with these literals."""

    @abstractmethod
    def observe(self, known: Packed) -> None:
        """Learn which solutions are known."""

    @abstractmethod
    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search for about `seconds`, and return wanted solutions."""

    @abstractmethod
    def delete(self) -> None:
        """Free the memory of the solvers."""

    def wanted(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search for about `seconds`, or until `most` wanted solutions have been found.

        Solutions that the problem does not want are blocked and dropped. `call_seconds` is the
        length of a call to the solver, as in `lifesat.sat.enumerate.Enumeration`.
        """
        end = time.perf_counter() + seconds
        found = self._found(seconds, most, call_seconds)
        left = end - time.perf_counter()
        while left > 0 and len(found.orbits) != most and not self.complete:
            wanted = None if most is None else most - len(found.orbits)
            more = self._found(left, wanted, call_seconds)
            found = Models(
                np.concatenate([found.literals, more.literals]),
                np.concatenate([found.orbits, more.orbits]),
            )
            left = end - time.perf_counter()
        return found

    def _verified(self, models: Models) -> Models:
        """Verify all models, and return the wanted ones."""
        if not self.problem.accepts(models.literals).all():
            raise AssertionError(f"a model of the formula is not a valid {self.problem.noun}")
        literals = models.literals[:, : self.problem.projection]
        wanted = self.problem.wanted(self.problem.boards(literals))
        return Models(literals[wanted], models.orbits[wanted])


class CubeSolver(SliceSolver):
    """Lists the solutions in one cube by one solver.

    Parameters
    ----------
    problem
        The problem.
    solver
        The solver, which this object deletes.
    enumeration
        What the solver does.
    """

    def __init__(self, problem: Problem, solver: Solver, enumeration: Enumeration) -> None:
        super().__init__(problem)
        self._solver = solver
        self.enumeration = enumeration

    @property
    def complete(self) -> bool:
        """Whether it is proved that there are no more."""
        return self.enumeration.complete

    @property
    def conflicts(self) -> int:
        """The solver's conflicts so far."""
        return self._solver.conflicts

    @property
    def reached(self) -> Reached | None:
        """How far a search strip by strip has come; None for others."""
        return self.enumeration.reached

    def narrow(self, cube: Sequence[int]) -> None:
        """From now on, find only solutions with these literals."""
        self.enumeration.narrow(cube)

    def observe(self, known: Packed) -> None:
        """Learn which solutions are known; a listing has found them itself."""

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search for about `seconds`, and return wanted solutions."""
        self.enumeration.call_seconds = call_seconds
        return self._verified(self.enumeration.advance(seconds, most))

    def delete(self) -> None:
        """Free the memory of the solver."""
        self._solver.delete()


class BoundTighteningSolver(CubeSolver):
    """A solver that lists solutions, each better than all before.

    Parameters
    ----------
    method
        What is solved and how, with a goal.
    known
        Known solutions.
    """

    enumeration: BoundTighteningEnumeration

    def __init__(self, method: Method, known: Packed) -> None:
        self._method = method
        problem, formula, _, _ = prepared(method)
        if not isinstance(problem, PopulationBounded) or method.goal is None:
            raise TypeError(f"the solutions of {problem.kind} have no live cells to count")
        self._compared, self._goal = problem, method.goal
        self._criteria = problem.criteria(self._goal)
        solver = _solver(formula, method, method.seed)
        enumeration = BoundTighteningEnumeration(
            solver, problem.projection, self._criteria, formula.variables, self._check_counters
        )
        super().__init__(problem, solver, enumeration)
        self._last = np.zeros((0, problem.projection), dtype=np.int32)
        self.observe(known)

    def _check_counters(self, limits: Sequence[int]) -> None:
        """Raise an error if counting up to some numbers takes too much memory."""
        size = self._method.problem.formula_size(self._method.encoding)
        for criterion, limit in zip(self._criteria, limits, strict=True):
            if not criterion.unary:
                size += count_size(criterion.literals.size, limit)
        check(solver_bytes(size, self._method.solver), self._method.memory)

    def observe(self, known: Packed) -> None:
        """Pass over solutions that are not better than the known ones."""
        self._better_than(unpack(known, self.problem.projection))

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search, and return wanted solutions that are better than those before.

        The bound is tightened in the next call and not here, so that a solution is returned even if
        the clauses that ask for a better one do not fit in memory.
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


def _solver(formula: Formula, method: Method, seed: int) -> Solver:
    inprocessing, stable = method.inprocessing, method.stable
    return Solver(formula, method.solver, seed, inprocessing=inprocessing, stable=stable)


def strips_solver(method: Method) -> CubeSolver:
    """Return a solver that works strip by strip."""
    problem = method.problem
    if not supports_strips(problem):
        raise TypeError(f"strips do not find {problem.nouns}")
    solver = _solver(Formula(), method, method.seed)
    return CubeSolver(problem, solver, StripEnumeration(solver, problem, method.encoding))


def _whole(method: Method, *, elsewhere: bool) -> CubeSolver:
    """Return a solver that holds the whole formula.

    Known solutions are where solvers search first; `elsewhere`, one starts with another seed.
    """
    # A seed makes no difference to the formula.
    problem, formula, symmetries, only_first = prepared(replace(method, seed=0))
    solver = _solver(formula, method, method.seed + elsewhere)
    if symmetries is None:
        enumeration = Enumeration(solver, problem.projection, problem.witness)
    else:
        enumeration = OrbitEnumeration(
            solver, problem.projection, symmetries, only_first=only_first
        )
    return CubeSolver(problem, solver, enumeration)
