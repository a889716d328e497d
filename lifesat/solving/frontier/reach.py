"""What a frontier can be swept for."""

from typing import TypeGuard

from lifesat.problems.predecessor import Predecessor
from lifesat.problems.problem import Problem


def sweepable(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether a problem asks for what came one generation before a pattern."""
    return isinstance(problem, Predecessor) and problem.generations == 1
