"""Sentences that several queries and their reports say."""

from collections.abc import Mapping
from typing import Any

from lifesat.problems.problem import Problem
from lifesat.strips.support import strips_are_columns, supports_strips


def proved_none(problem: Problem, took: str = "") -> str:
    """Return the sentence that says that no solution exists, why, and what may still help.

    Parameters
    ----------
    problem
        The problem.
    took
        How long it took to prove, as a clause that begins with a space, or "".
    """
    advice = problem.advice()
    proved = f"{problem.none_words()}{took}: proved for {problem.conditions()}"
    return f"{proved}; {advice}" if advice else proved


def search_phase(problem: Problem, values: Mapping[str, Any], later: str) -> str:
    """Return what a search for solutions does now.

    Parameters
    ----------
    problem, values
        The problem, and the values of a journal.
    later
        What it does once there is a solution.
    """
    if "started" not in values:
        return "preparing the search"
    if values.get("found"):
        return later
    if rows := values.get("rows"):
        return f"{strip_line(problem)} {values.get('row', 0):,} of {rows:,}"
    return f"looking for the first {problem.noun}"


def strip_line(problem: Problem) -> str:
    """Return what a search strip by strip counts: ``row`` or ``column``."""
    across = supports_strips(problem) and strips_are_columns(problem)
    return "column" if across else "row"
