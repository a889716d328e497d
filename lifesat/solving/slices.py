"""A slice of a search: some seconds of solving in one part of it, in any process.

A slice is a function of picklable things alone, so it can go to a pool of processes or over a
network. It may run twice without harm: whoever asked decides which answer counts. The process that
did a slice keeps its solver, so that it goes on where it was if the next slice continues there.
"""

import os
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.encodings.lex_leader import add_lex_leader
from lifesat.formula import Formula
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life import Populated
from lifesat.problems.population import Goal
from lifesat.problems.problem import Problem
from lifesat.solving.enumerate import Descent, Enumeration, Models, OrbitEnumeration
from lifesat.solving.solver import Solver
from lifesat.spacetime import Literals

# Solutions as rows of bits, the first variable on top, filled up with zeros.
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


@dataclass(frozen=True)
class Method:
    """What is solved and how, in words that any process understands.

    Attributes
    ----------
    problem
        Its JSON.
    encoding, solver
        Names among those of the problem, and in `lifesat.defaults`.
    up_to_symmetry
        Whether one solution for each orbit is sought.
    seed
        Where the solver begins to look; 0 leaves that to it.
    goal
        Whether each solution is to have fewer live cells, or more, than all before it; None where
        all are sought. Then one that is known is enough to pass over those that are no better.
    """

    problem: str
    encoding: str
    solver: str
    up_to_symmetry: bool = False
    seed: int = 0
    goal: Goal | None = None


@dataclass(frozen=True)
class Slice:
    """What one slice is to do.

    Attributes
    ----------
    method
        What is solved and how.
    cube
        Literals of cells: where to look.
    known
        The solutions there that are not to be found again.
    seconds
        How long.
    most
        The most solutions to find, or None.
    token
        The token of the report that this slice continues, or None.
    """

    method: Method
    cube: Cube
    known: Packed
    seconds: float
    most: int | None
    token: tuple[int, int] | None


class Report(NamedTuple):
    """What a slice found.

    Attributes
    ----------
    packed
        New solutions, each checked by the problem itself.
    orbits
        For how many solutions each stands.
    complete
        Whether there are no others in the cube.
    conflicts
        Conflicts that the solver met in this slice.
    token
        Names the state in which the solver was left.
    """

    packed: Packed
    orbits: NDArray[np.intp]
    complete: bool
    conflicts: int
    token: tuple[int, int]


class Prepared(NamedTuple):
    """What slices of one method share.

    Attributes
    ----------
    problem, formula
        What is sought, and its clauses.
    symmetries
        Permutations of the projection, or None where solutions are not listed up to them.
    only_first
        Whether only the first solution of each orbit is a model.
    """

    problem: Problem
    formula: Formula
    symmetries: NDArray[np.intp] | None
    only_first: bool


@lru_cache(maxsize=4)
def prepared(method: Method) -> Prepared:
    """Return what slices of a method share, made once in each process."""
    problem = problem_from_json(method.problem)
    formula = problem.formula(method.encoding)
    if not method.up_to_symmetry:
        return Prepared(problem, formula, None, only_first=False)
    symmetries = problem.symmetries()
    only_first = add_lex_leader(formula, symmetries)
    return Prepared(problem, formula, symmetries, only_first)


def run_slice(task: Slice) -> Report:
    """Do one slice.

    Raises
    ------
    AssertionError
        If a model of the formula is no solution by what the problem checks.
    """
    held = _HELD.taken(task)
    before = held.solver.conflicts
    models = held.wanted(task.seconds, task.most)
    conflicts = held.solver.conflicts - before
    complete = held.enumeration.complete
    token = _HELD.kept(task, held)
    return Report(pack(models.literals), models.orbits, complete, conflicts, token)


