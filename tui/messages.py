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
    """The list of all jobs.

    Attributes
    ----------
    summaries
        The summaries of the jobs, newest first.
    silent
        The names of the jobs whose process does not respond, each with the seconds since it last
        did.
    bad
        The folders that cannot be read as jobs, each with the reason.
    reading
        How far the reading has come, if these are not all jobs yet; else "".
    """

    summaries: Sequence[Summary]
    silent: Mapping[str, int]
    bad: Sequence[BadJob] = ()
    reading: str = ""


@dataclass
class JobsUnread(Message):
    """The list of jobs is not known yet, or can no longer be read; the reason is a sentence."""

    reason: str


@dataclass
class PreviewRead(Message):
    """What the list shows of a job.

    Attributes
    ----------
    name
        The job.
    target
        The target of its search, with its title, or None.
    picture, title
        Its last solution, or None if there is none, and its title.
    about
        A few words about the solution, or why there is none.
    """

    name: str
    target: tuple[str, Picture] | None
    picture: Picture | None
    title: str
    about: str


@dataclass
class JobSeen(Message):
    """The state of a job.

    Attributes
    ----------
    summary
        The summary of the job.
    samples
        The numbers of solutions over time, or None if they were not read again.
    silent
        For how many seconds its process has not responded; 0 if it responds.
    """

    summary: Summary
    samples: Sequence[Sample] | None
    silent: int = 0


@dataclass
class JobGone(Message):
    """A job can no longer be read; the reason is a sentence."""

    reason: str


@dataclass
class SolutionRead(Message):
    """A solution that a screen requested.

    Attributes
    ----------
    solution
        The solution, or None if the view is empty.
    place
        Its place in the view, from 1.
    places
        The number of solutions in the view.
    """

    solution: Solutions | None
    place: int
    places: int


@dataclass
class PageRead(Message):
    """Consecutive solutions of a view that the gallery requested.

    Attributes
    ----------
    first
        The place of the first one in the view, from 1.
    solutions
        The solutions.
    places
        The number of solutions in the view.
    """

    first: int
    solutions: Sequence[Solutions]
    places: int


@dataclass
class PartialRead(Message):
    """The partial predecessor of a job has been replaced or removed; None if there is none.

    For a job that searches for forced cells, the cells that are known to be forced.
    """

    partial: Partial | Forced | None


@dataclass
class AnswerRead(Message):
    """More is known of an answer that is not a list.

    Attributes
    ----------
    state, text
        What is known, and its text as the command prints it.
    """

    state: Any
    text: str


@dataclass
class ViewMade(Message):
    """A view was made.

    Attributes
    ----------
    numbers
        The numbers of its solutions, in order.
    looked_at
        How many solutions were sorted and filtered.
    whole
        Whether these were all solutions found so far.
    """

    numbers: NDArray[np.int64]
    looked_at: int
    whole: bool


@dataclass
class HeatMade(Message):
    """More solutions were counted for the heat map."""

    heat: Heat


@dataclass
class TaskEnded(Message):
    """A task of the user has succeeded or failed.

    Attributes
    ----------
    text
        The message to show.
    failed
        Whether it has failed.
    then
        What to do in the thread of the screens now, or None.
    """

    text: str
    failed: bool = False
    then: Callable[[], None] | None = None


@dataclass
class Measured(Message):
    """The size of a search.

    Attributes
    ----------
    text
        The size in words.
    edition
        The number of the measurement.
    total
        How many solutions there are, if that is known.
    counting
        Whether they are being counted, so that another message follows.
    """

    text: str
    edition: int
    total: int | None = None
    counting: bool = False


@dataclass
class ExactCounted(Message):
    """The predecessors are counted cell by cell, or cannot be.

    Attributes
    ----------
    heat
        The heat map, or None.
    said
        The name of the job that has counted, or why there are no numbers.
    """

    heat: Heat | None
    said: str
