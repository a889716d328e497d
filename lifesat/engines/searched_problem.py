"""The problem that is searched in the place of another one."""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from lifesat.problems.problem import Problem

if TYPE_CHECKING:
    from lifesat.problems.life.predecessor import Predecessor


def searched_problem(problem: Problem, *, up_to_symmetry: bool = False) -> Problem:
    """Return a problem whose models are those of another, and for which there are more engines.

    A block of two generations may ask for the predecessors of its second one.

    Parameters
    ----------
    problem
        What the solutions solve.
    up_to_symmetry
        Whether one solution of each orbit is wanted, so that the symmetries must be the same.

    Returns
    -------
    Problem
        Mostly `problem` itself. A model of the projection is a solution of both.
    """
    # To import the class would slow the start of all other searches.
    if problem.kind != "search":
        return problem
    found = _predecessor_of(problem)
    # The symmetries of a predecessor on a torus include shifts, those of a block do not.
    if found is None or (up_to_symmetry and found.outside == "torus"):
        return problem
    return found


@lru_cache(maxsize=1)  # several parts of a search ask for it
def _predecessor_of(problem: Problem) -> "Predecessor | None":
    """Return the predecessor problem with the variables of a block, or None."""
    from lifesat.problems.life.block_predecessor import predecessor_of_block  # noqa: PLC0415
    from lifesat.problems.life.search import SpaceTimeSearch  # noqa: PLC0415

    if not isinstance(problem, SpaceTimeSearch):
        return None
    found = predecessor_of_block(problem)
    if found is None or not np.array_equal(found.first, problem.block.literals[0, 0]):
        return None
    return found
