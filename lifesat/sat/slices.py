"""A slice of a search: some seconds of solving in one cube, in any process.

A slice and its result can be pickled, so a slice can run in a pool of processes or on another
machine. It can run twice without harm. The process that has run a slice keeps the solver with its
learned clauses, and uses it again if the next slice continues there.
"""

import threading
import time
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import count_size
from lifesat.cnf.formula import Formula
from lifesat.cnf.lex_leader import add_lex_leader
from lifesat.cnf.spacetime import Literals
from lifesat.problems.life.base import PopulationBounded
from lifesat.problems.problem import Problem
from lifesat.sat.enumerate import (
    CALL_SECONDS,
    BoundTighteningEnumeration,
    Enumeration,
    OrbitEnumeration,
)
from lifesat.sat.memory import check, solver_bytes
from lifesat.sat.method import Method
from lifesat.sat.search import Models, Reached
from lifesat.sat.solver import Solver
from lifesat.sat.strips import StripEnumeration
from lifesat.sat.strips_support import supports_strips

# Solutions as rows of bits: the first variable is the highest bit of the first byte.
Packed = NDArray[np.uint8]

Cube = tuple[int, ...]


def pack(literals: Literals) -> Packed:
    """Return projected models, shape ``(models, projection)``, as bits."""
    return np.packbits(literals > 0, axis=1)


def unpack(packed: Packed, projection: int) -> Literals:
    """Return the projected models that `pack` packed."""
    states = np.unpackbits(packed, axis=1, count=projection).astype(np.int32)
    variables = np.arange(1, projection + 1, dtype=np.int32)
    return (2 * states - 1) * variables


