"""Reports a search on standard error, and turns its end into an exit code."""

import sys
from abc import ABC, abstractmethod
from dataclasses import replace

from lifesat.cli import diagnostics
from lifesat.problems.life.base import PopulationBounded
from lifesat.problems.problem import Boards, Goal, Problem
from lifesat.queries.answers import Note, Proved
from lifesat.queries.events import (
    Done,
    Event,
    Forced,
    Progress,
    Solutions,
    Started,
    settled_words,
)
from lifesat.queries.sentences import strip_line
from lifesat.reporting import exit_codes
from lifesat.reporting.verdicts import (
    Outcome,
    bound_words,
    forced_verdict,
    verdict,
)

# How a search goes on whose formulas are made meanwhile, if at all.
_PARTS = {
    "strips": "strip by strip",
    "windows": "window by window",
    "generation": "one generation at a time",
    "particles": "row by row with particles, or strip by strip",
}


class Reporter(ABC):
    """Reports the events of a query: an opening line, progress on a terminal, the verdict.

    Parameters
    ----------
    quiet
        Whether to report nothing at all.
    """

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._live = not quiet and sys.stderr.isatty()
        self._shown = False

    def report(self, event: Event) -> None:
        """Report one event; a line of progress is removed before anything else is written."""
        if self._quiet:
            return
        self.clear()
        match event:
            case Started():
                diagnostics.say(self.opening(event))
                if event.note:
                    diagnostics.say(event.note)
            case Progress() if self._live:
                sys.stderr.write(self.progress_words(event))
                sys.stderr.flush()
                self._shown = True
            case Done():
                diagnostics.say(self.ending(event))
            case Note():
                diagnostics.say(event.text)
            case Proved():
                diagnostics.say(proof_words(event))

    def clear(self) -> None:
        """Remove the line of progress, if there is one."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False

    @abstractmethod
    def opening(self, event: Started) -> str:
        """Return the sentence on the beginning."""

    @abstractmethod
    def progress_words(self, event: Progress) -> str:
        """Return the line of progress."""

    @abstractmethod
    def ending(self, done: Done) -> str:
        """Return the sentence on the end."""

    @abstractmethod
    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end."""


class SearchReporter(Reporter):
    """Reports a search for solutions.

    Parameters
    ----------
    problem
        What the solutions solve.
    goal
        Which solution is the best, or None if solutions are listed.
    quiet
        As for `Reporter`.

    Attributes
    ----------
    problem, goal
        As given.
    best
        The last solution, if there is a goal.
    """

    def __init__(self, problem: Problem, *, goal: Goal | None = None, quiet: bool) -> None:
        super().__init__(quiet=quiet)
        self.problem = problem
        self.goal = goal
        self._symmetries = 1
        self.best: Boards | None = None

    def report(self, event: Event) -> None:
        """Report one event."""
        if isinstance(event, Solutions) and self.goal:
            self.best = event.boards[-1]
        if isinstance(event, Started):
            self._symmetries = event.symmetries
        super().report(event)

    def opening(self, event: Started) -> str:
        """Return the sentence on the beginning: what is searched, and by what."""
        return _opening(event, self.problem)

    def progress_words(self, event: Progress) -> str:
        """Return the line of progress."""
        return _progress(event, self.problem)

    def ending(self, done: Done) -> str:
        """Return the sentence on the end."""
        return self.verdict(self._outcome(done), took(done))

    def verdict(self, outcome: Outcome, took: str) -> str:
        """Return what is known at the end."""
        return verdict(self.problem, outcome, took)

    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end of the search."""
        return exit_code(done, self.goal)

    def _outcome(self, done: Done) -> Outcome:
        return Outcome(
            done.status,
            done.found,
            done.covered,
            self._symmetries > 1,
            self.goal,
            self.best,
            done.reason,
            done.bound,
        )


class ImprovementReporter(SearchReporter):
    """Reports a search for the best, and each solution that is better than those before."""

    def report(self, event: Event) -> None:
        """Report one event."""
        super().report(event)
        problem = self.problem
        if self._quiet or not isinstance(event, Solutions) or self.goal is None:
            return
        if isinstance(problem, PopulationBounded):
            words = problem.best_words(self.goal, event.boards[-1])
            diagnostics.say(f"{problem.noun} {words} so far")


class ForcedReporter(SearchReporter):
    """Reports the events of a search for forced cells.

    Parameters
    ----------
    problem, quiet
        As for `SearchReporter`.
    """

    def __init__(self, problem: Problem, *, quiet: bool) -> None:
        super().__init__(problem, quiet=quiet)
        self._forced: Forced | None = None

    def report(self, event: Event) -> None:
        """Report one event."""
        if isinstance(event, Forced):
            self._forced = event
        super().report(event)

    def progress_words(self, event: Progress) -> str:
        """Return the line of progress."""
        return f"{settled_words(event.found, event.total)}, {event.seconds:,.0f} s"

    def verdict(self, outcome: Outcome, took: str) -> str:
        """Return what is known at the end."""
        return forced_verdict(self.problem, outcome, self._forced, took)

    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end of the search; settled cells are not an answer."""
        return exit_code(replace(done, found=0))


