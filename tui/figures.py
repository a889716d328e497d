"""Numbers, bars and courses of a search in words and characters."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from lifesat.cli.jobs import clock
from lifesat.jobs.follow import START_SECONDS
from lifesat.jobs.job import Summary
from lifesat.jobs.journal import Sample
from lifesat.problems.problem import Problem

_LEVELS = "▁▂▃▄▅▆▇█"

STATES = {
    "new": ("…", "starting"),
    "running": ("▸", "running"),
    "paused": ("‖", "paused"),
    "complete": ("✓", "all found"),
    "none": ("∅", "none"),
    "limit": ("◆", "limit"),
    "stopped": ("■", "stopped"),
    "failed": ("✗", "failed"),
    "killed": ("✗", "died"),
}
"""For each state of a job a sign and a word."""

SILENT = ("?", "no answer")
"""The same for a job whose process gives no sign of life."""


def standing(summary: Summary) -> tuple[str, str]:
    """Return the sign and the word for a job; where the best is sought, not all are found."""
    sign, word = STATES[summary.state]
    return sign, "proved" if summary.goal and summary.state == "complete" else word


def rate(value: float) -> str:
    """Return solutions a second.

    Examples
    --------
    >>> rate(0), rate(0.25), rate(12.34), rate(12345.6)
    ('0', '0.25', '12.3', '12,346')
    """
    if value == 0:
        return "0"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def short(value: int) -> str:
    """Return a number in seven characters at most.

    Examples
    --------
    >>> short(999_999), short(12_345_678), short(7_100_000_000)
    ('999,999', '12.3M', '7.10G')
    """
    if value < 10**6:
        return f"{value:,}"
    unit = next((u for u in ("M", "G", "T", "P") if value < 1000 ** ("MGTP".index(u) + 3)), "E")
    scaled = value / 1000 ** ("MGTPE".index(unit) + 2)
    return f"{scaled:.3g}{unit}" if scaled >= 10 else f"{scaled:.2f}{unit}"


def goal(summary: Summary) -> int | None:
    """Return how many solutions there will be at the end, or None if nobody knows."""
    if summary.state in ("complete", "none"):
        return summary.found
    if summary.total is None:
        return None
    return summary.total if summary.limit is None else min(summary.total, summary.limit)


def bar(done: float, width: int) -> str:
    """Return a bar that is `done` full, 0 to 1.

    Examples
    --------
    >>> bar(0.5, 8)
    '━━━━────'
    """
    full = min(width, int(done * width))
    return "━" * full + "─" * (width - full)


def sparkline(samples: Sequence[Sample], width: int, until: float) -> str:
    """Return how many solutions came in each part of the time so far, as a line of bars.

    Parameters
    ----------
    samples
        The course so far.
    width
        How many parts.
    until
        The time at the end of the last part, in seconds.

    Examples
    --------
    >>> sparkline([Sample(1, 10, 10, 0), Sample(2, 10, 10, 0), Sample(4, 30, 30, 0)], 4, 4.0)
    '█▁██'
    """
    times, counts = [0.0, *(s.seconds for s in samples)], [0.0, *(float(s.found) for s in samples)]
    if until <= 0 or width <= 0 or len(times) < 2:
        return ""
    at = [_found_by(until * k / width, times, counts) for k in range(width + 1)]
    came = [after - before for before, after in pairwise(at)]
    most = max(came)
    if most <= 0:
        return _LEVELS[0] * width
    return "".join(_LEVELS[min(7, int(value / most * 7.999))] for value in came)


def _found_by(moment: float, times: list[float], counts: list[float]) -> float:
    """Return the solutions found by a moment, evenly between two samples."""
    for k in range(1, len(times)):
        if times[k] >= moment:
            span = times[k] - times[k - 1]
            part = (moment - times[k - 1]) / span if span > 0 else 1.0
            return counts[k - 1] + part * (counts[k] - counts[k - 1])
    return counts[-1]


def ending(summary: Summary, problem: Problem, keys: Mapping[str, str]) -> str:
    """Return the sentence that says what is known when a search is over, or "".

    Parameters
    ----------
    summary, problem
        The job.
    keys
        The key of each action, as it is written.
    """
    found = f"{summary.found:,} {problem.noun if summary.found == 1 else problem.nouns}"
    conditions, advice = problem.conditions(), problem.advice()
    goes_on, more = keys["resume"], f"; {advice}" if advice else ""
    took = clock(summary.seconds)
    endings = {
        "complete": f"All found: {found}, and no others: {conditions}.",
        "none": f"None exists: proved for {conditions}{more}.",
        "limit": f"The limit was reached after {found} in {took}; there may be more, and "
        f"{keys['limit']} sets another limit.",
        "stopped": f"Stopped after {found}; {goes_on} goes on from there.",
        "killed": f"Its process died after {found}; nothing is lost, and {goes_on} goes on.",
        "failed": f"Failed: {summary.reason}. {keys['details']} shows what its process said.",
    }
    if summary.goal:
        last = "This" if summary.found == 1 else f"The last of {summary.found:,}"
        endings |= {
            "complete": f"{last} has the {summary.goal} live cells, which is proved: {conditions}.",
            "limit": f"The time limit was reached after {found} in {took}; whether there is a "
            f"better one is not known, and {keys['limit']} goes on without a limit.",
        }
    return endings.get(summary.state, "")


class Pace:
    """How fast solutions come now, and when the last one came, from looks at a job."""

    def __init__(self, window: float = 5.0) -> None:
        self._window = window
        self._looks: list[tuple[float, int]] = []
        self._last: float | None = None

    def look(self, summary: Summary, samples: Sequence[Sample]) -> None:
        """Take note of another look."""
        if self._looks and summary.found > self._looks[-1][1]:
            self._last = summary.seconds
        elif self._last is None and summary.found:
            # Before the first look: when the course first had as many as now.
            self._last = next((s.seconds for s in samples if s.found >= summary.found), None)
        self._looks.append((summary.seconds, summary.found))
        while len(self._looks) > 2 and self._looks[1][0] < summary.seconds - self._window:
            self._looks.pop(0)

    @property
    def now(self) -> float:
        """Solutions a second of work, over the last seconds."""
        (began, before), (ended, after) = self._looks[0], self._looks[-1]
        return (after - before) / (ended - began) if ended > began else 0.0

    def since(self, seconds: float) -> float | None:
        """Return how long ago the last solution came, in seconds of work, or None."""
        return None if self._last is None else max(0.0, seconds - self._last)


class Silence:
    """How long the process of a job has given no sign of life.

    Parameters
    ----------
    patience
        After so many seconds a process at work is silent.
    start
        After so many seconds one that should have started is.
    """

    def __init__(self, patience: float = 10.0, start: float = START_SECONDS) -> None:
        self._patience = {"running": patience, "new": start}
        self._seen: tuple[object, ...] = ()
        self._since = 0.0

    def look(self, summary: Summary, now: float) -> int:
        """Take note of another look, and return the seconds, 0 if they are few."""
        seen = summary.state, summary.seconds, summary.process
        if seen != self._seen:
            self._seen, self._since = seen, now
        patience = self._patience.get(summary.state, math.inf)
        silent = now - self._since
        return int(silent) if silent >= patience else 0
