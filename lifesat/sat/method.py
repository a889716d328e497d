"""What is solved and how: a problem with an encoding, a solver and its options."""

from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula
from lifesat.cnf.lex_leader import add_lex_leader
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.population import Goal
from lifesat.problems.problem import Problem
from lifesat.sat.memory import search_bytes
from lifesat.sat.search import Scope


@dataclass(frozen=True)
class Method:
    """What is solved and how.

    Pickles hold the problem as JSON, and every process reads the same JSON once: all methods of
    one problem that a process receives share one object.

    Attributes
    ----------
    problem
        The problem.
    encoding, solver
        Names among those of the problem, and in `lifesat.defaults`.
    up_to_symmetry
        Whether one solution for each orbit is sought.
    seed
        The solver's seed; 0 for the solver's default.
    goal
        ``fewest`` or ``most``: every solution has fewer or more live cells than all before it.
        None: all solutions are sought.
    memory
        The limit in bytes for one process, or None for half of the machine's memory.
    inprocessing
        Whether CaDiCaL simplifies the formula between conflicts.
    stable
        Whether CaDiCaL stays in its stable mode.
    scope
        Whether the formula is about the whole board, or about strips (`lifesat.sat.strips`),
        windows (`lifesat.sat.windows`), orphans in the target (`lifesat.sat.target_orphans`) or one
        generation at a time (`lifesat.sat.rewind`).
    alike
        Whether all members of a portfolio have this scope.
    excluded
        Clauses that solutions satisfy besides those of the problem; strips do not heed them.
    """

    problem: Problem
    encoding: str
    solver: str
    up_to_symmetry: bool = False
    seed: int = 0
    goal: Goal | None = None
    memory: int | None = field(default=None, compare=False)
    inprocessing: bool = True
    stable: bool = True
    scope: Scope = "board"
    alike: bool = False
    excluded: tuple[tuple[int, ...], ...] = ()

    @cached_property
    def _pickled(self) -> tuple[Any, ...]:
        """The problem's JSON and the other fields; made once, since every slice is pickled."""
        others = (getattr(self, each.name) for each in fields(self)[1:])
        return self.problem.to_json(), *others

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, self._pickled


def _unpickled(problem: str, *others: Any) -> Method:
    """Return a method from the fields in a pickle."""
    return Method(_problem_from_json(problem), *others)


_problem_from_json = lru_cache(maxsize=4)(problem_from_json)


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
    for clause in method.excluded:
        formula.add(np.array([clause]))
    if not method.up_to_symmetry:
        return Prepared(problem, formula, None, only_first=False)
    symmetries = problem.symmetries()
    only_first = add_lex_leader(formula, symmetries[:, : problem.projection])
    return Prepared(problem, formula, symmetries, only_first)


def bytes_of(method: Method) -> int:
    """Return about how many bytes a process takes for a method."""
    return search_bytes(
        method.problem,
        method.encoding,
        method.solver,
        up_to_symmetry=method.up_to_symmetry,
        scope=method.scope,
    )
