"""How a search is told on standard error, and what its end means for the exit code."""

import sys

from lifesat.cli import diagnostics
from lifesat.jobs.events import Done, Event, Progress, Solutions, Started
from lifesat.problems.population import Goal
from lifesat.problems.problem import Problem


class Narrator:
    """Tells a search's events: an opening line, progress on a terminal, a closing sentence.

    Parameters
    ----------
    problem
        What is sought.
    goal
        As in `lifesat.jobs.options.Options`.
    quiet
        Whether to say nothing at all.

    Attributes
    ----------
    problem
        What is sought.
    goal
        As given.
    """

    def __init__(self, problem: Problem, *, goal: Goal | None = None, quiet: bool) -> None:
        self.problem = problem
        self.goal = goal
        self._quiet = quiet
        self._live = not quiet and sys.stderr.isatty()
        self._shown = False
        self._symmetries = 1
        self._live_cells = 0

    def tell(self, event: Event) -> None:
        """Tell one event; a line of progress is gone before anything else is written."""
        if self._quiet:
            return
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False
        match event:
            case Started():
                self._symmetries = event.symmetries
                diagnostics.say(_opening(event, self.problem))
            case Progress() if self._live:
                sys.stderr.write(_progress(event))
                sys.stderr.flush()
                self._shown = True
            case Done():
                diagnostics.say(self._closing(event))
            case Solutions() if self.goal:
                self._live_cells = event.weights()[-1]
            case Progress() | Solutions():
                pass

    def _closing(self, done: Done) -> str:
        """Return the sentence that says what is known at the end."""
        noun, nouns = self.problem.noun, self.problem.nouns
        found = f"1 {noun}" if done.found == 1 else f"{done.found:,} {nouns}"
        if self._symmetries > 1:
            found += f" up to symmetry, {done.covered:,} in all"
        if self.goal:
            cells = f"{self._live_cells:,} live cell{'' if self._live_cells == 1 else 's'}"
            found = f"1 {noun} with {cells}, the {self.goal}"
        took = f"({done.seconds:.2f} s)"
        match done.status:
            case "none":
                return proved_none(self.problem, f" {took}")
            case "complete":
                known = "which is proved" if self.goal else "and no others"
                return f"{found}, {known} {took}: {self.problem.conditions()}"
            case _ if not done.found:
                came = "the time limit" if done.status == "limit" else "an interrupt"
                return f"{came} came before any {noun} was found or ruled out {took}"
            case "limit" | "stopped" if self.goal:
                return f"{found} so far {took}; whether there is a better one is not known"
            case "limit":
                return f"{found} {took}; there may be more"
            case _:
                return f"{found} when interrupted {took}; there may be more"


def proved_none(problem: Problem, took: str = "") -> str:
    """Return the sentence that says that there is no solution, why, and what may still help."""
    advice = problem.advice()
    proved = f"no {problem.noun}{took}: proved for {problem.conditions()}"
    return f"{proved}; {advice}" if advice else proved


def exit_code(done: Done, goal: Goal | None = None) -> int:
    """Return the exit code for the end of a search; see `Narrator` for `goal`."""
    match done.status:
        case "none":
            return diagnostics.NONE
        case "stopped":
            return diagnostics.INTERRUPTED
        case "limit" if goal or not done.found:
            return diagnostics.UNDECIDED
        case _:
            return diagnostics.FOUND


def _opening(event: Started, problem: Problem) -> str:
    unknowns = f"{event.unknowns:,} {problem.unknowns}"
    if event.encoding == "frontier":
        return f"{unknowns}, swept with a frontier"
    symmetries = f", up to {event.symmetries} symmetries" if event.symmetries > 1 else ""
    return (
        f"{unknowns}, {event.variables:,} variables, "
        f"{event.clauses:,} clauses{symmetries} ({event.encoding}, {event.solver})"
    )


def _progress(event: Progress) -> str:
    share = f" of {event.total:,} ({event.found / event.total:.1%})" if event.total else ""
    return (
        f"{event.found:,}{share} found, {event.rate:,.1f}/s, {event.conflicts:,} conflicts, "
        f"{event.seconds:,.0f} s"
    )
