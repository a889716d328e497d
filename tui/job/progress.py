"""The progress of a search: figures, a bar and a sparkline."""

import time
from collections.abc import Iterator, Sequence

from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Static

from lifesat.jobs.journal import Sample
from lifesat.jobs.summary import Summary
from lifesat.system.printing import clock

from ..board.panel import Framed
from ..shared.progress_text import (
    Pace,
    RunningClock,
    bar,
    duration,
    expected_solutions,
    rate,
    short,
    sparkline,
)

FIGURES_LINES, TIGHT_LINES = 7, 1
"""The height of the figures, in full and in one line."""

# Rates that change more often cannot be read.
_RATES_SECONDS = 1.0
_OVER = ("complete", "none")
_CELLS = ("found", "elapsed", "now", "overall", "last", "phase", "left")


class ProgressPanel(Framed, Container):
    """The figures of a job; each is sent to the terminal only when it changes."""

    def __init__(self) -> None:
        super().__init__(id="progress")
        self._texts: dict[str, str] = {}
        self._samples: Sequence[Sample] = ()
        self._pace = Pace()
        self._summary: Summary | None = None
        self._rates_shown = -_RATES_SECONDS
        self._clock = RunningClock()

    def compose(self) -> ComposeResult:
        """Lay out the figures."""
        with Container(id="figures"):
            yield from self._cells()
        yield Static("", id="bar")
        yield Static("", id="course")

    def _cells(self) -> Iterator[Widget]:
        for name in _CELLS:
            yield Static("", id=name)

    def show(self, summary: Summary, samples: Sequence[Sample] | None) -> None:
        """Show a job as it is now."""
        if samples is not None:
            self._samples = samples
        begun = self._summary is None or self._summary.state != summary.state
        self._summary = summary
        self._pace.record(summary, self._samples)
        running = summary.state == "running"
        progress = summary.progress
        since = self._pace.since(progress.seconds)
        end, found, overall = expected_solutions(summary), progress.found, progress.rate
        self._write("found", self._found(summary))
        self._write_clock()
        if begun or not running or time.monotonic() > self._rates_shown + _RATES_SECONDS:
            self._rates_shown = time.monotonic()
            now = self._pace.now if running and not summary.reading else 0.0
            self._write("now", f"now {rate(now)}/s" if now else "now -")
            self._write("overall", f"overall {rate(overall)}/s" if overall else "overall -")
        self._write("last", "last -" if since is None else f"last {clock(since)} ago")
        self._write("phase", phase_words(summary))
        left = (end - found) / overall if end is not None and overall > 0 else None
        # The last cells take longer than the first.
        left = None if summary.settled else left
        self._write("left", "left unknown" if left is None else f"left {duration(left)}")
        if summary.state in _OVER:
            self._write("left", "left 0:00")
        width = max(10, self.content_size.width)
        counted = not (summary.settled or summary.goal or summary.state == "limit")
        self._write("bar", _bar(found, end, width) if counted or end is not None else "")
        # The sparkline is long, so update it only with new samples, to save bandwidth.
        until = self._samples[-1].seconds if self._samples else 0.0
        self._write("course", sparkline(self._samples, width, until) if found else "")

    def on_mount(self) -> None:
        """Let the clock run."""
        self._ticks = self.set_interval(1.0, self._write_clock)

    def freeze(self, *, frozen: bool) -> None:
        """Stop the clock, or let it run again."""
        if frozen:
            self._ticks.pause()
        else:
            self._ticks.resume()

    def _write_clock(self) -> None:
        """Write the time, which continues between two reads while a process is running."""
        if self._summary is not None:
            self._write("elapsed", f"elapsed {clock(self._clock.seconds(self._summary))}")

    def advise(self, words: str) -> None:
        """Write advice into the frame."""
        self.set_titles("", words)

    def on_resize(self, _event: Resize) -> None:
        """Fit the bar and the chart to the new width."""
        if self._summary is not None:
            self.show(self._summary, None)

    def _found(self, summary: Summary) -> str:
        if summary.settled:
            return summary.settled
        if summary.goal and summary.answer:
            return f"best: {summary.answer}"
        goes_on = summary.state not in (*_OVER, "limit")
        wanted = summary.limit if summary.progress.total is None and goes_on else None
        words = f"found {summary.found_words}"
        return words if wanted is None else f"{words}, {wanted:,} wanted"

    def _write(self, name: str, text: str) -> None:
        if self._texts.get(name) != text:
            self._texts[name] = text
            # The last message may arrive while the screen is being removed.
            for cell in self.query(f"#{name}").results(Static):
                cell.update(text, layout=False)


def phase_words(summary: Summary) -> str:
    """Return what the job does now, and its progress apart from what it has found."""
    progress = summary.progress
    if not summary.phase:
        return ""
    words = [summary.phase]
    parts = progress.cubes_done + progress.cubes_open
    if progress.members:
        words.append(f"{progress.members} solvers")
    if progress.bound:
        words.append(f"lower bound {progress.bound:,}")
    elif parts and not summary.reading:
        words.append(f"{short(progress.cubes_done)} of {short(parts)} parts done")
    return ", ".join(words)


def _bar(found: int, end: int | None, width: int) -> str:
    if end is None:
        return "the number of solutions is not known"
    done = found / end if end else 1.0
    percent = f" {done:4.0%}"
    return bar(done, width - len(percent)) + percent
