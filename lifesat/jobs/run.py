"""The counts of a running search, and when it ends."""

import time

from lifesat.jobs.events import Done, Progress, Solutions, Status
from lifesat.jobs.options import Options
from lifesat.problems.problem import Problem
from lifesat.solving.enumerate import Models

# Solutions of about this time are told together, which is far cheaper than singly. A call to the
# solver that finds nothing more can add a quarter of a second.
SLICE_SECONDS = 0.05
PROGRESS_SECONDS = 0.25
"""How often progress is told."""


class Run:
    """A search as it is told: what has been found, for how long, whether that is enough.

    Parameters
    ----------
    problem, options
        What is sought and how.
    found, covered, conflicts, seconds
        The counts of earlier runs of the same search.
    """

    def __init__(
        self,
        problem: Problem,
        options: Options,
        found: int = 0,
        covered: int = 0,
        conflicts: int = 0,
        seconds: float = 0.0,
    ) -> None:
        self.found = found
        self.covered = covered
        self._problem = problem
        self._options = options
        self._conflicts_before = conflicts
        self._conflicts = 0
        self._began = time.perf_counter() - seconds

    @property
    def conflicts(self) -> int:
        """Conflicts met, those of earlier runs included."""
        return self._conflicts_before + self._conflicts

    @property
    def seconds(self) -> float:
        """Time at work, that of earlier runs included."""
        return time.perf_counter() - self._began

    def rest(self, seconds: float) -> None:
        """Leave out time in which nothing was done."""
        self._began += seconds

    def wanted(self) -> int | None:
        """Return how many solutions to look for at once; the first is shown without delay."""
        if self.found == 0:
            return 1
        return None if self._options.limit is None else self._options.limit - self.found

    def taken(self, models: Models, conflicts: int) -> Solutions:
        """Count what a slice found, and the conflicts of this run so far."""
        boards = self._problem.boards(models.literals)
        solutions = Solutions(self.found + 1, boards, models.orbits, self._problem)
        self.found += len(boards)
        self.covered += int(models.orbits.sum())
        self._conflicts = conflicts
        return solutions

    def status(self, *, complete: bool, stopped: bool) -> Status | None:
        """Return how the search ends here, or None if it goes on.

        Parameters
        ----------
        complete
            Whether there are no more solutions.
        stopped
            Whether it is asked to stop.
        """
        limit, seconds = self._options.limit, self._options.seconds
        if complete:
            # What was passed over has not been listed.
            whole: Status = "limit" if self._options.skip else "complete"
            return whole if self.found else "none"
        if limit is not None and self.found >= limit:
            return "limit"
        if seconds is not None and self.seconds > seconds:
            return "limit"
        return "stopped" if stopped else None

    def progress(self) -> Progress:
        """Return the event that tells the counts."""
        return Progress(self.found, self.covered, self.conflicts, self.seconds)

    def done(self, status: Status) -> Done:
        """Return the event that tells the end."""
        return Done(status, self.found, self.covered, self.conflicts, self.seconds)
