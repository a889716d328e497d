"""The solution with the fewest live cells, or the most, and the proof that it is the best."""

from collections.abc import Callable
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import Literals
from lifesat.frontier.densest import densest_board, densest_in_reach
from lifesat.frontier.memory import Limits, OutOfReachError
from lifesat.frontier.parents import Parents
from lifesat.frontier.support import supports_frontier
from lifesat.problems.life.base import PopulationBounded
from lifesat.problems.life.box import literals_of
from lifesat.problems.problem import Goal, Problem
from lifesat.queries.options import Options
from lifesat.sat.search import Models, SearchProgress
from lifesat.system.machine import memory_limit

# A frontier of this size takes half a second; a SAT solver is faster than a larger one.
_MOST_NODES = 1 << 22


class KnownSolution:
    """A search that returns the best solution, found before; see `lifesat.sat.search.Search`.

    Parameters
    ----------
    literals
        Literals of the projection, shape ``(solutions, projection)``: one solution or none.
    """

    def __init__(self, literals: Literals) -> None:
        self.complete = False
        self._literals = literals

    def progress(self) -> SearchProgress:
        """Return that nothing is searched."""
        return SearchProgress()

    def advance(self, _seconds: float, /, most: int | None = None) -> Models:
        """Return the solution."""
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

    Parameters
    ----------
    problem, goal, options
        The problem, which solution is the best, and how to search.
    stop
        Called several times a second; the sweep stops when it returns true.

    Returns
    -------
    ndarray of int32 or None
        Literals of the projection, shape ``(solutions, projection)``: the best solution, or none
        if there is no solution. None if a SAT solver has to find it.

    Raises
    ------
    StoppedError
        If `stop` returned true.
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


def _checked(problem: PopulationBounded, boards: NDArray[np.uint8]) -> Literals:
    """Return the literals of boards, once these have been run forward."""
    verified = problem.verified(boards, "the result of a sweep")
    return literals_of(problem.population_literals, verified)
