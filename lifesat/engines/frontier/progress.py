"""The progress of a sweep, and an estimate of the time that it has left."""

import math
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from lifesat.engines.frontier.store import Store

# The time for a state is averaged over this many reports.
_RECENT = 12
# No frontier is nearly so wide, but a plan may need one that is rejected later.
_MOST_BITS = 900.0
_YEAR = 365 * 86_400
# There is no estimate before.
_FIRST_SECONDS = 3.0


class SweepProgress(NamedTuple):
    """The progress of a sweep."""

    # The number of unknowns visited, or, on the way back, of those that are left; and how many a
    # sweep visits, which are not all if one half of the window is the reflection of the other.
    visited: int
    unknowns: int
    # The number of states in the frontier.
    states: int
    # Whether the sweep is on its way back.
    back: bool = False
    # An estimate, or None if it is too early for one.
    seconds_left: float | None = None
    # The size of the temporary files in use.
    file_bytes: int = 0

    @property
    def words(self) -> str:
        """The progress as a phrase, such as ``12 of 36 cells, 1,234 states``."""
        states = "1 state" if self.states == 1 else f"{self.states:,} states"
        where = f"{self.visited:,} of {self.unknowns:,} cells, {states}"
        if self.file_bytes:
            where += f", {self.file_bytes / 1e9:.2g} GB of temporary files"
        if self.seconds_left is not None:
            where += f", {_duration(self.seconds_left)} left"
        return f"going back: {where}" if self.back else where


class Pace:
    """Estimates the time that a sweep has left.

    A frontier that holds n unknowns has about 2^(cn) states, where c changes slowly: it is 1 as
    long as no check rules states out, and falls to a constant of the board. So the estimate is too
    high at first, and good after a few rows.

    `held` is the number of unknowns in the frontier before each step, and after the last; `at`
    steps were taken before.
    """

    def __init__(self, held: Sequence[int], at: int = 0) -> None:
        self._held = held
        self._left = Counter(held[at:])
        self._began = time.monotonic()
        self._states = 0.0
        self._recent = deque([(at, self._began, self._states)], _RECENT)
        self._share = 1.0
        self._expected = self._states_of(held[at + 1 :])

    def seconds_left(self, at: int, states: int) -> float | None:
        """Return the estimate after `at` steps, or None in the first seconds."""
        last = self._recent[-1][0]
        self._left.subtract(self._held[last:at])
        self._states += states * (at - last)
        self._recent.append((at, time.monotonic(), self._states))
        (_, began, before), (_, now, after) = self._recent[0], self._recent[-1]
        self._share = math.log2(max(1, states)) / max(1, self._held[at])
        each = (steps * self._states_of([held]) for held, steps in self._left.items())
        self._expected = math.fsum(each) - states
        guess = self._expected * (now - began) / max(1.0, after - before)
        return guess if now >= self._began + _FIRST_SECONDS else None

    def seconds_left_within(self, steps: int, share: float) -> float | None:
        """Return the estimate during the next `steps` steps, or None in the first seconds.

        `share` is the share of the states that have taken these steps, more than 0.
        """
        at, began, _ = self._recent[-1]
        now = time.monotonic()
        if now < self._began + _FIRST_SECONDS:
            return None
        done = share * self._states_of(self._held[at + 1 : at + steps + 1])
        return max(0.0, (now - began) * (self._expected / done - 1))

    def _states_of(self, held: Sequence[int]) -> float:
        """Estimate the total number of states of frontiers that hold these numbers of unknowns."""
        return math.fsum(2.0 ** min(self._share * each, _MOST_BITS) for each in held)


class SweepReporter:
    """Reports the progress of a sweep, after each step and within long ones.

    `held` and `at` are as in `Pace`.
    """

    def __init__(self, report: "Report", held: Sequence[int], store: Store, at: int = 0) -> None:
        self._report = report
        self._store = store
        self._pace = Pace(held, at)
        self._unknowns = len(held) - 1
        self._at, self._states = at, 1

    def step(self, at: int, states: int) -> None:
        """Report that `at` steps have been taken, with `states` states after them."""
        self._at, self._states = at, states
        self._send(at, self._pace.seconds_left(at, states))

    def part(self, steps: int, share: float) -> None:
        """Report that a share of the states has taken the next `steps` steps."""
        self._send(self._at + int(share * steps), self._pace.seconds_left_within(steps, share))

    def _send(self, visited: int, seconds: float | None) -> None:
        self._report(
            SweepProgress(
                visited,
                self._unknowns,
                self._states,
                seconds_left=seconds,
                file_bytes=self._store.file_bytes,
            )
        )


def _duration(seconds: float) -> str:
    """Format a time in a single unit, since an estimate is no more precise."""
    if seconds > 100 * _YEAR:
        return "over 100 years"
    for unit, size in (("years", _YEAR), ("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * size:
            return f"about {seconds / size:,.0f} {unit}"
    return f"about {max(1.0, seconds):.0f} s"


Report = Callable[[SweepProgress], None]


def report_nothing(_progress: SweepProgress) -> None:
    """Ignore the progress."""
