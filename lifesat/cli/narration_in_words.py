"""Reports queries whose answers are words."""

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.narration import Reporter, exit_code, took
from lifesat.cli.status_line import StatusLine
from lifesat.queries.answers import MarginalsEstimated, SamplesDrawn, Sweep, Verdicts
from lifesat.queries.events import Done, Event, Progress, Started
from lifesat.queries.sentences import proved_none
from lifesat.reporting import exit_codes
from lifesat.reporting.verdicts import CAUSES

if TYPE_CHECKING:
    from lifesat.frontier.estimates import MarginalEstimates
    from lifesat.queries.has_parent import HasParent
    from lifesat.queries.query import ProblemQuery, Query


_MOST_NAMES = 20


class WordsReporter(Reporter):
    """Reports a query whose answer is in words.

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

    def __init__(self, query: "Query", *, quiet: bool) -> None:
        super().__init__(quiet=quiet)
        self.query = query

    def opening(self, event: Started) -> str:
        """Return the sentence on the beginning; there is none."""
        raise TypeError(event)


class CommandReporter(WordsReporter):
    """Reports what a job of an earlier version has answered."""

    def progress_words(self, event: Progress) -> str:
        """Return the line of progress."""
        return f"{event.seconds:,.0f} s"

    def ending(self, done: Done) -> str:
        """Return the sentence on the end."""
        return f"{done.status}{remark(done)}{took(done)}"

    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end."""
        return exit_code(replace(done, found=0))


class VerdictReporter(WordsReporter):
    """Reports which patterns of a query are decided, and how."""

    query: "HasParent"

    def __init__(self, query: "HasParent", *, quiet: bool) -> None:
        super().__init__(query, quiet=quiet)
        self._yes = self._no = 0
        self._open = dict(enumerate(query.names, 1))
        self._without: list[str] = []

    def report(self, event: Event) -> None:
        """Report one event; where parents are written, name at the end what has none."""
        if isinstance(event, Verdicts):
            self._yes += sum(event.answers)
            self._no += len(event.answers) - sum(event.answers)
            for number, answer in zip(event.numbers, event.answers, strict=True):
                name = self._open.pop(number)
                self._without += [] if answer else [name]
        super().report(event)
        if isinstance(event, Done) and self.query.parents and not self._quiet:
            for words, names in (("no parent", self._without), ("unknown", self._open.values())):
                if names:
                    diagnostics.say(f"{words}: {_some(list(names))}")

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


def _some(names: list[str]) -> str:
    """Return the first of some names, and how many others there are."""
    others = len(names) - _MOST_NAMES
    rest = f" and {others:,} more" if others > 0 else ""
    return ", ".join(names[:_MOST_NAMES]) + rest


class SweepReporter(WordsReporter):
    """Reports how far a count or an estimate is, and the end if the answer is not known."""

    query: "ProblemQuery"

    def __init__(self, query: "ProblemQuery", *, quiet: bool) -> None:
        super().__init__(query, quiet=quiet)
        self._status = StatusLine(quiet=quiet)

    def report(self, event: Event) -> None:
        """Report one event; the line of progress is also written to files, now and then."""
        if isinstance(event, Sweep | SamplesDrawn):
            self._status.show(event.progress.words)
            self._shown = self._live
        elif isinstance(event, Done) and not self.ending(event):
            self.clear()
        else:
            super().report(event)

    def progress_words(self, event: Progress) -> str:
        """Return the line of progress."""
        return f"counting, {event.seconds:,.0f} s"

    def ending(self, done: Done) -> str:
        """Return the sentence on the end, or ""."""
        if done.status == "none":
            return proved_none(self.query.problem)
        return "" if done.status == "complete" else self.unknown(done)

    @abstractmethod
    def unknown(self, done: Done) -> str:
        """Return the sentence that the answer is not known, or ""."""

    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end."""
        return exit_code(replace(done, found=0))


class CountReporter(SweepReporter):
    """Reports a count."""

    def unknown(self, done: Done) -> str:
        """Return the sentence that the number is not known."""
        cause = CAUSES.get(done.status, "the count ended")
        return f"the {self.query.nouns} is not known, since {cause}{remark(done)}{took(done)}"


class MarginalsReporter(SweepReporter):
    """Reports how far marginals are; an error tells why they failed."""

    def __init__(self, query: "ProblemQuery", *, quiet: bool) -> None:
        super().__init__(query, quiet=quiet)
        self._estimates: MarginalEstimates | None = None

    def report(self, event: Event) -> None:
        """Report one event."""
        if isinstance(event, MarginalsEstimated):
            self._estimates = event.estimates
        super().report(event)

    def ending(self, done: Done) -> str:
        """Return what estimates rest on, or why there is no answer, or ""."""
        if self._estimates is None:
            return super().ending(done)
        from lifesat.queries.marginal_tables import summary  # slow to load

        return f"{summary(self._estimates)}{took(done)}"

    def unknown(self, done: Done) -> str:
        """Return the sentence that the marginals are not known."""
        if done.status == "failed":
            return ""
        cause = CAUSES.get(done.status, "the count ended")
        return f"the {self.query.nouns} are not known, since {cause}{took(done)}"


def remark(done: Done) -> str:
    """Return the remark on an end, as a clause; the reason for a failure is that of an error."""
    return f"; {done.reason}" if done.reason and done.status != "failed" else ""
