"""The progress of a search: figures, a bar and a sparkline."""

import time
from collections.abc import Iterator, Sequence
from itertools import pairwise

from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Static

from lifesat.jobs.journal import Sample
from lifesat.jobs.stall import SILENT_SECONDS
from lifesat.jobs.summary import Summary
from lifesat.system.printing import clock

from ..board.panel import Framed
from ..shared.progress_text import duration, expected_solutions, rate, short

_LEVELS = "▁▂▃▄▅▆▇█"

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


def bar(done: float, width: int) -> str:
    """Return a progress bar; `done` is the finished part, 0 to 1."""
    full = min(width, int(done * width))
    return "━" * full + "─" * (width - full)


def sparkline(samples: Sequence[Sample], width: int, until: float) -> str:
    """Return the numbers of solutions found in `width` equal parts of the time, as a row of bars.

    `until` is the time at the end of the last part, in seconds.

    >>> sparkline([Sample(1, 10, 10, 0), Sample(2, 10, 10, 0), Sample(4, 30, 30, 0)], 4, 4.0)
    '█▁██'
    """
    times, counts = [0.0, *(s.seconds for s in samples)], [0.0, *(float(s.found) for s in samples)]
    if until <= 0 or width <= 0 or len(times) < 2:
        return ""
    at = [_found_by(until * (k / width), times, counts) for k in range(width + 1)]
    came = [after - before for before, after in pairwise(at)]
    most = max(came)
    if most <= 0:
        return _LEVELS[0] * width
    return "".join(_LEVELS[min(7, int(value / most * 7.999))] for value in came)


def _found_by(moment: float, times: list[float], counts: list[float]) -> float:
    """Return the number of solutions at a time, interpolated between samples."""
    for k in range(1, len(times)):
        if times[k] > moment:
            part = (moment - times[k - 1]) / (times[k] - times[k - 1])
            return counts[k - 1] + part * (counts[k] - counts[k - 1])
    return counts[-1]


class RunningClock:
    """The time of a search, which continues between two reads of its job."""

    def __init__(self) -> None:
        self._seconds = -1.0
        self._seen_at = 0.0

    def seconds(self, summary: Summary) -> float:
        """Return the time now; it stops once a running process has been silent for too long."""
        if summary.progress.seconds != self._seconds:
            self._seconds, self._seen_at = summary.progress.seconds, time.monotonic()
        if summary.state != "running":
            return self._seconds
        return self._seconds + min(time.monotonic() - self._seen_at, float(SILENT_SECONDS))


class Pace:
    """Measures the current rate of solutions and the time since the last one."""

    def __init__(self, window: float = 5.0) -> None:
        self._window = window
        self._records: list[tuple[float, int]] = []
        self._last: float | None = None

    def record(self, summary: Summary, samples: Sequence[Sample]) -> None:
        """Record the state of a job."""
        found, seconds = summary.progress.found, summary.progress.seconds
        if self._records and found > self._records[-1][1]:
            self._last = seconds
        elif self._last is None and found:
            # It was found before the first call: take the time from the samples.
            self._last = next((s.seconds for s in samples if s.found >= found), None)
        self._records.append((seconds, found))
        while len(self._records) > 2 and self._records[1][0] < seconds - self._window:
            self._records.pop(0)

    @property
    def now(self) -> float:
        """The number of solutions per second of search time, over the last seconds."""
        (began, before), (ended, after) = self._records[0], self._records[-1]
        return (after - before) / (ended - began) if ended > began else 0.0

    def since(self, seconds: float) -> float | None:
        """Return the search time since the last solution in seconds, or None."""
        return None if self._last is None else max(0.0, seconds - self._last)
