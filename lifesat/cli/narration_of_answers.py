"""Reports queries with one answer, which a proof may confirm."""

from dataclasses import replace
from typing import TYPE_CHECKING

from lifesat.cli.narration import exit_code, took
from lifesat.cli.narration_in_words import WordsReporter, remark
from lifesat.cli.status_line import StatusLine
from lifesat.queries.answers import Finding, Proved
from lifesat.queries.events import Done, Event, Progress
from lifesat.reporting.verdicts import CAUSES

if TYPE_CHECKING:
    from lifesat.queries.one_answer import OneAnswer


class AnswerReporter(WordsReporter):
    """Reports what is known of one answer, and the proof of it."""

    query: "OneAnswer"

    def __init__(self, query: "OneAnswer", *, quiet: bool) -> None:
        super().__init__(query, quiet=quiet)
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