class SelfForcingAgarsReporter(SearchReporter):
    """Reports the events of a search for self-forcing agars."""

    def progress_words(self, event: Progress) -> str:
        """Return the line of progress."""
        found = f"{event.found:,} self-forcing"
        if agars := event.cubes_done + event.cubes_open:
            found += f", {event.cubes_done:,} of {agars:,} agars tested"
        return f"{found}, {event.seconds:,.0f} s"


def exit_code(done: Done, goal: Goal | None = None) -> int:
    """Return the exit code for the end of a search; see `SearchReporter` for `goal`."""
    match done.status:
        case "none":
            return exit_codes.NONE
        case "stopped":
            return exit_codes.INTERRUPTED
        case "failed":
            return exit_codes.FAILED
        case "limit" | "time_limit" if goal or not done.found:
            return exit_codes.UNDECIDED
        case _:
            return exit_codes.FOUND


def proof_words(event: Proved) -> str:
    """Return how long a proof is, and how it is checked."""
    length = "1 line" if event.lines == 1 else f"{event.lines:,} lines"
    return f"{length} of proof; `lifesat check-proof {event.file}.cnf {event.file}` checks"


def took(done: Done) -> str:
    """Return how long a search took, as a clause."""
    return f" ({done.seconds:.2f} s)"


def _opening(event: Started, problem: Problem) -> str:
    unknowns = f"{event.unknowns:,} {problem.unknowns}"
    if event.solver is None:
        return f"{unknowns}, swept with a frontier"
    if part := _PARTS.get(event.scope):
        return f"{unknowns}, {part} ({event.encoding}, {event.solver})"
    symmetries = f", up to {event.symmetries} symmetries" if event.symmetries > 1 else ""
    return (
        f"{unknowns}, {event.variables:,} variables, "
        f"{event.clauses:,} clauses{symmetries} ({event.encoding}, {event.solver})"
    )


def _progress(event: Progress, problem: Problem) -> str:
    if event.rows:
        number, noun = event.nogoods, "nogood"
        if event.particles:
            number, noun = event.particles, "particle"
        reached = f"{strip_line(problem)} {event.row} of {event.rows}"
        return f"{reached}, {number:,} {noun}{'' if number == 1 else 's'}, {event.seconds:,.0f} s"
    bound = bound_words(problem, event.bound)
    known = f", {bound}" if bound else ""
    if event.members:
        solvers = "1 solver" if event.members == 1 else f"{event.members} solvers"
        return f"{event.found:,} found{known}, {solvers} at work, {event.seconds:,.0f} s"
    share = f" of {event.total:,} ({event.found / event.total:.1%})" if event.total else ""
    return (
        f"{event.found:,}{share} found{known}, {event.rate:,.1f}/s, {event.conflicts:,} conflicts, "
        f"{event.seconds:,.0f} s"
    )
