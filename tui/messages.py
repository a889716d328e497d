"""The messages that threads post to screens, their only way to communicate."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from textual.message import Message

from lifesat.jobs.journal import Sample
from lifesat.jobs.listing import BadJob
from lifesat.jobs.summary import Summary
from lifesat.queries.events import Partial, Solutions
from lifesat.queries.forced_cells import Forced

from .heat import Heat
from .pictures import Picture


@dataclass
class JobsListed(Message):
    """The list of all jobs."""

    # Newest first.
    summaries: Sequence[Summary]
    # The jobs whose process does not respond, with the seconds since it last did.
    silent: Mapping[str, int]
    # The folders that cannot be read as jobs.
    bad: Sequence[BadJob] = ()
    # The progress of reading, if these are not all jobs yet; else "".
    reading: str = ""


@dataclass
class JobsUnread(Message):
    """The list of jobs is not known yet, or can no longer be read; the reason is a sentence."""

    reason: str


@dataclass
class PreviewRead(Message):
    """What the list shows of the job with this name."""

    name: str
    # The target of the search, with its title.
    target: tuple[str, Picture] | None
    # The last solution, and its title.
    picture: Picture | None
    title: str
    # A few words about the solution, or why there is none.
    about: str


@dataclass
class JobSeen(Message):
    """The state of a job."""

    summary: Summary
    # The numbers of solutions over time; None if they were not read again.
    samples: Sequence[Sample] | None
    # For how many seconds the process has not responded; 0 if it responds.
    silent: int = 0


@dataclass
class JobGone(Message):
    """A job can no longer be read; the reason is a sentence."""

    reason: str


@dataclass
class SolutionRead(Message):
    """A solution that a screen requested."""

    # None if the view is empty.
    solution: Solutions | None
    # The place of the solution in the view, from 1, and the number of solutions there.
    place: int
    places: int


@dataclass
class PageRead(Message):
    """Consecutive solutions of a view that the gallery requested."""

    # The place of the first one in the view, from 1.
    first: int
    solutions: Sequence[Solutions]
    # The number of solutions in the view.
    places: int


@dataclass
class PartialRead(Message):
    """The partial predecessor of a job has been replaced or removed; None if there is none.

    For a job that searches for forced cells, it is the cells that are known to be forced.
    """

    partial: Partial | Forced | None


@dataclass
class AnswerRead(Message):
    """More is known of an answer that is not a list."""

    state: Any
    # The answer as the command prints it.
    text: str


@dataclass
class ViewMade(Message):
    """A view was made."""

    # The numbers of the solutions in the view, in order.
    numbers: NDArray[np.int64]
    # How many solutions were sorted and filtered.
    looked_at: int
    # Whether these were all solutions found so far.
    whole: bool


@dataclass
class HeatMade(Message):
    """More solutions were counted for the heat map."""

    heat: Heat


@dataclass
class TaskEnded(Message):
    """A task of the user has succeeded or failed."""

    # The message to show.
    text: str
    failed: bool = False
    # Called in the thread of the screens.
    then: Callable[[], None] | None = None


@dataclass
class Measured(Message):
    """The size of a search."""

    # The size in words.
    text: str
    # The number of the measurement.
    edition: int
    # The number of solutions, if it is known.
    total: int | None = None
    # Whether the solutions are being counted, so that another message follows.
    counting: bool = False


@dataclass
class ExactCounted(Message):
    """The predecessors have been counted cell by cell, or cannot be."""

    heat: Heat | None
    # The name of the job that has counted, or why there is no heat map.
    said: str
