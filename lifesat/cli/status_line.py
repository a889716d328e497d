"""What a long command says on standard error: how far it is, and sentences."""

from __future__ import annotations

import sys
import time

from lifesat.cli import diagnostics


class StatusLine:
    """A line of progress on a terminal, which sentences replace.

    Parameters
    ----------
    quiet
        Whether to say nothing at all.
    """

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._live = not quiet and sys.stderr.isatty()
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """The time since this was made."""
        return time.perf_counter() - self._began

    def show(self, state: str) -> None:
        """Show how far the work is, on a terminal."""
        if self._live:
            sys.stderr.write(f"\r\x1b[K{state}, {self.seconds:,.0f} s")
            sys.stderr.flush()

    def say(self, sentence: str) -> None:
        """Say a sentence and how long it took."""
        if self._live:
            sys.stderr.write("\r\x1b[K")
        if not self._quiet:
            diagnostics.say(f"{sentence} ({self.seconds:.2f} s)")
