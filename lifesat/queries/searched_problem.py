"""The problem that is searched in the place of another one."""

import numpy as np

from lifesat.problems.problem import Problem


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
    from lifesat.problems.life.block_predecessor import predecessor_of_block  # noqa: PLC0415
    from lifesat.problems.life.search import SpaceTimeSearch  # noqa: PLC0415

    if not isinstance(problem, SpaceTimeSearch) or (found := predecessor_of_block(problem)) is None:
        return problem
    # The symmetries of a predecessor on a torus include shifts, those of a block do not.
    if up_to_symmetry and found.outside == "torus":
        return problem
    same = np.array_equal(found.first, problem.block.literals[0, 0])
    return found if same else problem
