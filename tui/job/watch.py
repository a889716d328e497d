"""The thread that reads one job and posts messages; it never accesses widgets."""

import queue
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from textual.message import Message

from lifesat.errors import UserError
from lifesat.jobs.follow import solutions_of
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal, Sample
from lifesat.jobs.partial import PartialReader
from lifesat.jobs.stall import StallDetector
from lifesat.jobs.summary import Summary, reporting_damage
from lifesat.queries.events import Solutions
from lifesat.queries.query import PartialBoard

from ..shared.threads import Post, Watch
from .solutions import Heat, HeatCounter, Index, Numbers, View, same_filter

_SAMPLES_SECONDS = 5.0
# A view of a growing job is made again after this multiple of the time that it took to make.
_PATIENCE = 20
_HEAT_SECONDS = 1.0


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
    """The board that stands in for a solution has changed; None if there is none."""

    partial: PartialBoard | None


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
class AnswerRead(Message):
    """More is known of an answer that is not a list."""

    state: Any
    # The answer as the command prints it.
    text: str


class JobReader(Watch):
    """Reads the summary of one job `updates` times a second until `end` is called."""

    def __init__(self, job: Job, post: Post, updates: int) -> None:
        super().__init__(post)
        self._job = job
        self._pause = 1 / updates
        self._stalled = StallDetector()
        self._query = job.query()

    def run(self) -> None:
        """Read and post until `end` is called or the job is removed."""
        try:
            with self._job.journal() as journal, reporting_damage(self._job.path):
                self.follow(journal)
        except (UserError, OSError) as error:
            self._post(JobGone(str(error)))

    @abstractmethod
    def follow(self, journal: Journal) -> None:
        """Read and post until `end` is called."""

    def look(self, samples: Sequence[Sample] | None = None) -> Summary:
        """Post the summary of the job, and return it."""
        if not self._job.path.exists():
            raise UserError(f"the job {self._job.name!r} was removed")
        summary = self._job.summary()
        self._post(JobSeen(summary, samples, self._stalled.look(summary, time.monotonic())))
        return summary


class AnswerWatch(JobReader):
    """Reads the summary and the answer of a job."""

    def follow(self, journal: Journal) -> None:
        """Read and post until `end` is called."""
        known = self._query.State()
        while not self._ended.wait(self._pause):
            self.look()
            state = self._query.state(journal.values())
            if self._query.differs(known, state):
                known = state
                self._post(AnswerRead(state, self._query.text(state)))


