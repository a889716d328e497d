"""A job: a search in a folder of its own, asked for, watched and ended from outside."""

import math
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from filelock import FileLock, Timeout

from lifesat.errors import UserError
from lifesat.jobs.events import Status
from lifesat.jobs.home import job_folder, jobs_folder
from lifesat.jobs.journal import Journal
from lifesat.jobs.options import Options
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.population import Goal
from lifesat.problems.problem import Problem

Request = Literal["work", "pause", "stop"]
State = Literal["new", "running", "paused", "killed"] | Status

_JOURNAL = "journal.sqlite"
_AT_WORK = ("running", "paused")
_FINISHED = ("complete", "none")
# A process that starts while somebody looks whether one is at work waits for him.
_LOCK_SECONDS = 2.0
_STOP_SECONDS = 5.0


@dataclass(frozen=True)
class Summary:
    """A job at a glance.

    Attributes
    ----------
    name
        The job's name.
    label
        What one of its solutions is called; see `lifesat.problems.problem.Problem`.
    state
        ``new``, ``running``, ``paused``, ``killed`` (its process ended in the midst), or the status
        of `lifesat.jobs.events.Done`.
    reason
        Why it failed, or "".
    found, covered, conflicts, seconds
        As in `lifesat.jobs.events.Progress`, over all its runs.
    total
        How many there are to find, or None if that is not known.
    cubes_done, cubes_open
        Parts of the search that are over, and that are not.
    limit
        The most solutions that are wanted, or None.
    created
        When it was made, in UTC, ISO 8601.
    process
        The number of the process at work, or None.
    goal
        As in `lifesat.jobs.options.Options`.
    """

    name: str
    label: str
    state: State
    reason: str
    found: int
    covered: int
    conflicts: int
    seconds: float
    total: int | None
    cubes_done: int
    cubes_open: int
    limit: int | None
    created: str
    process: int | None
    goal: Goal | None


