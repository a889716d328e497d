"""Threads that read jobs and post what they read as messages; they touch no widget."""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from textual.message import Message

from lifesat.errors import UserError
from lifesat.jobs.follow import solutions_of
from lifesat.jobs.job import Job, Summary, jobs
from lifesat.jobs.journal import Journal
from lifesat.problems.problem import Problem

from .figures import Silence
from .messages import JobGone, JobSeen, JobsListed, SolutionRead, ViewMade
from .solutions import Index, Numbers, View

_LIST_SECONDS = 1.0
_SAMPLES_SECONDS = 5.0
# A view of a growing job is made again after this many times the time that making it took.
_PATIENCE = 20
_AT_WORK = ("new", "running", "paused")

Post = Callable[[Message], object]


class _Watch(threading.Thread):
    """A thread that ends soon after it is told to."""

    def __init__(self, post: Post) -> None:
        super().__init__(daemon=True)
        self._post = post
        self._ended = threading.Event()

    def end(self) -> None:
        """Let the thread end by itself."""
        self._ended.set()


class JobsWatch(_Watch):
    """Reads all jobs every second."""

    def __init__(self, post: Post) -> None:
        super().__init__(post)
        self._known: dict[str, tuple[object, Summary]] = {}
        self._silences: dict[str, Silence] = {}
        self._now = threading.Event()

    def look_now(self) -> None:
        """Do not wait for the next second."""
        self._now.set()

    def end(self) -> None:
        """Let the thread end by itself."""
        super().end()
        self._now.set()

    def run(self) -> None:
        """Post the list until told to end."""
        while not self._ended.is_set():
            self._now.clear()
            summaries = self._summaries()
            self._post(JobsListed(summaries, self._silent(summaries)))
            self._now.wait(_LIST_SECONDS)

    def _summaries(self) -> list[Summary]:
        found = []
        # A job may be removed while its folder is read; the next look shows how things are.
        with suppress(UserError, OSError):
            for job in jobs():
                summary = self._summary(job)
                if summary is not None:
                    found.append(summary)
        return sorted(found, key=lambda summary: summary.created, reverse=True)

    def _silent(self, summaries: Sequence[Summary]) -> dict[str, int]:
        """Return the jobs whose process gives no sign of life, and for how many seconds."""
        now = time.monotonic()
        self._silences = {s.name: self._silences.get(s.name) or Silence() for s in summaries}
        silent = {s.name: self._silences[s.name].look(s, now) for s in summaries}
        return {name: seconds for name, seconds in silent.items() if seconds}

    def _summary(self, job: Job) -> Summary | None:
        """Return a job at a glance; one that has ended is read again if its journal changed."""
        written = job.path.with_name(job.path.name + "-wal")
        stamp = job.path.stat().st_mtime_ns, written.stat().st_mtime_ns if written.exists() else 0
        known = self._known.get(job.name)
        if known and known[0] == stamp:
            before = known[1]
            # A process that has told its end takes time to go, and writes nothing more.
            if before.state not in _AT_WORK and before.process is None:
                return before
        try:
            summary = job.summary()
        except UserError:
            return None
        self._known[job.name] = stamp, summary
        return summary


@dataclass(frozen=True)
class _Ask:
    """Which solution is wanted: by its place in the view, or by its number."""

    place: int | None = None
    number: int | None = None


class JobWatch(_Watch):
    """Reads one job: at a glance several times a second, and the solutions that are asked for.

    Parameters
    ----------
    job
        The job.
    post
        Takes the messages.
    updates
        How often a second to look.
    """

    def __init__(self, job: Job, post: Post, updates: int) -> None:
        super().__init__(post)
        self._job = job
        self._pause = 1 / updates
        self._asked: queue.SimpleQueue[_Ask | View | None] = queue.SimpleQueue()
        self._silence = Silence()
        self._view = View()
        self._index = Index()
        self._numbers: Numbers | None = None
        self._viewed = 0
        self._whole = False
        self._next_view = 0.0
        self._next_samples = 0.0

    def show(self, place: int) -> None:
        """Ask for the solution at a place of the view, from 1; beyond the last is the last."""
        self._asked.put(_Ask(place=place))

    def show_number(self, number: int) -> None:
        """Ask for a solution by its number, or the first of the view if it is not in it."""
        self._asked.put(_Ask(number=number))

    def view(self, view: View) -> None:
        """Ask for another order or other conditions."""
        self._asked.put(view)

    def end(self) -> None:
        """Let the thread end by itself."""
        super().end()
        self._asked.put(None)

    def run(self) -> None:
        """Post what is read until told to end, or until the job is gone."""
        try:
            problem = self._job.problem()
            with self._job.journal() as journal:
                self._follow(journal, problem)
        except (UserError, OSError) as error:
            self._post(JobGone(str(error)))

    def _follow(self, journal: Journal, problem: Problem) -> None:
        due = 0.0
        while not self._ended.is_set():
            if time.monotonic() >= due:
                self._look(journal)
                due = time.monotonic() + self._pause
            learnt = not self._view.plain and self._learn(journal, problem)
            wait = 0.0 if learnt else max(0.0, due - time.monotonic())
            for wanted in self._wanted(wait):
                if isinstance(wanted, View):
                    self._change(wanted)
                else:
                    self._read(journal, problem, wanted)

    def _wanted(self, wait: float) -> Sequence[_Ask | View]:
        """Return what was asked for, of several solutions the last alone."""
        asked: list[_Ask | View] = []
        try:
            first = self._asked.get(timeout=wait) if wait else self._asked.get_nowait()
            while first is not None:
                if asked and isinstance(asked[-1], _Ask) and isinstance(first, _Ask):
                    asked.pop()
                asked.append(first)
                first = self._asked.get_nowait()
        except queue.Empty:
            return asked
        return []

    def _look(self, journal: Journal) -> None:
        if not self._job.path.exists():
            raise UserError(f"the job {self._job.name!r} was removed")
        samples = None
        if time.monotonic() >= self._next_samples:
            self._next_samples = time.monotonic() + _SAMPLES_SECONDS
            samples = journal.samples()
        summary = self._job.summary()
        silent = self._silence.look(summary, time.monotonic())
        self._post(JobSeen(summary, samples, silent))

    def _change(self, view: View) -> None:
        self._view, self._numbers = view, None
        self._viewed, self._whole, self._next_view = 0, False, 0.0

    def _learn(self, journal: Journal, problem: Problem) -> bool:
        """Read on for the view, and make it anew when that is due."""
        learnt = self._index.learn(journal, problem)
        now = time.monotonic()
        stale = self._viewed < self._index.known or not (learnt or self._whole)
        if stale and (now >= self._next_view or not learnt):
            self._numbers = self._index.numbers(self._view)
            self._viewed, self._whole = self._index.known, not learnt
            self._next_view = time.monotonic() + _PATIENCE * (time.monotonic() - now)
            self._post(ViewMade(self._numbers, self._viewed, not learnt))
        return learnt

    def _read(self, journal: Journal, problem: Problem, ask: _Ask) -> None:
        if self._view.plain:
            places = self._job.summary().found
            place = ask.number if ask.place is None else ask.place
        else:
            numbers = np.zeros(0, dtype=np.int64) if self._numbers is None else self._numbers
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
