"""The problems that a frontier sweep supports."""

from typing import TypeGuard

from lifesat.engines.frontier.memory import OutOfReachError, check
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem

PLAN_BYTES = 1000
"""The bytes of a plan for each cell."""


def supports_frontier(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether a problem asks for predecessors one generation back."""
    return isinstance(problem, Predecessor) and problem.generations == 1


def check_reach(problem: Predecessor, memory: int | None) -> None:
    """Raise OutOfReachError if a problem is not supported or its plan exceeds the memory limit."""
    if not supports_frontier(problem):
        raise OutOfReachError("a frontier sweep goes back one generation only")
    check(PLAN_BYTES * problem.target_states.size, memory)