class _Work:
    """A solver in one cube."""

    def __init__(self, problem: Problem, solver: Solver, enumeration: Enumeration) -> None:
        self.problem = problem
        self.solver = solver
        self.enumeration = enumeration

    def heed(self, known: Packed) -> None:
        """Take note of what is known by now; a listing has found it itself."""

    def wanted(self, seconds: float, most: int | None) -> Models:
        """Go on for about `seconds` or until `most` solutions that are asked for have been found.

        Others are blocked in this solver; if a later one finds them, it drops them too.
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
        """Go on, check all models, and return those that are asked for."""
        models = self.enumeration.advance(seconds, most)
        boards = self.problem.boards(models.literals)
        if not self.problem.holds(boards).all():
            raise AssertionError(f"a model of the formula is no {self.problem.noun}")
        wanted = self.problem.wanted(boards)
        return Models(models.literals[wanted], models.orbits[wanted])


class _Descending(_Work):
    """A solver for solutions each of which is better than those before."""

    enumeration: Descent

    def __init__(self, task: Slice) -> None:
        problem, formula, _, _ = prepared(task.method)
        if not isinstance(problem, Populated):
            raise TypeError(f"the solutions of {problem.kind} are not counted")
        self._sign = 1 if task.method.goal == "fewest" else -1
        self._cells = self._sign * problem.counted
        solver = Solver(formula, task.method.solver, task.method.seed)
        descent = Descent(solver, problem.projection, self._cells, formula.variables)
        super().__init__(problem, solver, descent)
        descent.narrow(task.cube)
        self.heed(task.known)

    def heed(self, known: Packed) -> None:
        """Pass over what is no better."""
        self._better_than(unpack(known, self.problem.projection))

    def _found(self, seconds: float, most: int | None) -> Models:
        """Go on, and return solutions that are asked for; the next has to be better."""
        models = super()._found(seconds, most)
        self._better_than(models.literals)
        return models

    def _better_than(self, literals: Literals) -> None:
        if len(literals):
            weights = self.problem.weights(self.problem.boards(literals))
            live = int((self._sign * weights).min())
            self.enumeration.fewer(live if self._sign > 0 else self._cells.size + live)


def _listing(task: Slice) -> _Work:
    """Return a solver for all solutions of a cube but those that are known."""
    problem, formula, symmetries, only_first = prepared(task.method)
    # What is known lies where solvers look first; another seed begins at the other side.
    seed = task.method.seed + (len(task.known) > 0)
    solver = Solver(formula, task.method.solver, seed)
    if symmetries is None:
        enumeration = Enumeration(solver, problem.projection)
    else:
        enumeration = OrbitEnumeration(
            solver, problem.projection, symmetries, only_first=only_first
        )
    enumeration.narrow(task.cube)
    enumeration.block(unpack(task.known, problem.projection))
    return _Work(problem, solver, enumeration)


class _Held(threading.local):
    """The solver that this thread worked with last."""

    def __init__(self) -> None:
        self._serial = count()
        self._work: _Work | None = None
        self._method: Method | None = None
        self._cube: Cube = ()
        self._token: tuple[int, int] | None = None

    def taken(self, task: Slice) -> _Work:
        """Return the solver that the slice continues, or a new one."""
        work = self._work
        if work is None or task.token is None or self._token != task.token:
            self.release()
            return _Descending(task) if task.method.goal else _listing(task)
        self._work = None
        work.enumeration.narrow(task.cube[len(self._cube) :])
        work.heed(task.known)
        return work

    def kept(self, task: Slice, work: _Work) -> tuple[int, int]:
        """Keep a solver for later, unless its cube is complete, and name its state."""
        self._token = (os.getpid() << 20) + threading.get_ident() % (1 << 20), next(self._serial)
        self._cube = task.cube
        if work.enumeration.complete:
            work.solver.delete()
        else:
            self._work = work
        return self._token

    def release(self) -> None:
        """Let the solver go."""
        if self._work is not None:
            self._work.solver.delete()
            self._work = None


_HELD = _Held()


def release() -> None:
    """Let go of the solver that this thread keeps."""
    _HELD.release()
