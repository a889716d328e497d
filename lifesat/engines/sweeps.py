"""Searches by a frontier: listings, and the best solution."""

from collections.abc import Callable
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import Literals
from lifesat.engines.frontier.densest import densest_board, densest_in_reach
from lifesat.engines.frontier.parents import Parents
from lifesat.engines.frontier.support import Limits, OutOfReachError, supports_frontier
from lifesat.engines.options import Options
from lifesat.engines.sat.search import Models, Packed, Search, SearchProgress, pack
from lifesat.errors import StoppedError, UserError
from lifesat.problems.life.base import PopulationCompared
from lifesat.problems.life.box import literals_of
from lifesat.problems.problem import Goal, Problem
from lifesat.system.machine import memory_limit


class SweptEnumeration:
    """Lists parents in the order of the sweep, without the first `skip`; implements `Search`."""

    def __init__(self, parents: Parents, skip: int) -> None:
        self.complete = False
        self._empty = np.zeros((0, parents.projection), dtype=np.int32)
        self._problem = parents.problem
        self._batches = parents.models(skip)
        self._pending = next(self._batches, None)

    def progress(self) -> SearchProgress:
        """Return empty progress, since no solver is at work."""
        return SearchProgress()

    def advance(self, _seconds: float, /, most: int | None = None) -> Models:
        """Return the next batch of parents, at most `most`, without regard to the time."""
        if self._pending is None:
            self.complete = True
            return Models(self._empty, np.zeros(0, dtype=np.intp))
        literals, self._pending = (
            self._pending[:most],
            self._pending[most:] if most is not None else None,
        )
        if self._pending is None or not len(self._pending):
            self._pending = next(self._batches, None)
        self._problem.verified(self._problem.boards(literals), "a path through the frontier")
        return Models(literals, np.ones(len(literals), dtype=np.intp))


# A frontier of this size takes about a second; a SAT solver starts after that at the latest.
_QUICK_NODES = 1 << 22


def new_sweep(
    problem: Problem,
    goal: Goal | None,
    options: Options,
    over: Callable[[], bool],
    known: Packed,
) -> Search | None:
    """Return a search that sweeps a frontier, or None if a SAT solver has to search.

    Raises StoppedError if `over` returns true while the frontier is made, and UserError if
    solutions are to be skipped but do not fit a frontier or are not that many.
    """
    if goal:
        optimum = frontier_optimum(problem, goal, options, over)
        if optimum is None:
            return None
        old = {row.tobytes() for row in known}
        return KnownSolution(optimum[[row.tobytes() not in old for row in pack(optimum)]])
    parents = _parents(problem, options, over)
    if parents is None:
        return None
    if over():
        raise StoppedError
    if options.skip and 0 < parents.count() <= options.skip:
        raise UserError(
            f"there are {parents.count()} predecessors, so {options.skip} cannot be skipped"
        )
    return SweptEnumeration(parents, options.skip + len(known))


def _parents(problem: Problem, options: Options, stop: Callable[[], bool]) -> Parents | None:
    """Return the frontier to list solutions from, or None if a SAT solver has to list them."""
    if not supports_frontier(problem):
        if options.skip:
            raise OutOfReachError("a frontier sweep goes back one generation only")
        return None
    limits = Limits(memory_limit(options.memory))
    if options.skip:
        return Parents(problem, limits, stop=stop)
    with suppress(OutOfReachError):
        return Parents(problem, limits, _QUICK_NODES, stop)
    return None


# A frontier of this size takes half a second; a SAT solver is faster than a larger one.
_MOST_NODES = 1 << 22


class KnownSolution:
    """A search that returns the best solution, which a sweep has found before.

    The literals have the shape ``(solutions, projection)``, with one solution or none.
    """

    def __init__(self, literals: Literals) -> None:
        self.complete = False
        self._literals = literals

    def progress(self) -> SearchProgress:
        """Return empty progress, since nothing is searched."""
        return SearchProgress()

    def advance(self, _seconds: float, /, most: int | None = None) -> Models:
        """Return the solution, if there is one."""
        self.complete = True
        literals = self._literals[:most]
        return Models(literals, np.ones(len(literals), dtype=np.intp))


def frontier_optimum(
    problem: Problem,
    goal: Goal,
    options: Options,
    stop: Callable[[], bool] = lambda: False,
) -> Literals | None:
    """Return the best solution if a frontier, or the sweep for still lifes, finds it.

    The literals have the shape ``(solutions, projection)``, with one solution, or none if there is
    none. The result is None if a SAT solver has to search. Raises StoppedError if `stop` returns
    true.
    """
    largest = goal == "most"
    if largest and densest_in_reach(problem, options.memory):
        return _checked(problem, densest_board(problem, stop, options.workers)[None])
    if supports_frontier(problem):
        with suppress(OutOfReachError):
            limits = Limits(memory_limit(options.memory))
            parents = Parents(problem, limits, _MOST_NODES, stop)
            return _checked(problem, parents.extreme(largest=largest))
    return None


def _checked(problem: PopulationCompared, boards: NDArray[np.uint8]) -> Literals:
    """Return the literals of boards, after verifying the boards."""
    verified = problem.verified(boards, "the result of a sweep")
    return literals_of(problem.population_literals.reshape(verified.shape[1:]), verified)
