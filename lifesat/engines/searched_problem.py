"""The problem that is searched instead of another one with the same solutions."""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from lifesat.problems.problem import Problem

if TYPE_CHECKING:
    from lifesat.problems.life.predecessor import Predecessor


def searched_problem(problem: Problem, *, up_to_symmetry: bool = False) -> Problem:
    """Return a problem with the same models and more engines, if there is one, or the problem.

    A block of two generations may describe the predecessors of its second one. With
    `up_to_symmetry`, both problems have the same symmetries too.
    """
    # Importing the class would slow the start of all other searches.
    if problem.kind != "search":
        return problem
    found = _predecessor_of(problem)
    # The symmetries of a predecessor on a torus include shifts, those of a block do not.
    if found is None or (up_to_symmetry and found.outside == "torus"):
        return problem
    return found


@lru_cache(maxsize=1)  # several parts of a search call it
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
