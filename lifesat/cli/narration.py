"""Report a query on standard error, and turn its end into an exit code."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from lifesat.cli import diagnostics
from lifesat.frontends.output import exit_codes
from lifesat.problems.life.base import PopulationCompared
from lifesat.queries.events import Done, Event, Known, Progress, Solutions, Started
from lifesat.queries.query import ProblemQuery, Query
from lifesat.queries.sentences import Outcome

if TYPE_CHECKING:
    from lifesat.engines.options import Options
    from lifesat.problems.problem import Boards, Problem

# The searches that make their formulas step by step, in words.
_PARTS = {
    "strips": "strip by strip",
    "windows": "window by window",
    "generation": "one generation at a time",
    "particles": "row by row with particles, or strip by strip",
}


class Reporter:
    """Reports the events of a query: an opening line, progress, news, and the result.

    If `improvements` is true, it reports each solution that is better than those before.
    """

    def __init__(
        self, query: Query, options: Options, *, quiet: bool, improvements: bool = False
    ) -> None:
        self.query = query
        # The last solution of a search for the best, or None.
        self.best: Boards | None = None
        self._wanted = options.limit
        self._quiet = quiet
        self._improvements = improvements
        self._status = StatusLine(quiet=quiet)
        self._symmetries = 1
        self._known: Any = query.State()

    def report(self, event: Event) -> None:
        """Report one event; a progress line is erased before anything else is written."""
        match event:
            case Started():
                self._symmetries = event.symmetries
                self._status.notice(_opening(event, self._problem))
                if event.note:
                    self._status.notice(event.note)
            case Progress():
                self._status.show(self.query.progress_words(event))
            case Solutions() if self.query.improves:
                self.best = event.boards[-1]
                if self._improvements:
                    self._status.notice(self._improved(self.best))
            case Known():
                self._known = event.state
                if event.state.note != event.before.note:
                    self._status.notice(event.state.note)
                for sentence in self.query.news(event.before, event.state):
                    self._status.say(sentence)
            case Done():
                self._status.clear()
                if said := self.ending(event):
                    self._status.notice(said)

    def ending(self, done: Done) -> str:
        """Return a sentence on the result, or "" if everything has been reported."""
        outcome = Outcome(
            done.status,
            done.found,
            done.covered,
            self._symmetries > 1,
            self.best,
            done.reason,
            done.bound,
            self._wanted,
        )
        return self.query.ending(self._known, outcome, f" ({done.seconds:.2f} s)")

    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end."""
        if done.status == "stopped":
            return exit_codes.INTERRUPTED
        if done.status == "failed":
            return exit_codes.FAILED
        verdict = self.query.verdict(self._known, done)
        if verdict is None:
            return exit_codes.UNDECIDED
        return exit_codes.FOUND if verdict else exit_codes.NONE

    @property
    def _problem(self) -> Problem:
        if not isinstance(self.query, ProblemQuery):
            raise TypeError(self.query)
        return self.query.named_problem

    def _improved(self, board: Boards) -> str:
        problem = self._problem
        if not isinstance(problem, PopulationCompared):
            raise TypeError(problem)
        return f"{problem.noun} {problem.best_words('fewest', board)} so far"


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


# Seconds until the first progress line in a file or a pipe; each later one takes twice the time.
_FIRST_LINE = 30.0


class StatusLine:
    """A progress line on a terminal, which sentences replace; elsewhere, a few lines."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._live = not quiet and sys.stderr.isatty()
        self._began = time.perf_counter()
        self._next_line = _FIRST_LINE
        self._shown = False

    @property
    def seconds(self) -> float:
        """The number of seconds since this object was created."""
        return time.perf_counter() - self._began

    def show(self, state: str) -> None:
        """Show a progress line with the elapsed time."""
        if self._live:
            self.clear()
            sys.stderr.write(f"{state}, {self.seconds:,.0f} s")
            sys.stderr.flush()
            self._shown = True
        elif not self._quiet and self.seconds >= self._next_line:
            self._next_line = 2 * self.seconds
            diagnostics.say(f"{state}, {self.seconds:,.0f} s")

    def clear(self) -> None:
        """Erase the progress line, if there is one."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False

    def notice(self, sentence: str) -> None:
        """Write a sentence in place of the progress line."""
        self.clear()
        if not self._quiet:
            diagnostics.say(sentence)

    def say(self, sentence: str) -> None:
        """Write a sentence with the elapsed time."""
        self.notice(f"{sentence} ({self.seconds:.2f} s)")
