"""What is searched at a time: the board, strips, windows or generations, or rows with particles."""

from lifesat.errors import UserError
from lifesat.problems.life.population import Goal
from lifesat.problems.problem import Problem
from lifesat.queries.options import Options
from lifesat.sat.particles_support import particles_refusal, prefers_particles
from lifesat.sat.rewind_support import prefers_rewind
from lifesat.sat.search import Scope
from lifesat.sat.strips_support import (
    has_large_window,
    prefers_strips,
    strips_are_columns,
    strips_refusal,
    supports_strips,
)
from lifesat.sat.windows_support import prefers_windows


def scope_of(problem: Problem, options: Options, goal: Goal | None = None) -> Scope:
    """Return what is searched at a time.

    Parameters
    ----------
    problem, options
        What the solutions solve, and how to search.
    goal
        Which solution is the best, or None to list solutions.

    Raises
    ------
    UserError
        If strips or particles are asked for and cannot do what is sought.
    """
    any_one = options.any_one and goal is None
    if options.method in ("strips", "particles"):
        return _scope_asked_for(problem, options, any_one=any_one)
    if options.method == "auto" and any_one:
        if prefers_rewind(problem):
            return "generation"
        if prefers_particles(problem):
            return "particles"
        if prefers_strips(problem):
            return "strips"
    if options.method == "auto" and goal == "fewest" and prefers_windows(problem):
        return "windows"
    return "board"


def _scope_asked_for(problem: Problem, options: Options, *, any_one: bool) -> Scope:
    """Return strips or particles."""
    scope: Scope = "strips" if options.method == "strips" else "particles"
    refusal = strips_refusal if scope == "strips" else particles_refusal
    several = None if any_one else f"{scope} find any one predecessor and no other"
    if reason := several or refusal(problem):
        raise UserError(f"{reason}; choose method auto or sat")
    return scope


def strip_line(problem: Problem) -> str:
    """Return what a search strip by strip counts: ``row`` or ``column``."""
    across = supports_strips(problem) and strips_are_columns(problem)
    return "column" if across else "row"


def one_formula_note(problem: Problem, options: Options) -> str:
    """Return why a large board is searched with one formula unasked, or "" if it is not."""
    if options.method != "auto" or not options.any_one or not has_large_window(problem):
        return ""
    reason = strips_refusal(problem)
    return f"one formula instead of strips: {reason}; large boards take long" if reason else ""
