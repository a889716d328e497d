"""The progress of a search as text: numbers, bars, sparklines and verdicts."""

import time
from collections.abc import Mapping, Sequence
from itertools import pairwise

from lifesat.jobs.journal import Sample
from lifesat.jobs.stall import SILENT_SECONDS
from lifesat.jobs.summary import Summary
from lifesat.problems.problem import Problem
from lifesat.queries.sentences import Outcome, solutions_ending
from lifesat.system.printing import clock

_LEVELS = "▁▂▃▄▅▆▇█"

STATES = {
    "new": ("…", "starting"),
    "running": ("▸", "running"),
    "paused": ("‖", "paused"),
    "complete": ("✓", "all found"),
    "none": ("∅", "none"),
    "limit": ("◆", "limit"),
    "time_limit": ("◆", "timed out"),
    "stopped": ("■", "stopped"),
    "failed": ("✗", "failed"),
    "killed": ("✗", "died"),
}
"""A sign and a word for each state of a job."""

_DAY, _YEAR = 86_400.0, 365.2425 * 86_400.0
_UNITS = ("kB", "MB", "GB", "TB", "PB", "EB")

BAD = ("✗", "bad")
"""The sign and word for a folder that cannot be read as a job."""

SILENT = ("?", "no answer")
"""The sign and word for a job whose process does not respond."""


def state_label(summary: Summary) -> tuple[str, str]:
    """Return the sign and the word for the state of a job.

    A search for the fewest or the most live cells does not find all solutions: it ends "proved".
    """
    sign, word = STATES[summary.state]
    if summary.in_words and summary.state in ("complete", "none"):
        return STATES["complete"][0], "answered"
    if summary.settled and summary.state == "complete":
        return sign, "all settled"
    return sign, "proved" if summary.goal and summary.state == "complete" else word


def none_words(noun: str, state: str) -> str:
    """Return what to show in place of a solution or an answer, depending on the job's state.

    >>> none_words("predecessor", "running"), none_words("predecessor", "none")
    ('no predecessor yet', 'no predecessor')
    >>> none_words("predecessor", "stopped")
    'no predecessor was found'
    """
    if state in ("new", "running", "paused"):
        return f"no {noun} yet"
    return f"no {noun}" if state == "none" else f"no {noun} was found"


def rate(value: float) -> str:
    """Return a rate in a few digits.

    >>> rate(0), rate(0.25), rate(12.34), rate(12345.6)
    ('0', '0.25', '12.3', '12,346')
    """
    if value == 0:
        return "0"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def short(value: int) -> str:
    """Return a number in at most seven characters.

    >>> short(999_999), short(12_345_678), short(7_100_000_000)
    ('999,999', '12.3M', '7.10G')
    """
    if value < 10**6:
        return f"{value:,}"
    unit = next((u for u in ("M", "G", "T", "P") if value < 1000 ** ("MGTP".index(u) + 3)), "E")
    scaled = value / 1000 ** ("MGTPE".index(unit) + 2)
    return f"{scaled:.3g}{unit}" if scaled >= 10 else f"{scaled:.2f}{unit}"


def duration(seconds: float) -> str:
    """Return a time; if it is longer than a day, without its seconds.

    >>> duration(75.3), duration(200_000), duration(1e10), duration(2.5e13)
    ('1:15', '2 days', '316 years', '792,218 years')
    """
    if seconds < _DAY:
        return clock(seconds)
    if seconds < 2 * _YEAR:
        days = int(seconds / _DAY)
        return f"{days} day{'s' * (days > 1)}"
    return f"{short(int(seconds / _YEAR))} years"


def size(number: int) -> str:
    """Return a number of bytes with a unit.

    >>> size(812), size(4_300), size(1_270_000_000_000), size(10**24)
    ('812 B', '4.3 kB', '1.3 TB', '1,000,000 EB')
    """
    if number < 1000:
        return f"{number} B"
    unit = min((len(str(number)) - 1) // 3, len(_UNITS))
    scaled = number / 1000**unit
    return (
        f"{scaled:.1f} {_UNITS[unit - 1]}" if scaled < 10 else f"{scaled:,.0f} {_UNITS[unit - 1]}"
    )


def counted(number: int, unit: str) -> str:
    """Return a number, grouped by thousands, with its unit.

    >>> counted(2680, "predecessor"), counted(1, "solution")
    ('2,680 predecessors', '1 solution')
    """
    return f"{number:,} {unit}{'s' * (number != 1)}"


def expected_solutions(summary: Summary) -> int | None:
    """Return the number of solutions at the end of the search, or None if it is unknown."""
    if summary.state in ("complete", "none"):
        return summary.progress.found
    total = summary.progress.total
    return total if total is None or summary.limit is None else min(total, summary.limit)


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


def ending_sentence(summary: Summary, problem: Problem, keys: Mapping[str, str]) -> str:
    """Return the verdict on a search that has ended, with a hint what to do next, or "".

    `keys` has the label of the key of each action.
    """
    progress = summary.progress
    outcome = Outcome(
        summary.state,
        progress.found,
        progress.covered,
        progress.covered != progress.found,
        reason=summary.reason,
        bound=progress.bound,
    )
    hints = {
        "complete": "",
        "none": "",
        "limit": f"; {keys['limit']} changes the limit",
        "time_limit": f"; {keys['limit']} continues without a time limit",
        "stopped": f"; {keys['resume']} resumes it",
        "killed": f"; {keys['resume']} resumes it, and no solution is lost",
        "failed": f"; {keys['details']} shows its log",
    }
    if summary.state not in hints:
        return ""
    reason = f"failed: {summary.reason}; " if summary.state == "failed" else ""
    if summary.settled and summary.state != "none":
        hints["killed"] = f"; {keys['resume']} resumes it, and all of them stay settled"
        said = f"{summary.settled}: {problem.conditions()}"
    else:
        best = f"{summary.answer}; " if summary.goal and summary.answer else ""
        said = best + solutions_ending(problem, outcome, goal=summary.goal)
    return reason + said + hints[summary.state]


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
