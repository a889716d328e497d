"""A summary of a job, read from its journal."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast, get_args

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.problems.problem import Goal
from lifesat.queries.events import Progress, Started, Status
from lifesat.queries.query import Shape, query_from_json
from lifesat.queries.run import from_journal
from lifesat.queries.solutions import BestSolution

State = Literal["new", "running", "paused", "killed"] | Status

_STATES = {state for states in get_args(State) for state in get_args(states)}
_FINISHED = {"complete": "found all there is", "none": "proved that there is none"}


@dataclass(frozen=True)
class _Values:
    """The values that the journals of all jobs share; queries and their states add others."""

    state: str
    created: str
    options: str
    reason: str = ""
    found: int = 0
    covered: int = 0
    conflicts: int = 0
    seconds: float = 0.0
    total: str | None = None
    process: int | None = None
    members: int = 0
    row: int = 0
    rows: int = 0
    nogoods: int = 0
    particles: int = 0
    bound: int = 0
    known_found: int = 0
    known_conflicts: int = 0
    read_seconds: float = 0.0
    phase: str = ""
    started: str | None = None


@dataclass(frozen=True)
class Summary:
    """A summary of a job for lists and reports."""

    name: str
    # The query in a few words; see `lifesat.queries.query.Query`.
    label: str
    # ``killed`` means that the process died.
    state: State
    # Why the job failed, or "".
    reason: str
    # Over all runs; what is at work counts only while the job is running. In a search for forced
    # cells, settled cells count as found, and the total is all cells.
    progress: Progress
    limit: int | None
    # In UTC, ISO 8601.
    created: str
    # None if no process is at work.
    process: int | None
    # None unless the query looks for the best solution.
    goal: Goal | None
    # A sentence on the choice of the method that the user should know, or "".
    note: str = ""
    shape: Shape = "solutions"
    # How many solutions of earlier runs the solvers are reading; 0 once they search.
    reading: int = 0
    # The answer so far in a sentence, such as how good the best solution is; "" for a list.
    answer: str = ""

    @property
    def phase(self) -> str:
        """What the process at work is doing, in a few words; "" if there is no such process."""
        return self.progress.phase

    @property
    def in_words(self) -> bool:
        """Whether the answer is a text, not a list of solutions or forced cells."""
        return self.shape not in ("solutions", "cells")

    @property
    def solutions(self) -> int:
        """The number of solutions in the journal."""
        return self.progress.found if self.shape == "solutions" else 0

    @property
    def settled(self) -> str:
        """How many cells are settled, in a search for forced cells; otherwise ""."""
        return self.answer if self.shape == "cells" else ""

    @property
    def found_words(self) -> str:
        """How many solutions are found, how many they represent, and the total, if known."""
        progress = self.progress
        words = f"{progress.found:,}"
        if progress.covered != progress.found:
            words += f" for {progress.covered:,}"
        return words if progress.total is None else f"{words} of {progress.total:,}"

    @property
    def nothing_left(self) -> str:
        """A sentence that says that nothing is left to do, or "" if the job may continue."""
        if self.state not in _FINISHED:
            return ""
        done = f"has {_FINISHED[self.state]}"
        if self.in_words:
            done = "has its answer"
        if self.shape == "cells" and self.state == "complete":
            done = f"searches for forced cells: {self.settled}"
        return f"nothing left to do: the job {self.name!r} {done}"


@contextmanager
def reporting_damage(journal: Path) -> Iterator[None]:
    """Turn errors about invalid values of a journal into a `UserError` of one sentence."""
    try:
        yield
    except UserError as error:
        if str(error).startswith(str(journal)):
            raise
        raise UserError(f"{journal}: {error}") from error
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        wrong = f"{type(error).__name__}: {error}"
        raise UserError(
            f"{journal}: the journal is damaged: its values are invalid ({wrong})"
        ) from error


def summary_of(
    name: str, values: Mapping[str, Any], cubes: tuple[int, int], *, at_work: bool
) -> Summary:
    """Return a summary from the values of a journal.

    `cubes` has the numbers of exhausted and of open cubes. Invalid values raise errors that
    `reporting_damage` explains.
    """
    query = query_from_json(values["query"])
    kept = from_journal(_Values, values)
    known = query.state(values)
    goal = query.goal if isinstance(query, BestSolution) else None
    options = Options.from_json(kept.options)
    state = _state(kept)
    running = state == "running"
    reading = _reading(kept) if running else 0
    phase = f"reading {reading:,} known solutions" if reading else kept.phase
    return Summary(
        name=name,
        label=query.label,
        state=state,
        reason=kept.reason,
        progress=_progress(kept, cubes, phase if running else "", running=running),
        limit=options.limit,
        created=kept.created,
        process=kept.process if at_work else None,
        goal=goal,
        note=known.note if kept.started is None else Started.from_json(kept.started).note,
        shape=query.shape,
        reading=reading,
        answer=query.sentence(known),
    )


def _progress(kept: _Values, cubes: tuple[int, int], phase: str, *, running: bool) -> Progress:
    """Return the progress of a job; what is at work counts only while it is running."""
    return Progress(
        found=kept.found,
        covered=kept.covered,
        conflicts=kept.conflicts,
        seconds=kept.seconds,
        total=None if kept.total is None else int(kept.total),
        cubes_done=cubes[0],
        cubes_open=cubes[1],
        members=kept.members if running else 0,
        row=kept.row if running else 0,
        rows=kept.rows if running else 0,
        nogoods=kept.nogoods if running else 0,
        particles=kept.particles if running else 0,
        bound=kept.bound,
        read_seconds=kept.read_seconds,
        phase=phase,
    )


def _reading(kept: _Values) -> int:
    """Return how many known solutions are being read: all, until the counts of the run change."""
    known = kept.known_found, kept.known_conflicts
    return kept.found if known == (kept.found, kept.conflicts) else 0


def _state(kept: _Values) -> State:
    """Return the state; raise `ValueError` if it is not a known one."""
    if kept.state not in _STATES:
        raise ValueError(f"state is {kept.state!r}")
    return cast("State", kept.state)
