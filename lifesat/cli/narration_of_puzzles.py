"""Reports queries about puzzles."""

from dataclasses import replace
from typing import TYPE_CHECKING

from lifesat.cli.narration import Reporter, SearchReporter, exit_code
from lifesat.cli.narration_in_words import remark
from lifesat.problems.problem import Problem
from lifesat.problems.puzzles.sokoban.exhaustion import exhausted, hopeless
from lifesat.problems.puzzles.sokoban.goal import moves_words
from lifesat.queries.answers import Answered
from lifesat.queries.events import Done, Event, Progress, Started
from lifesat.reporting import exit_codes

if TYPE_CHECKING:
    from lifesat.problems.puzzles.sokoban.problem import Sokoban
    from lifesat.queries.best_sokoban import BestSokoban

_STOPPED = "stopped before the end"


class NumberReporter(SearchReporter):
    """Reports how many solutions there are, or whether there is exactly one.

    Parameters
    ----------
    problem, quiet
        As for `SearchReporter`.
    unique
        Whether only exactly one solution answers yes.
    """

    def __init__(self, problem: Problem, *, unique: bool = False, quiet: bool) -> None:
        super().__init__(problem, quiet=quiet)
        self._unique = unique

    def ending(self, done: Done) -> str:
        """Return the sentence on the end."""
        many = f"{done.found} solution{'s' * (done.found != 1)}"
        match done.status:
            case "none":
                return "no solution, which is proved"
            case "complete" | "limit" if self._unique and done.found > 1:
                return "more than one solution"
            case "complete":
                return f"{many}, and no others"
            case "limit":
                return many
        return f"{many}; {_STOPPED}{remark(done)}"

    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end; solutions before a stop are not an answer."""
        # The second solution answers, also if the list of a job ends at its limit.
        if done.status in ("complete", "limit") and self._unique and done.found > 1:
            return exit_codes.NONE
        if done.status == "limit":
            return exit_codes.FOUND
        return exit_code(replace(done, found=0))


class MovesReporter(NumberReporter):
    """Reports how many solutions a Sokoban level has within some moves.

    Parameters
    ----------
    problem, quiet
        As for `SearchReporter`.
    """

    def __init__(self, problem: "Sokoban", *, quiet: bool) -> None:
        super().__init__(problem, quiet=quiet)
        self._sokoban = problem

    def ending(self, done: Done) -> str:
        """Return the sentence on the end."""
        problem = self._sokoban
        many = f"{done.found} solution{'s' * (done.found != 1)} with {problem.conditions()}"
        match done.status:
            case "none":
                return f"no solution with {problem.conditions()}, which is proved{self._advice()}"
            case "complete":
                return f"{many}, and no others"
            case "limit":
                return many
        return f"{many}; {_STOPPED}{remark(done)}"

    def _advice(self) -> str:
        """Return whether more moves may help, as a clause."""
        level = self._sokoban.level
        never = hopeless(level) or exhausted(level)
        return "; nor with more" if never else f"; {self._sokoban.advice()}"


class BestSokobanReporter(Reporter):
    """Reports the fewest moves or pushes of a Sokoban level.

    Parameters
    ----------
    query
        The query.
    quiet
        As for `Reporter`.
    """

    def __init__(self, query: "BestSokoban", *, quiet: bool) -> None:
        super().__init__(quiet=quiet)
        self._query = query
        self._moves: str | None = None

    def report(self, event: Event) -> None:
        """Report one event."""
        if isinstance(event, Answered):
            self._moves = event.answer
        super().report(event)

    def opening(self, event: Started) -> str:
        """Return the sentence on the beginning; there is none, since the formula grows."""
        raise TypeError(event)

    def progress_words(self, event: Progress) -> str:
        """Return the line of progress."""
        known: dict[str, int | str] = {"bound": event.bound}
        if self._moves is not None:
            known["moves"] = self._moves
        return f"{self._query.sentence(known)}, {event.seconds:,.0f} s"

    def ending(self, done: Done) -> str:
        """Return the sentence on the end."""
        goal = self._query.goal
        if done.status == "none":
            never = "all positions that can be reached were looked at"
            if hopeless(self._query.level):
                never = "not every box can be pushed to a goal of its own"
            return f"no solution: {never}"
        moves = self._moves
        if moves is None:
            known = f"none with fewer than {done.bound} {goal}; stopped"
            return (known if done.bound else "stopped while the formula was built") + remark(done)
        if not moves:
            return "every box is on a goal from the beginning: no moves"
        if done.status == "complete":
            return self._query.sentence({"state": "complete", "moves": moves})
        bound = f"stopped, and {done.bound} {goal} might be enough"
        return f"{moves_words(moves)}; {bound}{remark(done)}"

    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end; only a proved solution is an answer."""
        return exit_code(replace(done, found=0))
