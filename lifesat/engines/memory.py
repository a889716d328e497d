"""The memory that a search for solutions needs, estimated before it begins."""

from lifesat.engines.choice import engine_of, setup_of
from lifesat.engines.frontier.support import supports_frontier
from lifesat.engines.options import Options
from lifesat.engines.sat.memory import check
from lifesat.engines.searched_problem import searched_problem
from lifesat.problems.problem import Goal, Problem


def check_memory(problem: Problem, options: Options, goal: Goal | None = None) -> None:
    """Raise MemoryLimitError if the formula of a search would take too much memory.

    A search strip by strip needs all of its formula when it reaches the last rows.
    """
    problem = searched_problem(problem, up_to_symmetry=options.up_to_symmetry)
    check(setup_of(problem, options, goal).bytes, options.memory)


def check_memory_unless_swept(problem: Problem, options: Options, goal: Goal | None = None) -> None:
    """Check the memory of a search with `check_memory`, unless a frontier is tried first."""
    swept = options.tries_frontier(problem) or options.skip or goal
    problem = searched_problem(problem, up_to_symmetry=options.up_to_symmetry)
    engine_of(problem, options, goal)  # rejects what strips and particles cannot do
    if swept and supports_frontier(problem):
        return
    if goal == "most":
        from lifesat.engines.frontier.densest import densest_in_reach  # noqa: PLC0415  # slow to load

        if densest_in_reach(problem, options.memory):
            return
    check_memory(problem, options, goal)