def no_solutions(problem: Problem) -> Packed:
    """Return an array of no solutions, packed."""
    return np.zeros((0, (problem.projection + 7) // 8), dtype=np.uint8)


@dataclass(frozen=True)
class Slice:
    """The task of one slice.

    Attributes
    ----------
    method
        What is solved and how.
    cube
        The cube to search.
    known
        The solutions in the cube that are not to be found again.
    seconds
        The length of the slice; ``math.inf`` if only an answer ends it.
    most
        The most solutions to find, or None.
    token
        The token of the slice that this one continues, or None.
    call_seconds
        The length of a call to the solver; see `lifesat.sat.enumerate.Enumeration`.
    """

    method: Method
    cube: Cube
    known: Packed
    seconds: float
    most: int | None
    token: str | None
    call_seconds: float = CALL_SECONDS


class SliceResult(NamedTuple):
    """The result of a slice.

    Attributes
    ----------
    packed
        New solutions, each verified by the problem.
    orbits
        The number of solutions that each one represents.
    complete
        Whether the cube holds no others.
    conflicts
        The solver's conflicts in this slice.
    token
        Identifies the state of the solver after this slice; unique among all processes.
    resumed
        Whether the solver of the slice before went on; otherwise a new one was made.
    reached
        How far the solver has come, if it works strip by strip.
    """

    packed: Packed
    orbits: NDArray[np.intp]
    complete: bool
    conflicts: int
    token: str
    resumed: bool
    reached: Reached | None = None


class Prepared(NamedTuple):
    """What the slices of one method share.

    Attributes
    ----------
    problem, formula
        The problem and its clauses.
    symmetries
        Permutations of the witness, or None if every solution is listed.
    only_first
        Whether the first solution of each orbit is its only model.
    """

    problem: Problem
    formula: Formula
    symmetries: NDArray[np.intp] | None
    only_first: bool


@lru_cache(maxsize=4)
def prepared(method: Method) -> Prepared:
    """Return what the slices of a method share; each process makes it once."""
    problem = method.problem
    formula = problem.formula(method.encoding)
    if not method.up_to_symmetry:
        return Prepared(problem, formula, None, only_first=False)
    symmetries = problem.symmetries()
    only_first = add_lex_leader(formula, symmetries[:, : problem.projection])
    return Prepared(problem, formula, symmetries, only_first)


def run_slice(task: Slice) -> SliceResult:
    """Run one slice.

    Raises
    ------
    AssertionError
        If the problem does not verify a model of the formula.
    """
    resumed = _CACHE.holds(task)
    work = _CACHE.acquire(task)
    before = work.solver.conflicts
    work.enumeration.call_seconds = task.call_seconds
    models = work.wanted(task.seconds, task.most)
    conflicts = work.solver.conflicts - before
    complete = work.enumeration.complete
    token = _CACHE.release(task, work)
    packed = pack(models.literals)
    reached = work.enumeration.reached
    return SliceResult(packed, models.orbits, complete, conflicts, token, resumed, reached)


class _CubeSolver:
    """A solver that lists the solutions in one cube."""

    def __init__(self, problem: Problem, solver: Solver, enumeration: Enumeration) -> None:
        self.problem = problem
        self.solver = solver
        self.enumeration = enumeration

    def observe(self, known: Packed) -> None:
        """Learn which solutions are known; a listing has found them itself."""

    def wanted(self, seconds: float, most: int | None) -> Models:
        """Search for about `seconds`, or until `most` wanted solutions have been found.

        Solutions that the problem does not want are blocked and dropped.
        """
        end = time.perf_counter() + seconds
        found = self._found(seconds, most)
        left = end - time.perf_counter()
        while left > 0 and len(found.orbits) != most and not self.enumeration.complete:
            more = self._found(left, None if most is None else most - len(found.orbits))
            found = Models(
                np.concatenate([found.literals, more.literals]),
                np.concatenate([found.orbits, more.orbits]),
            )
            left = end - time.perf_counter()
        return found

    def _found(self, seconds: float, most: int | None) -> Models:
        """Search, verify all models, and return the wanted ones."""
        models = self.enumeration.advance(seconds, most)
        if not self.problem.accepts(models.literals).all():
            raise AssertionError(f"a model of the formula is not a valid {self.problem.noun}")
        literals = models.literals[:, : self.problem.projection]
        wanted = self.problem.wanted(self.problem.boards(literals))
        return Models(literals[wanted], models.orbits[wanted])


class _BoundTighteningSolver(_CubeSolver):
    """A solver that lists solutions, each better than all before."""

    enumeration: BoundTighteningEnumeration

    def __init__(self, task: Slice) -> None:
        self._method = task.method
        problem, formula, _, _ = prepared(task.method)
        if not isinstance(problem, PopulationBounded):
            raise TypeError(f"the solutions of {problem.kind} have no live cells to count")
        self._sign = 1 if task.method.goal == "fewest" else -1
        self._cells = self._sign * problem.population_literals
        solver = _solver(formula, task.method, task.method.seed)
        enumeration = BoundTighteningEnumeration(
            solver, problem.projection, self._cells, formula.variables, self._check_counter
        )
        super().__init__(problem, solver, enumeration)
        self._last = np.zeros((0, problem.projection), dtype=np.int32)
        enumeration.narrow(task.cube)
        self.observe(task.known)

    def _check_counter(self, number: int) -> None:
        """Raise an error if counting up to a number of cells takes too much memory."""
        counter = count_size(self._cells.size, number)
        size = self._method.problem.formula_size(self._method.encoding) + counter
        check(solver_bytes(size, self._method.solver), self._method.memory)

    def observe(self, known: Packed) -> None:
        """Pass over solutions that are not better than the known ones."""
        self._better_than(unpack(known, self.problem.projection))

    def _found(self, seconds: float, most: int | None) -> Models:
        """Search, and return wanted solutions that are better than those before.

        The bound is tightened in the next call and not here, so that a solution is returned even if
        the clauses that ask for a better one do not fit in memory.
        """
        self._better_than(self._last)
        if self.enumeration.complete:
            self._last = self._last[:0]
            return Models(self._last, np.zeros(0, dtype=np.intp))
        models = super()._found(seconds, most)
        self._last = models.literals
        return models

    def _better_than(self, literals: Literals) -> None:
        if len(literals):
            weights = self.problem.weights(self.problem.boards(literals))
            live = int((self._sign * weights).min())
            self.enumeration.tighten(live if self._sign > 0 else self._cells.size + live)


def _solver(formula: Formula, method: Method, seed: int) -> Solver:
    return Solver(formula, method.solver, seed, inprocessing=method.inprocessing)


def _listing(task: Slice) -> _CubeSolver:
    """Return a solver for all solutions of a cube except the known ones."""
    work = _strips(task.method) if task.method.strips else _whole(task)
    work.enumeration.narrow(task.cube)
    work.enumeration.block(unpack(task.known, work.problem.projection))
    return work


def _strips(method: Method) -> _CubeSolver:
    problem = method.problem
    if not supports_strips(problem):
        raise TypeError(f"strips do not find {problem.nouns}")
    solver = _solver(Formula(), method, method.seed)
    return _CubeSolver(problem, solver, StripEnumeration(solver, problem, method.encoding))


def _whole(task: Slice) -> _CubeSolver:
    """Return a solver that holds the whole formula."""
    # A seed makes no difference to the formula.
    problem, formula, symmetries, only_first = prepared(replace(task.method, seed=0))
    # Known solutions are where solvers search first; another seed starts elsewhere.
    seed = task.method.seed + (len(task.known) > 0)
    solver = _solver(formula, task.method, seed)
    if symmetries is None:
        enumeration = Enumeration(solver, problem.projection, problem.witness)
    else:
        enumeration = OrbitEnumeration(
            solver, problem.projection, symmetries, only_first=only_first
        )
    return _CubeSolver(problem, solver, enumeration)


class SolverCache(threading.local):
    """The solver that this thread has used last."""

    def __init__(self) -> None:
        self._work: _CubeSolver | None = None
        self._cube: Cube = ()
        self._token: str | None = None

    def acquire(self, task: Slice) -> _CubeSolver:
        """Return the solver for a slice: the one in the cache if it fits, otherwise a new one."""
        work = self._work
        if work is None or not self.holds(task):
            self.clear()
            return _BoundTighteningSolver(task) if task.method.goal else _listing(task)
        self._work = None
        work.enumeration.narrow(task.cube[len(self._cube) :])
        work.observe(task.known)
        return work

    def holds(self, task: Slice) -> bool:
        """Return whether the slice continues the last one, in its cube or a part of it."""
        return (
            self._work is not None
            and self._token == task.token
            and self._method == task.method
            and self._cube == task.cube[: len(self._cube)]
        )

    def release(self, task: Slice, work: _CubeSolver) -> str:
        """Keep a solver for the next slice, unless its cube is complete; return a token for it."""
        # Process numbers are not unique among machines or containers.
        self._token = uuid4().hex
        self._method = task.method
        self._cube = task.cube
        if work.enumeration.complete:
            work.solver.delete()
        else:
            self._work = work
        return self._token

    def clear(self) -> None:
        """Delete the solver."""
        if self._work is not None:
            self._work.solver.delete()
            self._work = None


_CACHE = SolverCache()


def clear_solver_cache() -> None:
    """Delete the solver that this thread keeps."""
    _CACHE.clear()
