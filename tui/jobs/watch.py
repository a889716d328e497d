"""The thread that reads all jobs and posts messages; it never accesses widgets."""

import gc
import os
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from textual.message import Message

from lifesat.jobs.job import JOURNAL
from lifesat.jobs.listing import BadJob, folder_names, in_order, read_job
from lifesat.jobs.paths import jobs_folder
from lifesat.jobs.stall import StallDetector
from lifesat.jobs.summary import Summary

from ..shared.threads import Post, Watch

_LIST_SECONDS = 1.0
# How often to show the jobs read so far while all jobs are read for the first time.
_PART_SECONDS = 1.0
# All jobs are read again after this multiple of the time that reading took, at most the seconds
# below. Until then only jobs that may change by themselves are read.
_PATIENCE = 100
_MOST_SECONDS = 60.0
# With this many jobs, garbage collection takes longer than a key should.
_MANY = 1000
_UNFINISHED = ("new", "running", "paused")

# When the journal of a job was written, and what was added to it.
_Stamp = tuple[int | None, int | None]
_Listed = tuple[list[Summary], dict[str, int], list[BadJob]]


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


class JobsWatch(Watch):
    """Reads the jobs that may change every second, and all jobs as often as that is cheap."""

    def __init__(self, post: Post) -> None:
        super().__init__(post)
        self._stamps: dict[str, _Stamp] = {}
        self._seen: dict[str, Summary | BadJob] = {}
        self._detectors: dict[str, StallDetector] = {}
        # The jobs as they were sorted last, and the names of those that may change; None if others
        # were seen since.
        self._sorted: tuple[list[Summary], list[BadJob], list[str]] | None = None
        self._listed: _Listed | None = None
        self._now = threading.Event()
        self._next_whole = 0.0
        self._folder: object = None

    def read_now(self) -> None:
        """Read all jobs now."""
        self._next_whole = 0.0
        self._now.set()

    def end(self) -> None:
        """Ask the thread to end."""
        super().end()
        self._now.set()

    def run(self) -> None:
        """Post the list when it has changed, until `end` is called."""
        while not self._ended.is_set():
            self._now.clear()
            try:
                listed = self.read()
            except OSError as error:
                # The last list stays on the screen.
                self._post(JobsUnread(f"cannot read {jobs_folder()}: {error.strerror or error}"))
            else:
                if listed != self._listed:
                    if self._listed is None and len(self._seen) >= _MANY:
                        gc.collect()
                        gc.freeze()
                    self._post(JobsListed(*listed))
                    self._listed = listed
            self._now.wait(_LIST_SECONDS)

    def read(self) -> _Listed:
        """Read what may have changed; return the jobs, the silent ones and the unreadable ones.

        Raises OSError if the folder of all jobs cannot be read.
        """
        begin = time.monotonic()
        folder = _changed(str(jobs_folder()))
        if begin >= self._next_whole or folder != self._folder:
            self._folder = folder
            self._read_all()
            pause = min(_PATIENCE * (time.monotonic() - begin), _MOST_SECONDS)
            self._next_whole = time.monotonic() + pause
        else:
            root = str(jobs_folder())
            for name in self._in_order()[2]:
                self._read(name, _stamp(root, name))
        summaries, bad, _ = self._in_order()
        return summaries, self._silent(), bad

    def _in_order(self) -> tuple[list[Summary], list[BadJob], list[str]]:
        """Return the jobs, the unreadable ones, and the names of those that may change."""
        if self._sorted is None:
            changing = [name for name, seen in self._seen.items() if _may_change(seen)]
            self._sorted = (*in_order(self._seen.values()), changing)
        return self._sorted

    def _read_all(self) -> None:
        """Read all jobs; the first time, post the progress."""
        root, names = str(jobs_folder()), folder_names()
        for name in self._seen.keys() - set(names):
            del self._seen[name]
            self._sorted = None
        stamps = {name: _stamp(root, name) for name in names}
        if self._listed is None:
            # What was written last comes first, since it is what the user looks for.
            names.sort(key=lambda name: stamps[name][0] or 0, reverse=True)
        due = time.monotonic() + _PART_SECONDS
        for number, name in enumerate(names):
            if self._ended.is_set():
                return
            self._read(name, stamps[name])
            if self._listed is None and time.monotonic() >= due:
                self._post_part(f"reading the jobs: {number + 1:,} of {len(names):,} …")
                due = time.monotonic() + _PART_SECONDS

    def _post_part(self, reading: str) -> None:
        """Post the jobs that have been read so far."""
        summaries, bad, _ = self._in_order()
        self._post(JobsListed(summaries, self._silent(), bad, reading))

    def _read(self, name: str, stamp: _Stamp) -> None:
        """Read a job, but one that has ended only if its journal has changed."""
        known = self._seen.get(name)
        if isinstance(known, Summary) and not _may_change(known) and self._stamps[name] == stamp:
            return
        seen = read_job(name)
        if seen is None:
            self._seen.pop(name, None)
            self._sorted = None
            return
        self._stamps[name] = stamp
        if seen != known:
            self._seen[name] = seen
            self._sorted = None

    def _silent(self) -> dict[str, int]:
        """Return the jobs whose process does not respond, each with the seconds."""
        now = time.monotonic()
        waited_for = {
            name: s for name in self._in_order()[2] if isinstance(s := self._seen[name], Summary)
        }
        self._detectors = {
            name: self._detectors.get(name) or StallDetector() for name in waited_for
        }
        silent = {name: self._detectors[name].look(s, now) for name, s in waited_for.items()}
        return {name: seconds for name, seconds in silent.items() if seconds}


def _may_change(job: Summary | BadJob) -> bool:
    """Return whether a job may change without a write to its journal."""
    # A process may still be alive after it has recorded its end.
    return isinstance(job, BadJob) or job.state in _UNFINISHED or job.process is not None


def _stamp(root: str, name: str) -> _Stamp:
    # Thousands of times in a row: joining the texts takes a tenth of the time of `Path`.
    journal = f"{root}/{name}/{JOURNAL}"
    return _changed(journal), _changed(f"{journal}-wal")


def _changed(path: str) -> int | None:
    """Return a value that changes when a file or folder is written; None if there is none."""
    try:
        return os.stat(path).st_mtime_ns  # noqa: PTH116
    except OSError:
        return None
