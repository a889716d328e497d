"""A job at a glance, from what its journal says."""

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from lifesat.errors import UserError
from lifesat.jobs.old_journals import query_of
from lifesat.problems.problem import Goal
from lifesat.queries.best_solution import BestSolution
from lifesat.queries.events import Progress, Started, Status
from lifesat.queries.options import Options
from lifesat.queries.query import Query, Shape

State = Literal["new", "running", "paused", "killed"] | Status

_STATES = {state for states in get_args(State) for state in get_args(states)}
_FINISHED = {"complete": "found all there is", "none": "proved that there is none"}
# The types of the values that the journal may hold.
_TYPES: dict[str, tuple[type, ...]] = {
    "created": (str,),
    "reason": (str,),
    "found": (int,),
    "covered": (int,),
    "conflicts": (int,),
    "seconds": (int, float),
    "process": (int, type(None)),
    "members": (int,),
    "row": (int,),
    "rows": (int,),
    "nogoods": (int,),
    "particles": (int,),
    "bound": (int,),
    "known_found": (int,),
    "known_conflicts": (int,),
    "cells": (str,),
    "command": (str,),
    "answer": (str,),
    "messages": (str,),
    "code": (int,),
    "predecessor": (bytes,),
    "verdicts": (str,),
    "refuted": (str,),
    "open": (str,),
    "numbers": (str,),
    "sweep": (str,),
    "note": (str,),
    "known": (str,),
    "moves": (str,),
    "marginals": (str,),
    "best": (str,),
    "read_seconds": (int, float),
}


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
    phase
        What the process at work does now, in a few words; "" if none is.
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
    phase: str = ""

    @property
    def in_words(self) -> bool:
        """Whether the answer is a text, if only that of a pattern."""
        return self.shape in ("verdicts", "words", "pattern")

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
    _check(values)
    query = query_of(values)
    goal = query.goal if isinstance(query, BestSolution) else None
    options = Options.from_json(values["options"])
    state = _state(values, options, goal)
    now = values if state == "running" else {}
    return Summary(
        name=name,
        label=query.label,
        state=state,
        reason=values.get("reason", ""),
        progress=_progress(values, now, cubes),
        limit=options.limit,
        created=values["created"],
        process=values.get("process") if at_work else None,
        goal=goal,
        note=_note(values),
        shape=query.shape,
        reading=_reading(now),
        answer=query.sentence(values),
        phase=_phase(query, now),
    )


def _progress(
    values: Mapping[str, Any], now: Mapping[str, Any], cubes: tuple[int, int]
) -> Progress:
    """Return how far a job is, given what is so now, while it is running."""
    total = values.get("total")
    at_work = ("members", "row", "rows", "nogoods", "particles")
    return Progress(
        found=values.get("found", 0),
        covered=values.get("covered", 0),
        conflicts=values.get("conflicts", 0),
        seconds=values.get("seconds", 0.0),
        total=None if total is None else int(total),
        cubes_done=cubes[0],
        cubes_open=cubes[1],
        bound=values.get("bound", 0),
        read_seconds=values.get("read_seconds", 0.0),
        **{name: now.get(name, 0) for name in at_work},
    )


def _note(values: Mapping[str, Any]) -> str:
    """Return the sentence on the choice of the method, or ""."""
    started = values.get("started")
    said: str = values.get("note", "")
    return said if started is None else Started.from_json(started).note


def _phase(query: Query, now: Mapping[str, Any]) -> str:
    """Return what a process does now; "" if there are no values, since none is at work."""
    if reading := _reading(now):
        return f"reading {reading:,} known solutions"
    return query.phase(now) if now else ""


def _reading(now: Mapping[str, Any]) -> int:
    """Return how many known solutions are being read: all, until the counts of the run change."""
    known = now.get("known_found", 0), now.get("known_conflicts", 0)
    counts = now.get("found", 0), now.get("conflicts", 0)
    return counts[0] if known == counts else 0


def _check(values: Mapping[str, Any]) -> None:
    for key, types in _TYPES.items():
        if key in values and not isinstance(values[key], types):
            raise TypeError(f"{key} is {values[key]!r}")
    if not math.isfinite(values.get("seconds", 0.0)):
        raise ValueError(f"seconds is {values['seconds']!r}")


def _state(values: Mapping[str, Any], options: Options, goal: Goal | None) -> State:
    """Return the state; in journals of earlier versions ``limit`` may be the time limit too."""
    state: State = values["state"]
    if state not in _STATES:
        raise ValueError(f"state is {state!r}")
    if state != "limit":
        return state
    enough = options.limit is not None and values.get("found", 0) >= options.limit
    late = options.time_limit is not None and values.get("seconds", 0.0) > options.time_limit
    return "time_limit" if goal or (late and not enough) else "limit"
