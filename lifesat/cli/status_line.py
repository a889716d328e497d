"""What a long command says on standard error: how far it is, and sentences."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lifesat.cli import diagnostics

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lifesat.frontier.estimates import SampleProgress

# The progress of samples is shown again after so many seconds.
_EVERY = 0.1
# In a file or a pipe, progress comes after so many seconds, and then after twice the time again.
_FIRST_LINE = 30.0


class StatusLine:
    """A line of progress on a terminal, which sentences replace; elsewhere, a few lines.

    Parameters
    ----------
    quiet
        Whether to say nothing at all.
    """

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._live = not quiet and sys.stderr.isatty()
        self._began = time.perf_counter()
        self._shown = 0.0
        self._next_line = _FIRST_LINE

    @property
    def seconds(self) -> float:
        """The time since this was made."""
        return time.perf_counter() - self._began

    def show(self, state: str) -> None:
        """Show how far the work is."""
        if self._live:
            sys.stderr.write(f"\r\x1b[K{state}, {self.seconds:,.0f} s")
            sys.stderr.flush()
        elif not self._quiet and self.seconds >= self._next_line:
            self._next_line = 2 * self.seconds
            diagnostics.say(f"{state}, {self.seconds:,.0f} s")

    def show_samples(self, progress: SampleProgress) -> None:
        """Show how many samples are drawn, but not more often than can be read."""
        if self.seconds >= self._shown + _EVERY:
            self._shown = self.seconds
            self.show(progress.words)

    def clear(self) -> None:
        """Remove the line of progress."""
        if self._live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def notice(self, sentence: str) -> None:
        """Say a sentence before the end."""
        self.clear()
        if not self._quiet:
            diagnostics.say(sentence)

    def say(self, sentence: str) -> None:
        """Say a sentence and how long it took."""
        self.notice(f"{sentence} ({self.seconds:.2f} s)")


@contextmanager
def status_line(*, quiet: bool) -> Iterator[StatusLine]:
    """Remove the line of progress at the end, whatever the end is."""
    status = StatusLine(quiet=quiet)
    try:
        yield status
    finally:
        status.clear()
