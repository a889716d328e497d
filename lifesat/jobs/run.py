"""The counts of a running search, and when it ends."""

import time
from collections.abc import Callable

from lifesat.jobs.events import Done, Event, Partial, Progress, Solutions, Status
from lifesat.jobs.options import Options
from lifesat.problems.problem import Problem
from lifesat.sat.partial import partial_board
from lifesat.sat.search import Models, Reached, SearchProgress
from lifesat.sat.strips_support import supports_strips

# Solutions found within this time are reported together, which costs far less than one by one. A
# call to the solver that finds nothing more can add a quarter of a second.
SLICE_SECONDS = 0.05
PROGRESS_SECONDS = 0.25
"""The time between two reports of progress."""
# The least time between two partial predecessors, which are far longer.
_PARTIAL_SECONDS = 1.0


class Run:
    """The counts of a search, and its limits.

    Parameters
    ----------
    problem, options
        The problem, and how to search.
    found, covered, conflicts, seconds, bound
        The counts of earlier runs of the same search, and their lower bound.
    """

    def __init__(
        self,
        problem: Problem,
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
        self.reached = Reached(0, 0, 0, bound=bound)
        self.problem = problem
        self.options = options
        self._conflicts_before = conflicts
        self._conflicts = 0
        self._began = time.perf_counter() - seconds
        self._reported = self._partial_reported = seconds
        self._partial_row = 0

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
        options = self.options
        return options.lists and options.limit is not None and self.found >= options.limit

    def skip_time(self, seconds: float) -> None:
        """Leave out time in which the search was paused."""
        self._began += seconds

    def wanted(self) -> int | None:
        """Return the most solutions to look for in the next slice.

        The first solution is reported without delay. Where the best is sought, every solution is,
        since the next one has to be better.
        """
        if self.found == 0 or self.options.goal:
            return 1
        return None if self.options.limit is None else self.options.limit - self.found

    def record(self, models: Models) -> Solutions:
        """Count what a slice found."""
        boards = self.problem.boards(models.literals)
        solutions = Solutions(self.found + 1, boards, models.orbits, self.problem)
        self.found += len(boards)
        self.covered += int(models.orbits.sum())
        return solutions

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

    def next_partial(self) -> Partial | None:
        """Return a partial predecessor to report now: longer than the last one, some time later."""
        reached, problem = self.reached, self.problem
        due = self.seconds - self._partial_reported > _PARTIAL_SECONDS and not self.found
        if not due or reached.row <= self._partial_row or not reached.partial:
            return None
        if not supports_strips(problem):
            return None
        self._partial_reported, self._partial_row = self.seconds, reached.row
        return Partial(reached.row, reached.rows, partial_board(problem, reached), problem)

    def status(self, *, complete: bool, stopped: bool) -> Status | None:
        """Return how the search ends here, or None if it goes on.

        Parameters
        ----------
        complete
            Whether there are no more solutions.
        stopped
            Whether the user has asked it to stop.
        """
        if complete:
            # Skipped solutions have not been listed.
            whole: Status = "limit" if self.options.skip else "complete"
            return whole if self.found else "none"
        if self.limit_reached:
            return "limit"
        if self._late():
            return "time_limit"
        return "stopped" if stopped else None

    def over(self, stop: Callable[[], bool]) -> Callable[[], bool]:
        """Return a function that says whether the time limit has passed or `stop` returns true."""
        return lambda: stop() or self._late()

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

    def _late(self) -> bool:
        limit = self.options.seconds
        return limit is not None and self.seconds > limit
