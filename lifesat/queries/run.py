"""The counts of a running query, its time, and when it ends."""

import time
from collections.abc import Callable

from lifesat.queries.events import Done, Event, Progress, Status
from lifesat.queries.options import Options
from lifesat.sat.search import EngineProgress, SearchProgress

# Solutions found within this time are reported together, which costs far less than one by one. A
# call to the solver that finds nothing more can add a quarter of a second.
SLICE_SECONDS = 0.05
PROGRESS_SECONDS = 0.25
"""The time between two reports of progress."""


class Run:
    """The counts of a query, and its limits.

    Parameters
    ----------
    options
        How to search.
    found, covered, conflicts, seconds, bound
        The counts of earlier runs of the same query, and their lower bound.
    """

    def __init__(
        self,
        options: Options,
        found: int = 0,
        covered: int = 0,
        conflicts: int = 0,
        seconds: float = 0.0,
        bound: int = 0,
    ) -> None:
        self.found = found
        self.covered = covered
        self.members = 0
        # How good the best solution of this run is, in words.
        self.best = ""
        self.reached = EngineProgress(0, 0, 0, bound=bound)
        self.options = options
        self._conflicts_before = conflicts
        self._conflicts = 0
        self._began = time.perf_counter() - seconds
        self._reported = seconds

    @property
    def conflicts(self) -> int:
        """The solvers' conflicts, those of earlier runs included."""
        return self._conflicts_before + self._conflicts

    @property
    def seconds(self) -> float:
        """The time at work, that of earlier runs included."""
        return time.perf_counter() - self._began

    @property
    def limit_reached(self) -> bool:
        """Whether as many solutions as wanted have been found."""
        limit = self.options.limit
        return limit is not None and self.found >= limit

    def skip_time(self, seconds: float) -> None:
        """Leave out time in which the search was paused."""
        self._began += seconds

    def observe(self, progress: SearchProgress) -> None:
        """Note how far the search of this run has come."""
        self._conflicts = progress.conflicts
        self.members = progress.members
        self.reached = max(self.reached, progress.reached or self.reached)

    def progress_due(self) -> bool:
        """Return whether to report progress now; the next report is due some time later."""
        due = self.seconds - self._reported > PROGRESS_SECONDS
        if due:
            self._reported = self.seconds
        return due

    def over(self, stop: Callable[[], bool]) -> Callable[[], bool]:
        """Return a function that says whether the time limit has passed or `stop` returns true."""
        return lambda: stop() or self.late()

    def interrupted(self, stop: Callable[[], bool]) -> Done:
        """Return the end of a search for which the function from `over` returned true."""
        return self.done("stopped" if stop() else "time_limit")

    def progress(self) -> Progress:
        """Return the event that reports the counts."""
        counts = self.found, self.covered, self.conflicts, self.seconds
        return Progress(*counts, members=self.members, **self.reached.counts())

    def done(self, status: Status, reason: str = "") -> Done:
        """Return the event that reports the end."""
        return Done.after(self.progress(), status, reason)

    def failed(self, reason: str) -> list[Event]:
        """Return the last events of a search that fails."""
        return [self.done("failed", reason)]

    def late(self) -> bool:
        """Return whether the time limit has passed."""
        limit = self.options.time_limit
        return limit is not None and self.seconds > limit
