"""The memory that a search for solutions needs, estimated before it begins."""

from lifesat.engines.choice import engine_of, setup_of
from lifesat.engines.options import Options
from lifesat.engines.searched_problem import searched_problem
from lifesat.frontier.support import supports_frontier
from lifesat.problems.problem import Goal, Problem
from lifesat.sat.memory import check


def check_memory(problem: Problem, options: Options, goal: Goal | None = None) -> None:
    """Refuse a search whose formula would take too much memory.

    A search strip by strip needs all of its formula when it reaches the last rows.

    Parameters
    ----------
    problem, options
        What the solutions solve, and how to search.
    goal
        Which solution is the best, or None to list solutions.

    Raises
    ------
    MemoryLimitError
        If the formula would take too much; the message says how much.
    UserError
        If the problem has no such encoding.
    """
    problem = searched_problem(problem, up_to_symmetry=options.up_to_symmetry)
    check(setup_of(problem, options, goal).bytes, options.memory)


def check_memory_unless_swept(problem: Problem, options: Options, goal: Goal | None = None) -> None:
    """Refuse too large a formula, unless a frontier is tried first.

    Parameters
    ----------
    problem, options, goal
        As for `check_memory`.

    Raises
    ------
    MemoryLimitError, UserError
        As `check_memory` does.
    """
    problem = searched_problem(problem, up_to_symmetry=options.up_to_symmetry)
    engine_of(problem, options, goal)  # refuses what strips and particles cannot do
    swept = options.tries_frontier or options.skip or goal
    if swept and supports_frontier(problem):
        return
    if goal == "most":
        from lifesat.frontier.densest import densest_in_reach  # noqa: PLC0415  # slow to load

        if densest_in_reach(problem, options.memory):
            return
    check_memory(problem, options, goal)
