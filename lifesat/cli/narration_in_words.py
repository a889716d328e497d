"""Reports queries whose answers are words."""

from dataclasses import replace
from typing import TYPE_CHECKING

from lifesat.cli.narration import Reporter, exit_code, took
from lifesat.cli.status_line import StatusLine
from lifesat.queries.answers import Finding, Proved, Sweep, Verdicts
from lifesat.queries.events import Done, Event, Progress, Started
from lifesat.queries.no_solution import proved_none
from lifesat.reporting import exit_codes
from lifesat.reporting.verdicts import CAUSES

if TYPE_CHECKING:
    from lifesat.queries.count_solutions import CountSolutions
    from lifesat.queries.has_parent import HasParent
    from lifesat.queries.one_answer import OneAnswer


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


class AnswerReporter(Reporter):
    """Reports what is known of one answer, and the proof of it.

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

    def __init__(self, query: "OneAnswer", *, quiet: bool) -> None:
        super().__init__(quiet=quiet)
        self.query = query
        self._status = StatusLine(quiet=quiet)
        self._finding: Finding | None = None
        self._said = False

    def report(self, event: Event) -> None:
        """Report one event; an answer that is still to be proved is said at once."""
        if isinstance(event, Finding):
            self._finding = event
            if event.final and self.query.proof:
                self._say(event.sentence)
        elif isinstance(event, Proved):
            self._say_proof(event)
        elif isinstance(event, Progress):
            self._status.show(self.query.doing(event))
            self._shown = self._live
        elif isinstance(event, Done) and not self.ending(event):
            self.clear()
        else:
            super().report(event)

    def _say(self, sentence: str) -> None:
        self.clear()
        self._status.say(sentence)
        self._said = True

    def _say_proof(self, event: Proved) -> None:
        length = "1 line" if event.lines == 1 else f"{event.lines:,} lines"
        check = f"`lifesat check-proof {event.file}.cnf {event.file}` checks"
        self._say(f"{length} of proof; {check}")

    def opening(self, event: Started) -> str:
        """Return the sentence on the beginning; there is none."""
        raise TypeError(event)

    def progress_words(self, event: Progress) -> str:
        """Return the line of progress."""
        return self.query.doing(event)

    def ending(self, done: Done) -> str:
        """Return the sentence on the end, or "" if all is said."""
        said = "" if self._finding is None else self._finding.sentence
        if done.status in ("complete", "none"):
            return "" if self._said or not said else f"{said}{took(done)}"
        what = "there is no proof yet" if self._said else said or self.query.unknown
        cause = CAUSES.get(done.status, "the search ended")
        return f"{what}, since {cause}{remark(done)}{took(done)}"

    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end."""
        return exit_code(replace(done, found=0))


def remark(done: Done) -> str:
    """Return the remark on an end, as a clause; the reason for a failure is that of an error."""
    return f"; {done.reason}" if done.reason and done.status != "failed" else ""
