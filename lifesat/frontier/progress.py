"""How far a sweep is, and how long it may still take."""

import math
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from lifesat.frontier.store import Store

# The time for a state is that over so many reports.
_RECENT = 12
# No frontier is nearly so wide, but a plan may ask for one that is refused later.
_MOST_BITS = 900.0
_YEAR = 365 * 86_400
# There is no guess before.
_FIRST_SECONDS = 3.0


class SweepProgress(NamedTuple):
    """How far a sweep is.

    Attributes
    ----------
    visited
        The number of unknowns that have been visited, or of those that are left on the way back.
    unknowns
        The number of unknowns.
    states
        The number of states in the frontier.
    back
        Whether the sweep goes back.
    seconds_left
        A guess at the time to the end of the sweep, or None if it is too early for one.
    file_bytes
        The bytes of temporary files that are in use.
    """

    visited: int
    unknowns: int
    states: int
    back: bool = False
    seconds_left: float | None = None
    file_bytes: int = 0

    @property
    def words(self) -> str:
        """A sentence without its end, such as ``12 of 36 cells, 1,234 states``."""
        states = "1 state" if self.states == 1 else f"{self.states:,} states"
        where = f"{self.visited:,} of {self.unknowns:,} cells, {states}"
        if self.file_bytes:
            where += f", {self.file_bytes / 1e9:.2g} GB of temporary files"
        if self.seconds_left is not None:
            where += f", {_duration(self.seconds_left)} left"
        return f"going back: {where}" if self.back else where


class Pace:
    """Guesses how long a sweep goes on.

    A frontier that holds n unknowns has about 2^(cn) states, where c changes slowly: it is 1 as
    long as no check rules states out, and falls to a constant of the board. So the guess is too
    high at first, and good after a few rows.

    Parameters
    ----------
    held
        The number of unknowns in the frontier before each step, and after the last.
    """

    def __init__(self, held: Sequence[int]) -> None:
        self._held = held
        self._left = Counter(held)
        self._began = time.monotonic()
        self._states = 0.0
        self._recent = deque([(0, self._began, self._states)], _RECENT)
        self._share = 1.0
        self._expected = self._states_of(held[1:])

    def seconds_left(self, at: int, states: int) -> float | None:
        """Return the guess after a step, or None in the first seconds.

        Parameters
        ----------
        at
            The number of steps that have been taken.
        states
            The number of states in the frontier after them.
        """
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
        """Return the guess while some steps are being taken at once, or None in the first seconds.

        Parameters
        ----------
        steps
            The number of these steps.
        share
            The share of the states that has been processed, more than 0.
        """
        at, began, _ = self._recent[-1]
        now = time.monotonic()
        if now < self._began + _FIRST_SECONDS:
            return None
        done = share * self._states_of(self._held[at + 1 : at + steps + 1])
        return max(0.0, (now - began) * (self._expected / done - 1))

    def _states_of(self, held: Sequence[int]) -> float:
        """Return about how many states frontiers have that hold so many unknowns, in all."""
        return math.fsum(2.0 ** min(self._share * each, _MOST_BITS) for each in held)


class SweepReporter:
    """Tells how far a sweep is, after each step and within long ones.

    Parameters
    ----------
    report
        Called with the progress.
    held
        As for `Pace`.
    store
        Where the sweep keeps its arrays.
    """

    def __init__(self, report: "Report", held: Sequence[int], store: Store) -> None:
        self._report = report
        self._store = store
        self._pace = Pace(held)
        self._unknowns = len(held) - 1
        self._at, self._states = 0, 1

    def step(self, at: int, states: int) -> None:
        """Tell that so many steps have been taken, with so many states after them."""
        self._at, self._states = at, states
        self._tell(at, self._pace.seconds_left(at, states))

    def part(self, steps: int, share: float) -> None:
        """Tell that a share of the states has taken the next steps."""
        self._tell(self._at + int(share * steps), self._pace.seconds_left_within(steps, share))

    def _tell(self, visited: int, seconds: float | None) -> None:
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
    """Return a time in one unit, as a guess allows no more."""
    if seconds > 100 * _YEAR:
        return "over 100 years"
    for unit, size in (("years", _YEAR), ("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * size:
            return f"about {seconds / size:,.0f} {unit}"
    return f"about {max(1.0, seconds):.0f} s"


Report = Callable[[SweepProgress], None]


def report_nothing(_progress: SweepProgress) -> None:
    """Take a progress that nobody wants to see."""
