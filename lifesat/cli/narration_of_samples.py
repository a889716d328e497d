"""Reports how predecessors are drawn at random."""

from typing import TYPE_CHECKING

from lifesat.cli.narration import SearchReporter, took
from lifesat.cli.status_line import StatusLine
from lifesat.queries.answers import Sweep
from lifesat.queries.events import Done, Event, Progress
from lifesat.queries.sentences import proved_none
from lifesat.reporting import exit_codes

if TYPE_CHECKING:
    from lifesat.queries.sample_solutions import SampleSolutions

_ENDS = {"stopped": " when interrupted", "time_limit": " when the time limit was reached"}
_CODES = {
    "limit": exit_codes.FOUND,
    "none": exit_codes.NONE,
    "stopped": exit_codes.INTERRUPTED,
    "failed": exit_codes.FAILED,
}


class SampleReporter(SearchReporter):
    """Reports how many predecessors are drawn; says nothing if all are drawn exactly.

    Parameters
    ----------
    query
        What draws.
    number
        How many it is to draw.
    quiet
        As for `Reporter`.
    """

    def __init__(self, query: "SampleSolutions", number: int, *, quiet: bool) -> None:
        super().__init__(query.named_problem, quiet=quiet)
        self._approximate = query.approximate
        self._number = number
        self._status = StatusLine(quiet=quiet)

    def report(self, event: Event) -> None:
        """Report one event; the line of progress is also written to files, now and then."""
        if isinstance(event, Sweep | Progress):
            words = (
                self.progress_words(event) if isinstance(event, Progress) else event.progress.words
            )
            self._status.show(words)
            self._shown = self._live
        elif isinstance(event, Done) and not self.ending(event):
            self.clear()
        else:
            super().report(event)

    def progress_words(self, event: Progress) -> str:
        """Return the line of progress, without the time."""
        row = f", row {event.row:,} of {event.rows:,}" if event.rows else ""
        return f"{event.found:,} drawn{row}"

    def ending(self, done: Done) -> str:
        """Return the sentence on the end, or ""; an error tells why a sample failed."""
        if done.status == "none":
            return proved_none(self.problem)
        if not self._approximate:
            if done.status in ("limit", "failed"):
                return ""
            return f"{self._drawn(done)}{took(done)}"
        if not done.found:
            return f"{self._drawn(done)}{took(done)}"
        from lifesat.particles.drawing import HOW  # slow to load

        return f"{self._drawn(done)}: {HOW}{took(done)}"

    def exit_code(self, done: Done) -> int:
        """Return the exit code for the end."""
        return _CODES.get(done.status, exit_codes.UNDECIDED)

    def _drawn(self, done: Done) -> str:
        """Return how many are drawn, and why not all are."""
        how = "drawn approximately" if self._approximate else "drawn"
        many = f"{done.found:,} of {self._number:,} predecessors {how}"
        return f"{many}{_ENDS.get(done.status, '')}"
