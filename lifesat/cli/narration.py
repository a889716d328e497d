"""Reports a search on standard error, and turns its end into an exit code."""

import sys
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lifesat.cli import diagnostics
from lifesat.problems.life.base import PopulationBounded
from lifesat.problems.life.population import Goal
from lifesat.problems.problem import Boards, Problem
from lifesat.queries.events import (
    Done,
    Event,
    Forced,
    Partial,
    Progress,
    Solutions,
    Started,
    Verdicts,
    settled_words,
)
from lifesat.queries.query import Query
from lifesat.queries.scope import strip_line
from lifesat.reporting import exit_codes
from lifesat.reporting.verdicts import CAUSES, Outcome, bound_words, forced_verdict, verdict

if TYPE_CHECKING:
    from lifesat.queries.has_parent import HasParent

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
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False
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
            case Progress() | Solutions() | Partial() | Forced() | Verdicts():
                pass

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
        return self.verdict(self._outcome(done), _took(done))

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
        """Return the exit code for the end of the search; cells that are settled are no answer."""
        return exit_code(replace(done, found=0))


class SelfForcingAgarsReporter(SearchReporter):
    """Reports the events of a search for self-forcing agars."""

    def progress_words(self, event: Progress) -> str:
        """Return the line of progress."""
        found = f"{event.found:,} self-forcing"
        if agars := event.cubes_done + event.cubes_open:
            found += f", {event.cubes_done:,} of {agars:,} agars tested"
        return f"{found}, {event.seconds:,.0f} s"


class VerdictReporter(Reporter):
    """Reports which patterns of a query are decided, and how.

    Parameters
    ----------
    query
        The query.
    quiet
        As for `Reporter`.

    Attributes
    ----------
    query
        As given.
    """

    def __init__(self, query: "HasParent", *, quiet: bool) -> None:
        super().__init__(quiet=quiet)
        self.query = query
        self._yes = self._no = 0

    def report(self, event: Event) -> None:
        """Report one event."""
        if isinstance(event, Verdicts):
            self._yes += sum(event.answers)
            self._no += len(event.answers) - sum(event.answers)
        super().report(event)

    def opening(self, event: Started) -> str:
        """Return the sentence on the beginning; there is none, since each pattern has its own."""
        raise TypeError(event)

    def progress_words(self, event: Progress) -> str:
        """Return the line of progress."""
        decided = f"{event.found:,} of {event.total or 0:,} decided"
        return f"{decided}: {self._yes:,} yes, {self._no:,} no, {event.seconds:,.0f} s"

    def ending(self, done: Done) -> str:
        """Return the sentence on the end."""
        unknown = len(self.query.names) - self._yes - self._no
        rest = f", {unknown:,} unknown" if unknown else ""
        if unknown and done.status in CAUSES:
            rest += f", since {CAUSES[done.status]}"
        if done.reason:
            rest += f"; {done.reason}"
        return f"{self._yes:,} yes, {self._no:,} no{rest}{_took(done)}: {self.query.conditions()}"

    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end: whether all patterns have a parent."""
        if done.status != "complete":
            return exit_code(replace(done, found=0))
        return exit_codes.NONE if self._no else exit_codes.FOUND


def reporter_of(query: Query, *, quiet: bool) -> Reporter:
    """Return what reports the events of a query.

    Raises
    ------
    TypeError
        If the query has no such reporter.
    """
    asked: Any = query  # to import the classes of all queries would load solvers
    match query.name:
        case "list":
            return SearchReporter(asked.problem, quiet=quiet)
        case "best":
            return SearchReporter(asked.problem, goal=asked.goal, quiet=quiet)
        case "forced":
            return ForcedReporter(asked.problem, quiet=quiet)
        case "self_forcing_agars":
            return SelfForcingAgarsReporter(asked.problem, quiet=quiet)
        case "has_parent":
            return VerdictReporter(asked, quiet=quiet)
    raise TypeError(query)


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


def _took(done: Done) -> str:
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
    if event.members:
        solvers = "1 solver" if event.members == 1 else f"{event.members} solvers"
        bound = bound_words(problem, event.bound)
        known = f", {bound}" if bound else ""
        return f"{event.found:,} found{known}, {solvers} at work, {event.seconds:,.0f} s"
    share = f" of {event.total:,} ({event.found / event.total:.1%})" if event.total else ""
    return (
        f"{event.found:,}{share} found, {event.rate:,.1f}/s, {event.conflicts:,} conflicts, "
        f"{event.seconds:,.0f} s"
    )
