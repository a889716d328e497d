"""A query at work: what is known of its answer, its limits, its counts, and what is kept of it."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from lifesat.engines.options import Options
from lifesat.engines.sat.search import EngineProgress, Models, Packed, Search, SearchProgress
from lifesat.errors import UserError
from lifesat.problems.json_fields import json_name, known_fields, make
from lifesat.problems.problem import Problem
from lifesat.queries.events import Done, Event, Partial, Progress, Solutions, Started, Status

if TYPE_CHECKING:
    from lifesat.engines.sat.tasks import Cube


Made = TypeVar("Made")

# A journal also has the counts and the state of the job, which are not part of what is known.
COUNT = {"kept": False}
"""The metadata of a field that is read from a journal but written by other code."""


@dataclass(frozen=True)
class State:
    """What is known of an answer; without arguments, nothing is known yet.

    Each field is a number, text or bytes, and a journal keeps it under its name.
    """

    # A sentence for the user to read at once, without a full stop; usually "".
    note: str = ""
    # How the query ended, as in `lifesat.queries.events.Done`; "" before that.
    status: str = field(default="", metadata={"json": "state", **COUNT}, compare=False)

    def values(self) -> dict[str, Any]:
        """Return the values that a journal keeps, by name."""
        return {
            json_name(each): getattr(self, each.name)
            for each in fields(self)
            if each.metadata.get("kept", True)
        }

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Return the state in a journal; raises UserError if the values are of other types."""
        return from_journal(cls, values)


def from_journal(kind: type[Made], values: Mapping[str, Any]) -> Made:
    """Return a dataclass with its fields from a journal; raises UserError for wrong types."""
    flags = {each.name for each in fields(kind) if isinstance(each.default, bool)}  # type: ignore[arg-type]
    given = {
        # SQLite has no truth values.
        name: bool(value) if name in flags and value in (0, 1) else value
        for name, value in known_fields(kind, values).items()
    }
    try:
        return make(kind, given, "journal")
    except UserError as error:
        raise UserError(f"the journal is damaged: {error}") from error


@dataclass(frozen=True)
class ProvedState(State):
    """What is known of an answer that a proof may confirm."""

    # Whether the files of the proof may have been written.
    writing: bool = False
    # The number of lines of the proof; None until it is written.
    lemmas: int | None = None


Known = TypeVar("Known")

# Solutions found within this time are reported together, which costs far less than one by one. A
# call to the solver that finds nothing more can add a quarter of a second.
SLICE_SECONDS = 0.05
PROGRESS_SECONDS = 0.25
"""The time between two reports of progress."""


class Slice(NamedTuple):
    """The result of a slice of a search for solutions."""

    problem: Problem
    # The solutions, perhaps none.
    models: Models
    # The search, whose cubes a job keeps; None if there are none.
    search: Search | None = None
    # Whether the search has ended.
    last: bool = False
    # Whether the solutions are reported, and not only kept.
    reported: bool = True


class Earlier(NamedTuple):
    """The results of earlier runs of a search."""

    # The solutions found, which are not to be found again.
    known: Packed
    # Where to search: disjoint cubes that contain everything not exhausted.
    cubes: "Sequence[Cube]"
    # Whether a frontier may list the rest, which it can only if it has listed these solutions.
    sweeps: bool


class Run:
    """A query at work: its limits and its counts. This base class keeps nothing.

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
    options, stop
        How to search, and what ends the work.
    found, covered, total
        As in `lifesat.queries.events.Progress`.
    phase
        What the run is doing now, in a few words.
    members, reached
        The number of solvers running, and how far an engine has come.
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
        """The solvers' conflicts, including those of earlier runs."""
        return self._conflicts_before + self._conflicts

    @property
    def seconds(self) -> float:
        """The time at work, including that of earlier runs."""
        return time.perf_counter() - self._began

    @property
    def limit_reached(self) -> bool:
        """Whether the number of solutions has reached the limit."""
        limit = self.options.limit
        return limit is not None and self.found >= limit

    def late(self) -> bool:
        """Return whether the time limit has passed."""
        limit = self.options.time_limit
        return limit is not None and self.seconds > limit

    def over(self) -> bool:
        """Return whether the work has to end."""
        return self.stop() or self.late()

    def interruption(self) -> Status:
        """Return the status of a run that `over` has ended."""
        return "stopped" if self.stop() else "time_limit"

    def skip_time(self, seconds: float) -> None:
        """Exclude the time of a pause."""
        self._began += seconds

    def observe(self, progress: SearchProgress) -> None:
        """Record how far the search of this run has come."""
        self._conflicts = progress.conflicts
        self.members = progress.members
        self.reached = max(self.reached, progress.reached or self.reached)

    def count(self, part: Slice) -> Solutions:
        """Count the solutions of a slice, and return them, verified by their problem."""
        problem, models = part.problem, part.models
        boards = problem.boards(models.literals)
        solutions = Solutions(self.found + 1, boards, models.orbit_sizes, problem)
        self.found += len(boards)
        self.covered += int(models.orbit_sizes.sum())
        return solutions

    @property
    def due(self) -> bool:
        """Whether progress is reported after the next step."""
        return self.seconds - self._reported > PROGRESS_SECONDS

    def progress_due(self) -> bool:
        """Return whether to report progress now, and schedule the next report."""
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
        """Return the last events of a search that fails, given the reason."""
        return [self.done("failed", reason)]

    # ---------------------------------------------------------------- what is kept

    @property
    def work_file(self) -> Path | None:
        """A file in which an engine may keep unfinished work; None if nothing is kept."""
        return None

    def restored(self, read: Callable[[Mapping[str, Any]], Known]) -> Known:
        """Return what earlier runs have found out, as `read` makes it from the kept values."""
        return read({})

    def earlier(self, problem: Problem) -> Earlier | None:  # noqa: ARG002
        """Return the results of earlier runs of a search for solutions; None if none are kept."""
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
        """Wait while the query is paused, with its other processes suspended."""

    def end(self, status: Status) -> None:
        """Keep the end, before `Done` is yielded."""


class InnerRun(Run):
    """A search that is a part of another run, which ends and pauses it; nothing of it is kept."""

    def __init__(self, outer: Run, options: Options) -> None:
        super().__init__(options, outer.over)
        self.wait = outer.wait  # type: ignore[method-assign]
