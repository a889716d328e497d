"""A job at a glance, from what its journal says."""

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
from lifesat.queries.solutions import BestSolution
from lifesat.queries.state import from_journal

State = Literal["new", "running", "paused", "killed"] | Status

_STATES = {state for states in get_args(State) for state in get_args(states)}
_FINISHED = {"complete": "found all there is", "none": "proved that there is none"}


@dataclass(frozen=True)
class _Values:
    """What a journal says about any job; the query and its state have other values."""

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
    """A job at a glance.

    Attributes
    ----------
    name
        The job's name.
    label
        What names it in a list; see `lifesat.queries.query.Query`.
    state
        ``new``, ``running``, ``paused``, ``killed`` (its process died), or the status of
        `lifesat.queries.events.Done`.
    reason
        Why it failed, or "".
    progress
        How far it has come over all its runs; what is at work is counted while it is running. For
        forced cells, those that are settled are found, and all cells are the total.
    limit
        The most solutions to find, or None.
    created
        When it was created, in UTC, ISO 8601.
    process
        The identifier of its process, or None.
    goal
        Which solution is the best, if that one is looked for; otherwise None.
    note
        As in `lifesat.queries.events.Started` or `Note`; "" before the search has begun.
    shape
        As in `lifesat.queries.query.Query`.
    answer
        The answer so far in a sentence, such as how good the best solution is; "" for a list.
    reading
        How many solutions of earlier runs the solvers are reading; 0 once they search.
    """

    name: str
    label: str
    state: State
    reason: str
    progress: Progress
    limit: int | None
    created: str
    process: int | None
    goal: Goal | None
    note: str = ""
    shape: Shape = "solutions"
    reading: int = 0
    answer: str = ""

    @property
    def phase(self) -> str:
        """What the process at work does now, in a few words; "" if none is."""
        return self.progress.phase

    @property
    def in_words(self) -> bool:
        """Whether the answer is a text, if only that of a pattern."""
        return self.shape not in ("solutions", "cells")

    @property
    def solutions(self) -> int:
        """The number of solutions in the journal."""
        return self.progress.found if self.shape == "solutions" else 0

    @property
    def settled(self) -> str:
        """How many cells are settled, for a job that looks for forced cells; otherwise ""."""
        return self.answer if self.shape == "cells" else ""

    @property
    def found_words(self) -> str:
        """How many solutions are found, how many they represent, and how many there are."""
        progress = self.progress
        words = f"{progress.found:,}"
        if progress.covered != progress.found:
            words += f" for {progress.covered:,}"
        return words if progress.total is None else f"{words} of {progress.total:,}"

    @property
    def nothing_left(self) -> str:
        """A sentence that the job has nothing left to do, or "" if it may continue."""
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
    """Turn errors about invalid values of a journal into one sentence.

    Raises
    ------
    UserError
        If the block fails as code does on values of the wrong kind.
    """
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
    """Return a job at a glance.

    Parameters
    ----------
    name
        The job's name.
    values, cubes
        What the journal says of the job, and how many cubes are exhausted and open.
    at_work
        Whether a process is at work on it.

    Raises
    ------
    UserError, AttributeError, KeyError, TypeError, ValueError
        If the values are invalid.
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
    """Return how far a job is; what is at work is counted while it is running."""
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
    """Return the state."""
    if kept.state not in _STATES:
        raise ValueError(f"state is {kept.state!r}")
    return cast("State", kept.state)
