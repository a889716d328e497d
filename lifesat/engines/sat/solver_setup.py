"""Engines, the slice solvers that they make, and setups: a problem, an engine and a solver."""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula
from lifesat.cnf.lex_leader import add_lex_leader
from lifesat.defaults import Mode
from lifesat.engines.sat.search import EngineProgress, Models, Packed, no_solutions
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.problem import Compared, Goal, Problem


class SliceSolver(ABC):
    """Finds the solutions in one cube, slice by slice; the problem verifies each of them."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    @property
    @abstractmethod
    def complete(self) -> bool:
        """Whether it is proved that there are no more solutions."""

    @property
    @abstractmethod
    def conflicts(self) -> int:
        """The conflicts so far."""

    @property
    @abstractmethod
    def reached(self) -> EngineProgress | None:
        """The rows or the bound reached; None if the engine does not report them."""

    @abstractmethod
    def narrow(self, cube: Sequence[int]) -> None:
        """Restrict the search to solutions with these literals."""

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
        length of a call to the solver, as in `lifesat.engines.sat.solver.Pace`.
        """
        end = time.perf_counter() + seconds
        found = self._found(seconds, most, call_seconds)
        left = end - time.perf_counter()
        while left > 0 and len(found.orbit_sizes) != most and not self.complete:
            wanted = None if most is None else most - len(found.orbit_sizes)
            more = self._found(left, wanted, call_seconds)
            found = Models(
                np.concatenate([found.literals, more.literals]),
                np.concatenate([found.orbit_sizes, more.orbit_sizes]),
            )
            left = end - time.perf_counter()
        return found

    def _verified(self, models: Models) -> Models:
        """Verify all models, and return the wanted ones."""
        if not self.problem.accepts(models.literals).all():
            raise AssertionError(f"a model of the formula is not a valid {self.problem.noun}")
        literals = models.literals[:, : self.problem.projection]
        wanted = self.problem.wanted(self.problem.boards(literals))
        return Models(literals[wanted], models.orbit_sizes[wanted])


@dataclass(frozen=True)
class Engine(ABC):
    """How a process searches: with one formula, or in another way that some problems allow.

    It has no fields, so that every instance of a subclass stands for the same engine and can be
    pickled. The modules of engines are light: they load what searches when `solver` is called.

    Attributes
    ----------
    name
        The name of the engine in events.
    seed
        The seed of the first solver.
    inprocessing
        Whether CaDiCaL simplifies the formula between conflicts.
    by_chance
        Whether a user's seed changes what is found.
    slices_report
        Whether slices end soon, to report how far they have come.
    search_reports
        Whether a search that starts with this engine reports how far its members have come.
    steps_are_short
        Whether short calls lose nothing; a search then stays in the process that started it, and
        its slices do not become longer.
    """

    name: ClassVar[str]
    seed: ClassVar[int] = 0
    inprocessing: ClassVar[bool] = True
    by_chance: ClassVar[bool] = False
    slices_report: ClassVar[bool] = False
    search_reports: ClassVar[bool] = False
    steps_are_short: ClassVar[bool] = False

    @property
    def note(self) -> str:
        """A sentence for users about what the engine does first, or ""."""
        return ""

    @abstractmethod
    def solver(self, setup: "SolverSetup", cube: Sequence[int], known: Packed) -> SliceSolver:
        """Return a new solver in a cube, which does not find known solutions again."""

    @abstractmethod
    def bytes_of(self, setup: "SolverSetup") -> int:
        """Return about how many bytes a process needs, without making a formula."""


@dataclass(frozen=True)
class SolverSetup:
    """What is solved and how.

    Pickles hold the problem as JSON, and every process reads the same JSON once: all setups of one
    problem that a process receives share one object.
    """

    problem: Problem
    # The encoding is one of the problem's, the solver one of `lifesat.defaults.SOLVERS`.
    encoding: str
    solver: str
    engine: Engine
    # Whether to find one solution of each orbit.
    up_to_symmetry: bool = False
    # 0 for the solver's default.
    seed: int = 0
    # If set, every solution has fewer, or more, live cells than all before it. None lists all
    # solutions.
    goal: Goal | None = None
    # The limit in bytes for one process; None for half of the machine's memory.
    memory: int | None = field(default=None, compare=False)
    # Whether CaDiCaL simplifies the formula between conflicts.
    inprocessing: bool = True
    mode: Mode = "stable"
    # Whether all members of a portfolio have this engine.
    one_engine: bool = False
    # Whether any solution will do, or any of the best ones, so that the problem's symmetry-breaking
    # clauses are added.
    breaks_symmetries: bool = False
    # Clauses that solutions satisfy besides those of the problem; only engines with one formula use
    # them.
    excluded: tuple[tuple[int, ...], ...] = ()

    @property
    def bytes(self) -> int:
        """About how many bytes a process needs."""
        return self.engine.bytes_of(self)

    @property
    def compares_one_number(self) -> bool:
        """Whether the best solution has the fewest or the most of one thing."""
        if self.goal is None or not isinstance(self.problem, Compared):
            return False
        criteria = self.problem.criteria(self.goal)
        return len(criteria) == 1 and not criteria[0].unary

    def with_engine(self, engine: Engine, seed: int | None = None) -> "SolverSetup":
        """Return this setup with another engine, and a seed or the engine's own."""
        return replace(
            self,
            engine=engine,
            seed=engine.seed if seed is None else seed,
            inprocessing=engine.inprocessing,
        )

    def new_solver(self, cube: Sequence[int] = (), known: Packed | None = None) -> SliceSolver:
        """Return a new solver in a cube, which does not find known solutions again."""
        none = no_solutions(self.problem)
        return self.engine.solver(self, cube, none if known is None else known)

    @cached_property
    def _pickled(self) -> tuple[Any, ...]:
        """The problem's JSON and the other fields, made once since every slice is pickled."""
        others = (getattr(self, each.name) for each in fields(self)[1:])
        return self.problem.to_json(), *others

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, self._pickled


def _unpickled(problem: str, *others: Any) -> SolverSetup:
    """Return a setup from the fields in a pickle."""
    return SolverSetup(_problem_from_json(problem), *others)


_problem_from_json = lru_cache(maxsize=4)(problem_from_json)


class Prepared(NamedTuple):
    """What the slices of one setup share."""

    problem: Problem
    formula: Formula
    # Permutations of the witness; None if every solution is listed.
    symmetries: NDArray[np.intp] | None
    # Whether only the first solution of each orbit is a model.
    only_first: bool


@lru_cache(maxsize=4)
def prepared(setup: SolverSetup) -> Prepared:
    """Return what the slices of a setup share; each process makes it once."""
    problem = setup.problem
    formula = problem.formula(setup.encoding)
    breaking = problem.symmetry_breaking_clauses() if setup.breaks_symmetries else []
    for clause in (*setup.excluded, *breaking):
        formula.add(np.array([clause]))
    if not setup.up_to_symmetry:
        return Prepared(problem, formula, None, only_first=False)
    symmetries = problem.symmetries()
    only_first = add_lex_leader(formula, symmetries[:, : problem.projection])
    return Prepared(problem, formula, symmetries, only_first)
