"""Searches by a frontier: listings, and the best solution."""

from collections.abc import Callable
from contextlib import suppress

from lifesat.errors import StoppedError, UserError
from lifesat.frontier.enumeration import SweptEnumeration
from lifesat.frontier.memory import Limits, OutOfReachError
from lifesat.frontier.parents import Parents
from lifesat.frontier.support import supports_frontier
from lifesat.problems.problem import Goal, Problem
from lifesat.queries.optimize import KnownSolution, frontier_optimum
from lifesat.queries.options import Options
from lifesat.sat.packed import Packed, pack
from lifesat.sat.search import Search
from lifesat.system.machine import memory_limit

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

    Parameters
    ----------
    over
        Called while the frontier is made; if it returns true, the work stops.
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
    if options.tries_frontier:
        with suppress(OutOfReachError):
            return Parents(problem, limits, _QUICK_NODES, stop)
    return None
