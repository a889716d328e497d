"""Checks before a search begins: its memory and its options."""

from lifesat.frontier.support import supports_frontier
from lifesat.jobs.options import Options
from lifesat.jobs.scope import scope_of
from lifesat.problems.problem import Problem
from lifesat.sat.memory import check, search_bytes


def check_memory(problem: Problem, options: Options) -> None:
    """Refuse a search whose formula would take too much memory.

    A search strip by strip needs all of its formula when it reaches the last rows.

    Raises
    ------
    MemoryLimitError
        If the formula would take too much; the message says how much.
    UserError
        If the problem has no such encoding.
    """
    needed = search_bytes(
        problem,
        options.encoding_of(problem),
        options.solver,
        up_to_symmetry=options.up_to_symmetry and not options.goal,
        scope=scope_of(problem, options),
    )
    check(needed, options.memory)


def check_search(problem: Problem, options: Options) -> None:
    """Refuse invalid options, and too large a formula unless a sweep is tried first.

    Raises
    ------
    MemoryLimitError, UserError
        As `check_memory` and `Options.check` do.
    """
    options.check(problem)
    if options.what == "forced":
        from lifesat.sat.forced import check_forced_memory  # noqa: PLC0415  # slow to load

        check_forced_memory(
            problem, options.encoding_of(problem), options.solver_if_named, options.memory
        )
        return
    scope_of(problem, options)  # refuses what strips and particles cannot do
    swept = options.tries_sweep or options.skip or options.goal
    if swept and supports_frontier(problem):
        return
    if options.goal == "most":
        from lifesat.frontier.densest import densest_in_reach  # noqa: PLC0415  # slow to load

        if densest_in_reach(problem, options.memory):
            return
    check_memory(problem, options)