class JobWatch(JobReader):
    """Reads the summary of a job, and requested solutions."""

    def __init__(self, job: Job, post: Post, updates: int) -> None:
        super().__init__(job, post, updates)
        # Each request is what it asks for and a function that reads it; None wakes the thread.
        self._requests: queue.SimpleQueue[tuple[str, Callable[[], None]] | None]
        self._requests = queue.SimpleQueue()
        self._view = View()
        self._index = Index()
        # The numbers of the solutions in a view that is not plain, as far as known.
        self._numbers: Numbers = np.zeros(0, dtype=np.int64)
        self._viewed = 0
        self._whole = False
        self._next_view = 0.0
        self._next_samples = 0.0
        self._partial: PartialBoard | None = None
        self._heat: HeatCounter | None = None
        self._heat_wanted = False
        self._heat_posted = -1
        self._next_heat = 0.0

    def show(self, place: int) -> None:
        """Request the solution at a place of the view, from 1; the last one if there are fewer."""
        self._requests.put(("solution", lambda: self._read(place)))

    def show_number(self, number: int) -> None:
        """Request a solution by its number, or the first of the view if the view lacks it."""
        self._requests.put(("solution", lambda: self._read(self._place_of(number))))

    def show_page(self, first: int, many: int) -> None:
        """Request consecutive solutions of the view, beginning at a place."""
        self._requests.put(("page", lambda: self._read_page(first, many)))

    def view(self, view: View) -> None:
        """Change the order and the filter."""
        self._requests.put(("", lambda: self._change(view)))

    def heat(self, *, wanted: bool) -> None:
        """Request the heat map of the solutions in the view, until it is no longer wanted."""
        self._requests.put(("", lambda: self._want_heat(wanted=wanted)))

    def end(self) -> None:
        """Ask the thread to end."""
        super().end()
        self._requests.put(None)

    def follow(self, journal: Journal) -> None:
        """Read and post until `end` is called."""
        self._journal, self._problem = journal, self._job.problem()
        self._partials = PartialReader(self._job, self._problem)
        due = 0.0
        while not self._ended.is_set():
            if time.monotonic() >= due:
                self._look()
                due = time.monotonic() + self._pause
            extended = not self._view.plain and self._extend_view()
            extended |= self._heat_wanted and self._extend_heat()
            for read in self._wanted(0.0 if extended else max(0.0, due - time.monotonic())):
                read()

    def _wanted(self, wait: float) -> Sequence[Callable[[], None]]:
        """Return the pending requests, without those that the next one for the same replaces."""
        wanted: list[Callable[[], None]] = []
        last = ""
        try:
            request = self._requests.get(timeout=wait) if wait else self._requests.get_nowait()
            while request is not None:
                what, read = request
                if what and what == last:
                    wanted.pop()
                wanted.append(read)
                last = what
                request = self._requests.get_nowait()
        except queue.Empty:
            return wanted
        return []

    def _look(self) -> None:
        samples = None
        if time.monotonic() >= self._next_samples:
            self._next_samples = time.monotonic() + _SAMPLES_SECONDS
            samples = self._journal.samples()
        summary = self.look(samples)
        known = self._query.partial(self._query.state(self._journal.values()))
        partial = known or self._partials.latest()
        # A solution that is still to be read takes the place of what was there before.
        if partial is not self._partial and not summary.solutions:
            self._partial = partial
            self._post(PartialRead(partial))

    def _change(self, view: View) -> None:
        if not same_filter(self._view, view):
            self._heat, self._heat_posted, self._next_heat = None, -1, 0.0
        self._view, self._numbers = view, np.zeros(0, dtype=np.int64)
        self._viewed, self._whole, self._next_view = 0, False, 0.0

    def _want_heat(self, *, wanted: bool) -> None:
        self._heat_wanted = wanted
        self._heat_posted, self._next_heat = -1, 0.0

    def _extend_view(self) -> bool:
        """Read more solutions for the view, and make it again when that is due."""
        extended = self._index.extend(self._journal, self._problem)
        now = time.monotonic()
        stale = self._viewed < self._index.known or not (extended or self._whole)
        if stale and (now >= self._next_view or not extended):
            self._numbers = self._index.numbers(self._view)
            self._viewed, self._whole = self._index.known, not extended
            self._next_view = time.monotonic() + _PATIENCE * (time.monotonic() - now)
            self._post(ViewMade(self._numbers, self._viewed, not extended))
        return extended

    def _extend_heat(self) -> bool:
        """Count more solutions for the heat map, and post it when that is due."""
        if self._heat is None:
            self._heat = HeatCounter(self._job, self._problem, self._view)
        extended = self._heat.extend(self._journal, self._index)
        if self._heat.read > self._heat_posted and time.monotonic() >= self._next_heat:
            self._heat_posted = self._heat.read
            self._next_heat = time.monotonic() + _HEAT_SECONDS
            self._post(HeatMade(self._heat.result()))
        return extended

    @property
    def _places(self) -> int:
        """The number of solutions in the view, as far as known."""
        return self._job.summary().solutions if self._view.plain else len(self._numbers)

    def _place_of(self, number: int) -> int:
        """Return the place of a solution in the view; 1 if it is not there."""
        where = np.flatnonzero(self._numbers == number)
        return number if self._view.plain else int(where[0]) + 1 if len(where) else 1

    def _solutions(self, first: int, many: int) -> list[Solutions]:
        """Return consecutive solutions of the view, given the place of the first."""
        if self._view.plain:
            rows = self._journal.solutions(first - 1, many)
        else:
            page = self._numbers[first - 1 : first - 1 + many].tolist()
            rows = [row for number in page for row in self._journal.solutions(number - 1, 1)]
        return [solutions_of(self._problem, [row]) for row in rows]

    def _read_page(self, first: int, many: int) -> None:
        places = self._places
        self._post(PageRead(first, self._solutions(first, many), places))

    def _read(self, place: int) -> None:
        places = self._places
        place = max(1, min(place, places))
        found = self._solutions(place, 1) if places else []
        self._post(SolutionRead(found[0] if found else None, place, places))
