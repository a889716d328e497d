"""A query at work: its limits, its counts, and what is kept of it."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from lifesat.engines.options import Options
from lifesat.problems.problem import Problem
from lifesat.queries.events import Done, Event, Partial, Progress, Solutions, Started, Status
from lifesat.queries.state import State
from lifesat.sat.packed import Packed
from lifesat.sat.search import EngineProgress, Models, Search, SearchProgress

if TYPE_CHECKING:
    from lifesat.sat.slices import Cube

Known = TypeVar("Known")

# Solutions found within this time are reported together, which costs far less than one by one. A
# call to the solver that finds nothing more can add a quarter of a second.
SLICE_SECONDS = 0.05
PROGRESS_SECONDS = 0.25
"""The time between two reports of progress."""


class Slice(NamedTuple):
    """What a moment of a search for solutions has found.

    Attributes
    ----------
    problem
        What the solutions solve.
    models
        The solutions; may be empty.
    search
        The search, whose cubes a job keeps; None if there are none.
    last
        Whether the search has ended.
    told
        Whether the solutions are the answer, and not only kept to find others.
    """

    problem: Problem
    models: Models
    search: Search | None = None
    last: bool = False
    told: bool = True


class Earlier(NamedTuple):
    """What earlier runs of a search have left to this one.

    Attributes
    ----------
    known
        The solutions that they have found, which are not found again.
    cubes
        Where to search: disjoint, and all that they have not exhausted.
    sweeps
        Whether a frontier may go on: it lists what is left only if it has listed the rest.
    """

    known: Packed
    cubes: "Sequence[Cube]"
    sweeps: bool


class Run:
    """A query at work: its limits and its counts. This base class keeps nothing of it.

    Parameters
    ----------
    options
        How to search.
    stop
        Called several times a second; the work ends when it returns true.
    found, covered, conflicts, seconds, bound
        The counts of earlier runs of the same query, and their lower bound.

    Attributes
    ----------
    options, stop, found, covered
        As given.
    total
        As in `lifesat.queries.events.Progress`.
    phase
        What the run does now, in a few words.
    members, reached
        The number of solvers at work, and how far an engine has come.
    best
        How good the best solution of this run is, in words.
    """

    def __init__(
        self,
        options: Options,
        stop: Callable[[], bool] = lambda: False,
        *,
        found: int = 0,
        covered: int = 0,
        conflicts: int = 0,
        seconds: float = 0.0,
        bound: int = 0,
    ) -> None:
        self.found = found
        self.covered = covered
        self.total: int | None = None
        self.members = 0
        self.phase = ""
        self.best = ""
        self.reached = EngineProgress(0, 0, 0, bound=bound)
        self.options = options
        self.stop = stop
        self._conflicts_before = conflicts
        self._conflicts = 0
        self._began = time.perf_counter() - seconds
        self._reported = seconds

    # ---------------------------------------------------------------- limits and counts

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

    def late(self) -> bool:
        """Return whether the time limit has passed."""
        limit = self.options.time_limit
        return limit is not None and self.seconds > limit

    def over(self) -> bool:
        """Return whether the work is to end."""
        return self.stop() or self.late()

    def interruption(self) -> Status:
        """Return how a run ends for which `over` returned true."""
        return "stopped" if self.stop() else "time_limit"

    def skip_time(self, seconds: float) -> None:
        """Leave out time in which the search was paused."""
        self._began += seconds

    def observe(self, progress: SearchProgress) -> None:
        """Note how far the search of this run has come."""
        self._conflicts = progress.conflicts
        self.members = progress.members
        self.reached = max(self.reached, progress.reached or self.reached)

    def count(self, part: Slice) -> Solutions:
        """Count what a slice found, and return it, verified by its problem."""
        problem, models = part.problem, part.models
        boards = problem.boards(models.literals)
        solutions = Solutions(self.found + 1, boards, models.orbit_sizes, problem)
        self.found += len(boards)
        self.covered += int(models.orbit_sizes.sum())
        return solutions

    @property
    def due(self) -> bool:
        """Whether the next step is followed by a report of progress."""
        return self.seconds - self._reported > PROGRESS_SECONDS

    def progress_due(self) -> bool:
        """Return whether to report progress now; the next report is due some time later."""
        due = self.due
        if due:
            self._reported = self.seconds
        return due

    def progress(self) -> Progress:
        """Return the event that reports the counts."""
        return Progress(
            self.found,
            self.covered,
            self.conflicts,
            self.seconds,
            total=self.total,
            members=self.members,
            **self.reached.counts(),
            phase=self.phase,
        )

    def done(self, status: Status, reason: str = "") -> Done:
        """Return the event that reports the end."""
        return Done.after(self.progress(), status, reason)

    def failed(self, reason: str) -> list[Event]:
        """Return the last events of a search that fails."""
        return [self.done("failed", reason)]

    # ---------------------------------------------------------------- what is kept

    def restored(self, read: Callable[[Mapping[str, Any]], Known]) -> Known:
        """Return what earlier runs have settled, as `read` makes it of the values that are kept."""
        return read({})

    def earlier(self, problem: Problem) -> Earlier | None:  # noqa: ARG002
        """Return what earlier runs of a search for solutions have left; None if it is not kept."""
        return None

    def begin(self, started: Started) -> None:
        """Keep the event that begins a search, before it is yielded."""

    def keep(self, state: State) -> None:
        """Keep what is known and the counts, before they are yielded."""

    def record(self, part: Slice, solutions: Solutions) -> None:
        """Keep the solutions of a slice, its cubes and the counts, before they are yielded."""

    def record_partial(self, partial: Partial) -> None:
        """Keep a partial predecessor, before it is yielded."""

    def wait(self, suspended: Callable[[], AbstractContextManager[None]]) -> None:
        """Wait for as long as the query is paused, with its other processes suspended."""

    def end(self, status: Status) -> None:
        """Keep the end, before `Done` is yielded."""


class InnerRun(Run):
    """A search of which nothing is kept and told, as a part of another one.

    Parameters
    ----------
    outer
        The run that it is part of, which ends and pauses it.
    options
        How to search.
    """

    def __init__(self, outer: Run, options: Options) -> None:
        super().__init__(options, outer.over)
        self.wait = outer.wait  # type: ignore[method-assign]
