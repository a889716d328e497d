"""Reports of queries whose one answer becomes known bit by bit."""

from dataclasses import replace
from typing import TYPE_CHECKING

from lifesat.cli.narration import exit_code, proof_words, took
from lifesat.cli.narration_in_words import WordsReporter, remark
from lifesat.cli.status_line import StatusLine
from lifesat.queries.answers import Finding, Proved
from lifesat.queries.events import Done, Event, Progress
from lifesat.reporting.verdicts import CAUSES

if TYPE_CHECKING:
    from lifesat.queries.one_answer import OneAnswer
    from lifesat.queries.rewind import Rewind


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
            self._say(proof_words(event))
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


class RewindReporter(WordsReporter):
    """Reports how far back a rewind has come."""

    query: "Rewind"

    def __init__(self, query: "Rewind", *, quiet: bool) -> None:
        super().__init__(query, quiet=quiet)
        self._status = StatusLine(quiet=quiet)
        self._back = "0 generations back"
        self._ended = False

    def report(self, event: Event) -> None:
        """Report one event."""
        if isinstance(event, Finding):
            self._back, self._ended = event.sentence, event.final
            if not event.final:
                self._status.say(event.sentence)
        elif isinstance(event, Progress):
            self._status.show(self.progress_words(event))
            self._shown = self._live
        else:
            super().report(event)

    def progress_words(self, event: Progress) -> str:
        """Return the line of progress."""
        ends = "1 dead end" if event.nogoods == 1 else f"{event.nogoods:,} dead ends"
        return f"{self._back}; {ends}"

    def ending(self, done: Done) -> str:
        """Return the sentence on the end."""
        ends = {
            "stopped": " when interrupted",
            "time_limit": " when the time limit was reached",
        }
        how = "" if self._ended else ends.get(done.status, "")
        return f"{self._back}{how}{remark(done)}{took(done)}"

    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end."""
        return exit_code(replace(done, found=0))
