"""Reports queries whose answers are words."""

from dataclasses import replace
from typing import TYPE_CHECKING

from lifesat.cli.narration import Reporter, exit_code, took
from lifesat.cli.status_line import StatusLine
from lifesat.queries.answers import Sweep, Verdicts
from lifesat.queries.events import Done, Event, Progress, Started
from lifesat.reporting import exit_codes
from lifesat.reporting.verdicts import CAUSES, proved_none

if TYPE_CHECKING:
    from lifesat.queries.count_solutions import CountSolutions
    from lifesat.queries.has_parent import HasParent


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
        rest += remark(done)
        return f"{self._yes:,} yes, {self._no:,} no{rest}{took(done)}: {self.query.conditions()}"

    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end: whether all patterns have a parent."""
        if done.status != "complete":
            return exit_code(replace(done, found=0))
        return exit_codes.NONE if self._no else exit_codes.FOUND


class CountReporter(Reporter):
    """Reports how far a count is, and the end if the number is not known or 0.

    Parameters
    ----------
    query
        The query.
    quiet
        As for `Reporter`.
    """

    def __init__(self, query: "CountSolutions", *, quiet: bool) -> None:
        super().__init__(quiet=quiet)
        self._query = query
        self._status = StatusLine(quiet=quiet)

    def report(self, event: Event) -> None:
        """Report one event; the line of progress is also written to files, now and then."""
        if isinstance(event, Sweep):
            self._status.show(event.progress.words)
            self._shown = self._live
        elif isinstance(event, Done) and not self.ending(event):
            self.clear()
        else:
            super().report(event)

    def opening(self, event: Started) -> str:
        """Return the sentence on the beginning; there is none."""
        raise TypeError(event)

    def progress_words(self, event: Progress) -> str:
        """Return the line of progress."""
        return f"counting, {event.seconds:,.0f} s"

    def ending(self, done: Done) -> str:
        """Return the sentence on the end, or ""."""
        problem = self._query.problem
        if done.status == "none":
            return proved_none(problem)
        if done.status == "complete":
            return ""
        cause = CAUSES.get(done.status, "the count ended")
        return f"the {self._query.nouns} is not known, since {cause}{remark(done)}{took(done)}"

    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end."""
        return exit_code(replace(done, found=0))


def remark(done: Done) -> str:
    """Return the remark on an end, as a clause; the reason for a failure is that of an error."""
    return f"; {done.reason}" if done.reason and done.status != "failed" else ""
