"""The thread that reads one job and posts messages; it never accesses widgets."""

import queue
import time
from abc import abstractmethod
from collections.abc import Sequence
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
from lifesat.problems.problem import Problem
from lifesat.queries.events import Solutions
from lifesat.queries.query import PartialBoard

from ..shared.threads import Post, Watch
from .heat import Heat, HeatCounter, same_filter
from .solutions import Index, Numbers, View

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


@dataclass(frozen=True)
class _Request:
    """A request for a solution, by its place in the view or by its number."""

    place: int | None = None
    number: int | None = None


@dataclass(frozen=True)
class _PageRequest:
    """A request for consecutive solutions of the view, by the place of the first."""

    first: int
    many: int


@dataclass(frozen=True)
class _HeatRequest:
    """A request to start or to stop counting for the heat map."""

    wanted: bool


_Asked = _Request | _PageRequest | View | _HeatRequest


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
        self._requests: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._view = View()
        self._index = Index()
        self._numbers: Numbers | None = None
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
        self._requests.put(_Request(place=place))

    def show_number(self, number: int) -> None:
        """Request a solution by its number, or the first of the view if the view lacks it."""
        self._requests.put(_Request(number=number))

    def show_page(self, first: int, many: int) -> None:
        """Request consecutive solutions of the view, beginning at a place."""
        self._requests.put(_PageRequest(first, many))

    def view(self, view: View) -> None:
        """Change the order and the filter."""
        self._requests.put(view)

    def heat(self, *, wanted: bool) -> None:
        """Request the heat map of the solutions in the view, until it is no longer wanted."""
        self._requests.put(_HeatRequest(wanted))

    def end(self) -> None:
        """Ask the thread to end."""
        super().end()
        self._requests.put(None)

    def follow(self, journal: Journal) -> None:
        """Read and post until `end` is called."""
        problem = self._job.problem()
        self._partials = PartialReader(self._job, problem)
        due = 0.0
        while not self._ended.is_set():
            if time.monotonic() >= due:
                self._look(journal)
                due = time.monotonic() + self._pause
            extended = not self._view.plain and self._extend_view(journal, problem)
            extended |= self._heat_wanted and self._extend_heat(journal, problem)
            wait = 0.0 if extended else max(0.0, due - time.monotonic())
            for wanted in self._wanted(wait):
                if isinstance(wanted, View):
                    self._change(wanted)
                elif isinstance(wanted, _HeatRequest):
                    self._heat_wanted = wanted.wanted
                    self._heat_posted, self._next_heat = -1, 0.0
                elif isinstance(wanted, _PageRequest):
                    self._read_page(journal, problem, wanted)
                else:
                    self._read(journal, problem, wanted)

    def _wanted(self, wait: float) -> Sequence[_Asked]:
        """Return the pending requests, without those that a later one of the same type replaces."""
        requests: list[_Asked] = []
        try:
            first = self._requests.get(timeout=wait) if wait else self._requests.get_nowait()
            while first is not None:
                replaced = isinstance(first, _Request | _PageRequest)
                if requests and replaced and type(requests[-1]) is type(first):
                    requests.pop()
                requests.append(first)
                first = self._requests.get_nowait()
        except queue.Empty:
            return requests
        return []

    def _look(self, journal: Journal) -> None:
        samples = None
        if time.monotonic() >= self._next_samples:
            self._next_samples = time.monotonic() + _SAMPLES_SECONDS
            samples = journal.samples()
        summary = self.look(samples)
        known = self._query.partial(self._query.state(journal.values()))
        partial = known or self._partials.latest()
        # A solution that is still to be read takes the place of what was there before.
        if partial is not self._partial and not summary.solutions:
            self._partial = partial
            self._post(PartialRead(partial))

    def _change(self, view: View) -> None:
        if not same_filter(self._view, view):
            self._heat, self._heat_posted, self._next_heat = None, -1, 0.0
        self._view, self._numbers = view, None
        self._viewed, self._whole, self._next_view = 0, False, 0.0

    def _extend_view(self, journal: Journal, problem: Problem) -> bool:
        """Read more solutions for the view, and make it again when that is due."""
        extended = self._index.extend(journal, problem)
        now = time.monotonic()
        stale = self._viewed < self._index.known or not (extended or self._whole)
        if stale and (now >= self._next_view or not extended):
            self._numbers = self._index.numbers(self._view)
            self._viewed, self._whole = self._index.known, not extended
            self._next_view = time.monotonic() + _PATIENCE * (time.monotonic() - now)
            self._post(ViewMade(self._numbers, self._viewed, not extended))
        return extended

    def _extend_heat(self, journal: Journal, problem: Problem) -> bool:
        """Count more solutions for the heat map, and post it when that is due."""
        if self._heat is None:
            self._heat = HeatCounter(self._job, problem, self._view)
        extended = self._heat.extend(journal, self._index)
        if self._heat.read > self._heat_posted and time.monotonic() >= self._next_heat:
            self._heat_posted = self._heat.read
            self._next_heat = time.monotonic() + _HEAT_SECONDS
            self._post(HeatMade(self._heat.result()))
        return extended

    def _viewed_numbers(self) -> Numbers:
        """Return the numbers of the solutions in a view that is not plain, as far as known."""
        return np.zeros(0, dtype=np.int64) if self._numbers is None else self._numbers

    def _read_page(self, journal: Journal, problem: Problem, ask: _PageRequest) -> None:
        if self._view.plain:
            places = self._job.summary().solutions
            rows = journal.solutions(ask.first - 1, ask.many)
        else:
            numbers = self._viewed_numbers()
            places = len(numbers)
            page = numbers[ask.first - 1 : ask.first - 1 + ask.many].tolist()
            rows = [row for number in page for row in journal.solutions(number - 1, 1)]
        solutions = [solutions_of(problem, [row]) for row in rows]
        self._post(PageRead(ask.first, solutions, places))

    def _read(self, journal: Journal, problem: Problem, ask: _Request) -> None:
        if self._view.plain:
            places = self._job.summary().solutions
            place = ask.number if ask.place is None else ask.place
        else:
            numbers = self._viewed_numbers()
            places, place = len(numbers), ask.place
            if place is None:
                where = np.flatnonzero(numbers == ask.number)
                place = int(where[0]) + 1 if len(where) else 1
        place = max(1, min(place or 1, places))
        number = 0
        if places:
            number = place if self._view.plain else int(numbers[place - 1])
        rows = journal.solutions(number - 1, 1) if number else []
        solution = solutions_of(problem, rows) if rows else None
        self._post(SolutionRead(solution, place, places))