class Job:
    """A job by its name.

    Parameters
    ----------
    name
        Its name, which is its folder's.

    Attributes
    ----------
    name, folder
        The name, and where everything about it is.
    path
        The journal.
    log
        What its process said to nobody.

    Raises
    ------
    UserError
        If there is no such job.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.folder = job_folder(name)
        self.path = self.folder / _JOURNAL
        self.log = self.folder / "log"
        if not self.path.exists():
            raise UserError(f"there is no job {name!r} in {jobs_folder()}")

    @classmethod
    def create(cls, name: str, problem: Problem, options: Options) -> "Job":
        """Make a job, not yet at work.

        Raises
        ------
        UserError
            If there is one of that name, or it cannot be written, or the problem has no such
            encoding.
        """
        # Another version may have another default.
        options = replace(options, encoding=options.encoding_of(problem))
        folder = job_folder(name)
        if folder.exists():
            raise UserError(f"there is a job {name!r} already; `lifesat jobs` lists all")
        values = {
            "problem": problem.to_json(),
            "options": options.to_json(),
            "state": "new",
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            # The job is there at once and whole, or not at all.
            with TemporaryDirectory(dir=folder.parent, prefix=".") as place:
                made = Path(place) / name
                made.mkdir()
                Journal.create(made / _JOURNAL, values).close()
                made.rename(folder)
        except OSError as error:
            raise UserError(f"cannot make the folder {folder}: {error.strerror}") from error
        return cls(name)

    def journal(self) -> Journal:
        """Open the journal; whoever opens it closes it."""
        return Journal(self.path)

    def problem(self) -> Problem:
        """Return what is sought."""
        with self.journal() as journal:
            return problem_from_json(journal.values()["problem"])

    def options(self) -> Options:
        """Return how."""
        with self.journal() as journal:
            return Options.from_json(journal.values()["options"])

    def summary(self) -> Summary:
        """Return the job at a glance."""
        with self.journal() as journal:
            values = journal.values()
            at_work = self.at_work()
            if values["state"] in _AT_WORK and not at_work:
                # A process that has ended in between wrote how; one that was killed did not.
                values = journal.values()
                if values["state"] in _AT_WORK:
                    values["state"] = "killed"
            cubes_done, cubes_open = journal.cubes()
        problem = problem_from_json(values["problem"])
        options = Options.from_json(values["options"])
        total = values.get("total")
        return Summary(
            name=self.name,
            label=problem.label,
            state=values["state"],
            reason=values.get("reason", ""),
            found=values.get("found", 0),
            covered=values.get("covered", 0),
            conflicts=values.get("conflicts", 0),
            seconds=values.get("seconds", 0.0),
            total=None if total is None else int(total),
            cubes_done=cubes_done,
            cubes_open=cubes_open,
            limit=options.limit,
            created=values["created"],
            process=values.get("process") if at_work else None,
            goal=options.goal,
        )

    # ---------------------------------------------------------------- the process at work

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the job, as one process at most may; a process that dies lets it go.

        Raises
        ------
        UserError
            If another process holds it, or the file system cannot lock.
        """
        lock = FileLock(self.folder / "lock", timeout=_LOCK_SECONDS)
        try:
            lock.acquire()
        except Timeout as error:
            raise UserError(f"another process is at work on the job {self.name!r}") from error
        except (NotImplementedError, OSError) as error:
            raise UserError(
                f"{self.folder} is no place for jobs: locks do not work there"
            ) from error
        try:
            yield
        finally:
            lock.release()

    def at_work(self) -> bool:
        """Whether a process holds the job."""
        if not self.path.exists():
            return False  # removed; a lock would make its folder again
        lock = FileLock(self.folder / "lock", timeout=0)
        try:
            with lock:
                return False
        except Timeout:
            return True
        except (NotImplementedError, OSError):
            return False

    def start(self) -> None:
        """Let a process of its own work on the job; it outlives this one and its terminal.

        Raises
        ------
        UserError
            If one is at work already.
        """
        with self._at_rest() as journal:
            # The number of an earlier process may be another program's by now.
            journal.record(values={"state": "new", "process": None})
        self.request("work")
        words = [sys.executable, "-m", "lifesat", "jobs", "run", self.name, "--quiet"]
        with self.log.open("ab") as log:
            process = subprocess.Popen(  # noqa: S603 - our own command
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )
        # It is nobody's business when it ends, but somebody must take note of it.
        threading.Thread(target=process.wait, daemon=True).start()

    def last_words(self) -> str:
        """Return the last line of what its processes said on standard error."""
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return lines[-1] if lines else "it said nothing"

    def request(self, request: Request) -> None:
        """Ask the process at work, which looks several times a second."""
        temporary = self.folder / "request.new"
        temporary.write_text(request)
        temporary.replace(self.folder / "request")

    def requested(self) -> Request:
        """Return what the process at work is asked to do."""
        try:
            text = (self.folder / "request").read_text()
        except FileNotFoundError:
            return "work"
        return "pause" if text == "pause" else "stop" if text == "stop" else "work"

    def change(self, options: Options) -> None:
        """Search in another way from the next start on.

        Parameters
        ----------
        options
            May differ in limits, workers, cluster, encoding and solver, but not in what is listed.

        Raises
        ------
        UserError
            If a process is at work, if there is nothing left to find, or if a limit is set where
            the best is sought.
        """
        if options.goal and options.limit is not None:
            raise UserError(
                f"the job {self.name!r} seeks one with the {options.goal} live cells; a limit is "
                "for lists"
            )
        self._unfinished()
        with self._at_rest() as journal:
            journal.record(values={"options": options.to_json()})

    def resume(self) -> None:
        """Go on: after a pause, a stop, a limit, a failure, or the death of the process.

        Raises
        ------
        UserError
            If there is nothing left to find, or the limits allow no more.
        """
        state, options = self._unfinished(), self.options()
        if state.state in _AT_WORK:
            self.request("work")
            return
        if state.found == options.limit or state.seconds > (options.seconds or math.inf):
            raise UserError(
                f"the job {self.name!r} has reached its limit; --limit, --all or --time-limit "
                "give it another"
            )
        self.start()

    def _unfinished(self) -> Summary:
        """Return the job at a glance; refuse one that has nothing left to find."""
        summary = self.summary()
        if summary.state in _FINISHED:
            raise UserError(f"the job {self.name!r} has found all there is")
        return summary

    def stop(self) -> None:
        """End the process at work; one that does not answer is killed, and nothing is lost."""
        self.request("stop")
        if not self._ended():
            self.kill()

    @contextmanager
    def _at_rest(self) -> Iterator[Journal]:
        """Hold the job and its journal; a process that has told its end may take time to go."""
        if self.summary().state not in _AT_WORK:
            self._ended()
        with self.lock(), self.journal() as journal:
            yield journal

    def _ended(self) -> bool:
        """Wait a little for the process at work to end, and say whether it has."""
        end = time.monotonic() + _STOP_SECONDS
        while self.at_work():
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def kill(self) -> None:
        """Kill the process at work, if there is one."""
        process = self.summary().process
        if process is not None:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            while self.at_work():
                time.sleep(0.02)

    def remove(self) -> None:
        """Remove the job and all it found.

        Raises
        ------
        UserError
            If a process is at work on it.
        """
        with self.lock():
            self.path.unlink()
        shutil.rmtree(self.folder)


def jobs() -> list[Job]:
    """Return all jobs, by name."""
    folder = jobs_folder()
    if not folder.exists():
        return []
    return [Job(path.name) for path in sorted(folder.iterdir()) if (path / _JOURNAL).exists()]
