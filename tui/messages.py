"""What threads tell the screens; nothing else crosses from one to the other."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from textual.message import Message

from lifesat.jobs.events import Solutions
from lifesat.jobs.job import Summary
from lifesat.jobs.journal import Sample


@dataclass
class JobsListed(Message):
    """All jobs.

    Attributes
    ----------
    summaries
        Each at a glance, the newest first.
    silent
        The names of those whose process gives no sign of life, each with the seconds since the
        last.
    """

    summaries: Sequence[Summary]
    silent: Mapping[str, int]


@dataclass
class JobSeen(Message):
    """A job at a glance.

    Attributes
    ----------
    summary
        The job.
    samples
        The course of its search so far if it was read anew, or None.
    silent
        For how many seconds its process has given no sign of life, 0 if it is well.
    """

    summary: Summary
    samples: Sequence[Sample] | None
    silent: int = 0


@dataclass
class JobGone(Message):
    """A job cannot be read any more; the reason is a sentence."""

    reason: str


@dataclass
class SolutionRead(Message):
    """A solution that was asked for.

    Attributes
    ----------
    solution
        The solution alone, or None if there is none at all.
    place
        Its place, from 1, among those that are shown.
    places
        How many are shown.
    """

    solution: Solutions | None
    place: int
    places: int


@dataclass
class ViewMade(Message):
    """Solutions were sorted and filtered: their numbers in order, and how many were looked at."""

    numbers: NDArray[np.int64]
    looked_at: int
    whole: bool


@dataclass
class TaskEnded(Message):
    """Something that was asked for has been done, or has failed.

    Attributes
    ----------
    text
        A sentence about it.
    failed
        Whether it has failed.
    then
        What to do on the screen now, or None.
    """

    text: str
    failed: bool = False
    then: Callable[[], None] | None = None


@dataclass
class Measured(Message):
    """The size of a search that is being put together, in words; of the draft with this number."""

    text: str
    edition: int


@dataclass
class Answered(Message):
    """A command has ended.

    Attributes
    ----------
    answer, said
        What it wrote on standard output and on standard error.
    code
        Its exit code; negative after a signal.
    seconds
        How long it took.
    """

    answer: str
    said: str
    code: int
    seconds: float
