"""Sentences that several queries and their reports say."""

from lifesat.problems.problem import Problem
from lifesat.strips.support import strips_are_columns, supports_strips

CAUSES = {
    "time_limit": "the time limit was reached",
    "failed": "the search failed",
    "killed": "the search's process died",
    "stopped": "the search was interrupted",
}
"""Why a search has ended before its end, by its state."""


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


def proof_words(lines: int, file: str) -> str:
    """Return how long a proof is, and how it is checked."""
    length = "1 line" if lines == 1 else f"{lines:,} lines"
    return f"{length} of proof; `lifesat check-proof {file}.cnf {file}` checks"


def strip_line(problem: Problem) -> str:
    """Return what a search strip by strip counts: ``row`` or ``column``."""
    across = supports_strips(problem) and strips_are_columns(problem)
    return "column" if across else "row"
