"""The sentence that says what is known when a search ends."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lifesat.problems.life.base import PopulationBounded
from lifesat.problems.life.drawn import DrawnPredecessor
from lifesat.problems.problem import Boards, Compared, Goal, Problem
from lifesat.queries.events import Forced
from lifesat.queries.sentences import proved_none

if TYPE_CHECKING:
    from lifesat.jobs.summary import State

CAUSES = {
    "time_limit": "the time limit was reached",
    "failed": "the search failed",
    "killed": "the search's process died",
    "stopped": "the search was interrupted",
}
"""Why a search has ended before its end, by its state."""
_AFTERWARDS = {
    "failed": " before the failure",
    "time_limit": " within the time limit",
    "killed": " before its process died",
    "stopped": " when interrupted",
}


@dataclass(frozen=True)
class Outcome:
    """How a search ended.

    Attributes
    ----------
    state
        A state in which a search has ended.
    found, covered
        As in `lifesat.queries.events.Progress`.
    up_to_symmetry
        Whether each solution stands for an orbit.
    goal
        As in `lifesat.queries.options.Options`.
    best
        The best solution, if there is a goal and the solution is at hand.
    reason
        As in `lifesat.queries.events.Done`.
    bound
        As in `lifesat.queries.events.Progress`.
    """

    state: "State"
    found: int
    covered: int
    up_to_symmetry: bool = False
    goal: Goal | None = None
    best: Boards | None = None
    reason: str = ""
    bound: int = 0


def verdict(problem: Problem, outcome: Outcome, took: str = "") -> str:
    """Return the sentence, without a full stop.

    Parameters
    ----------
    problem
        What was searched for.
    outcome
        How the search ended.
    took
        How long it took, as a clause that begins with a space, or "".
    """
    found = _found(problem, outcome)
    # The reason for a failure is the message of an error.
    remark = outcome.reason if outcome.state not in ("failed", "killed") else ""
    rest = f"; {remark}" if remark else ""
    match outcome.state:
        case "none":
            return proved_none(problem, took) + rest
        case "complete":
            known = "which is proved" if outcome.goal else "and no others"
            return f"{found}, {known}{took}: {problem.conditions()}{rest}"
        case state if not outcome.found:
            cause = CAUSES.get(state, "the search ended")
            return f"{cause} before any {problem.noun} was found or ruled out{took}{rest}"
        case _ if outcome.goal:
            bound = bound_words(problem, outcome.bound)
            return f"{found} so far{took}; there may be a better one" + (bound and f", but {bound}")
        case state if isinstance(problem, DrawnPredecessor):
            return f"{found} {problem.drawn}{_AFTERWARDS.get(state, '')}{took}{rest}"
        case state:
            return f"{found}{_AFTERWARDS.get(state, '')}{took}; there may be more{rest}"


def bound_words(problem: Problem, bound: int) -> str:
    """Return what the lower bound of a search says; "" if it is 0."""
    if not bound:
        return ""
    if not isinstance(problem, Compared):
        raise TypeError(f"{problem.nouns} have no lower bound")
    return problem.bound_words(bound)


def forced_words(forced: Forced) -> str:
    """Return how many cells are forced, and how many may be."""
    cells = forced.pattern.width * forced.pattern.height
    known = f"forced: {forced.live:,} live, {forced.dead:,} dead, of {cells:,} cells"
    return f"{known}; {forced.unsettled:,} cells not settled" if forced.unsettled else known


def forced_verdict(
    problem: Problem, outcome: Outcome, forced: Forced | None, took: str = ""
) -> str:
    """Return the sentence on a search for forced cells, without a full stop.

    Parameters
    ----------
    problem, outcome, took
        As for `verdict`.
    forced
        The cells that are known to be forced; None before there is a predecessor.
    """
    if outcome.state == "none":
        return f"{proved_none(problem)}{took}"
    if forced is None:
        return verdict(problem, replace(outcome, found=0), took)
    cause = ""
    if forced.unsettled and outcome.state in CAUSES:
        cause = f"; {outcome.reason}" if outcome.reason else f", since {CAUSES[outcome.state]}"
    return f"{forced_words(forced)}{cause}{took}"


def _found(problem: Problem, outcome: Outcome) -> str:
    """Return how many solutions were found, or which is the best."""
    if outcome.goal and isinstance(problem, PopulationBounded):
        return f"1 {problem.noun} {problem.best_words(outcome.goal, outcome.best)}"
    many = f"{outcome.found:,} {problem.noun if outcome.found == 1 else problem.nouns}"
    if outcome.up_to_symmetry:
        many += f" up to symmetry, {outcome.covered:,} in all"
    return many
