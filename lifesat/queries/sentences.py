"""How a search ended, and the sentences that several queries share."""

from dataclasses import dataclass

from lifesat.engines.strips.support import strips_are_columns, supports_strips
from lifesat.problems.life.base import PopulationCompared
from lifesat.problems.life.predecessor import DrawnPredecessor
from lifesat.problems.problem import Boards, Compared, Goal, Problem

CAUSES = {
    "time_limit": "the time limit was reached",
    "failed": "the search failed",
    "killed": "the search's process died",
    "stopped": "the search was interrupted",
}
"""Why a search ended early, by its state."""


def proved_none(problem: Problem, took: str = "") -> str:
    """Return the sentence that says that no solution exists, why, and what may still help.

    `took` says how long the proof took: a clause that begins with a space, or "".
    """
    advice = problem.advice()
    proved = f"{problem.none_words()}{took}: proved for {problem.conditions()}"
    return f"{proved}; {advice}" if advice else proved


def proof_words(lines: int, file: str) -> str:
    """Return how long a proof is, and how to check it."""
    length = "1 line" if lines == 1 else f"{lines:,} lines"
    return f"{length} of proof; `lifesat check-proof {file}.cnf {file}` checks"


def strip_line(problem: Problem) -> str:
    """Return what the strips of a search are: ``row`` or ``column``."""
    across = supports_strips(problem) and strips_are_columns(problem)
    return "column" if across else "row"


_AFTERWARDS = {
    "failed": " before the failure",
    "time_limit": " within the time limit",
    "killed": " before its process died",
    "stopped": " when interrupted",
}


@dataclass(frozen=True)
class Outcome:
    """How a search ended; the counts, the reason and the bound are those of its `Done` event."""

    state: str
    found: int
    covered: int
    # Whether each solution represents an orbit.
    up_to_symmetry: bool = False
    # The best solution, if it was searched for and is available.
    best: Boards | None = None
    reason: str = ""
    bound: int = 0
    # How many solutions were wanted; None for all.
    wanted: int | None = None

    @property
    def remark(self) -> str:
        """The remark on the end as a clause; "" after a failure, whose error has the reason."""
        return f"; {self.reason}" if self.reason and self.state not in ("failed", "killed") else ""

    @property
    def cause(self) -> str:
        """Why the search ended before the answer was known."""
        return CAUSES.get(self.state, "the search ended")


def solutions_ending(
    problem: Problem, outcome: Outcome, took: str = "", goal: Goal | None = None
) -> str:
    """Return the final sentence of a search for solutions, without a full stop.

    `took` says how long it took: a clause that begins with a space, or "". With a goal, the
    solution is the best one.
    """
    found = _found(problem, outcome, goal)
    rest = outcome.remark
    match outcome.state:
        case "none":
            return proved_none(problem, took) + rest
        case "complete":
            known = "which is proved" if goal else "and no others"
            return f"{found}, {known}{took}: {problem.conditions()}{rest}"
        case state if not outcome.found:
            cause = CAUSES.get(state, "the search ended")
            return f"{cause} before any {problem.noun} was found or ruled out{took}{rest}"
        case _ if goal:
            bound = bound_words(problem, outcome.bound)
            return f"{found} so far{took}; there may be a better one" + (bound and f", but {bound}")
        case state if isinstance(problem, DrawnPredecessor):
            return f"{found} {problem.drawn}{_AFTERWARDS.get(state, '')}{took}{rest}"
        case state:
            return f"{found}{_AFTERWARDS.get(state, '')}{took}; there may be more{rest}"


def bound_words(problem: Problem, bound: int) -> str:
    """Return the lower bound of a search in words; "" if it is 0."""
    if not bound:
        return ""
    if not isinstance(problem, Compared):
        raise TypeError(f"{problem.nouns} have no lower bound")
    return problem.bound_words(bound)


def _found(problem: Problem, outcome: Outcome, goal: Goal | None) -> str:
    """Return how many solutions were found, or how good the best one is."""
    if goal and isinstance(problem, PopulationCompared):
        return f"1 {problem.noun} {problem.best_words(goal, outcome.best)}"
    many = f"{outcome.found:,} {problem.noun if outcome.found == 1 else problem.nouns}"
    if outcome.up_to_symmetry:
        many += f" up to symmetry, {outcome.covered:,} in all"
    return many
