"""A job: a query in a folder of its own, controlled by other processes."""

import errno
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from filelock import FileLock, Timeout

if sys.platform != "win32":
    import fcntl

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.jobs.journal import KEPT, Journal
from lifesat.jobs.paths import is_job_name, job_folder, jobs_folder
from lifesat.jobs.stall import stop_seconds
from lifesat.jobs.summary import Summary, reporting_damage, summary_of
from lifesat.problems.problem import Problem
from lifesat.queries.events import Known
from lifesat.queries.query import ProblemQuery, Query, query_from_json
from lifesat.system import processes
from lifesat.system.files import write_bytes

Request = Literal["work", "pause", "stop"]

JOURNAL = "journal.sqlite"
"""The name of the journal in a job's folder."""
_AT_WORK = ("running", "paused")
# A process that starts waits this long for one that only tests the lock.
_LOCK_SECONDS = 2.0
_UNWRITABLE = (errno.EACCES, errno.EPERM, errno.EROFS)


class NothingLeftError(UserError):
    """A job cannot continue because it has nothing left to do."""


class Job:
    """A job, identified by its name.

    Parameters
    ----------
    name
        The name of the job and of its folder.

    Attributes
    ----------
    name, folder
        The name of the job, and the folder that holds its files.
    path
        The journal.
    log
        The file with the standard error of its processes.

    Raises
    ------
    UserError
        If the job does not exist.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.folder = job_folder(name)
        self.path = self.folder / JOURNAL
        self.log = self.folder / "log"
        if not self.path.exists():
            raise UserError(f"there is no job {name!r} in {jobs_folder()}")

    @classmethod
    def create(
        cls,
        name: str,
        query: Query,
        options: Options,
        total: int | None = None,
    ) -> "Job":
        """Create a job without starting it.

        Parameters
        ----------
        name
            The name of the job.
        query, options
            The query that the job answers, and the options of the search.
        total
            The total number of solutions, if it is already known.

        Raises
        ------
        UserError
            If a job of that name exists, its folder cannot be written, or the options are not
            valid for the query.
        MemoryLimitError
            If the formula would take too much memory.
        """
        options = query.for_job(options)
        query.check(options)
        folder = job_folder(name)
        if folder.exists():
            raise UserError(f"the job {name!r} already exists; `lifesat jobs` lists all jobs")
        values = {
            "query": query.to_json(),
            "options": options.to_json(),
            "state": "new",
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        if total is not None:
            values["total"] = str(total)
        _make_folder(folder, values, repeats=query.repeats)
        return cls(name)

    def journal(self) -> Journal:
        """Open the journal; the caller closes it."""
        return Journal(self.path)

    def query(self) -> Query:
        """Return the query that the job answers."""
        with self.journal() as journal, reporting_damage(self.path):
            return query_from_json(journal.values()["query"])

    def known(self) -> Known:
        """Return what is known so far of an answer that is not a list of solutions."""
        with self.journal() as journal, reporting_damage(self.path):
            values = journal.values()
            query = query_from_json(values["query"])
            return Known(query, query.State(), query.state(values))

    def problem(self) -> Problem:
        """Return the problem that the query is about, whose words name its solutions.

        Raises
        ------
        UserError
            If the query is about several problems.
        """
        query = self.query()
        if not isinstance(query, ProblemQuery):
            raise UserError(f"the job {self.name!r} is about {query.nouns}, not about one problem")
        return query.named_problem

    def options(self) -> Options:
        """Return the options of the search."""
        with self.journal() as journal, reporting_damage(self.path):
            return Options.from_json(journal.values()["options"])

    def summary(self) -> Summary:
        """Return a summary of the job.

        Raises
        ------
        UserError
            If the journal cannot be read or is damaged.
        """
        with self.journal() as journal, reporting_damage(self.path):
            values = journal.values()
            at_work = self.at_work()
            if values["state"] in _AT_WORK and not at_work:
                # A process that has just ended has written its state; one that was killed has not.
                values = journal.values()
                if values["state"] in _AT_WORK:
                    values["state"] = "killed"
            return summary_of(self.name, values, journal.cubes(), at_work=at_work)

    # ---------------------------------------------------------------- the process at work

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the lock of the job, which the system releases if this process dies.

        Raises
        ------
        UserError
            If another process holds it, or the file system does not support locks.
        """
        lock = FileLock(self.folder / "lock", timeout=_LOCK_SECONDS)
        try:
            lock.acquire()
        except Timeout as error:
            raise UserError(f"another process is at work on the job {self.name!r}") from error
        except (NotImplementedError, OSError) as error:
            unwritable = isinstance(error, OSError) and error.errno in _UNWRITABLE
            raise UserError(
                f"the folder {self.folder} cannot be written"
                if unwritable
                else f"{self.folder} is not usable for jobs: its file system does not support locks"
            ) from error
        try:
            yield
        finally:
            lock.release()

    def at_work(self) -> bool:
        """Return whether a process holds the lock of the job."""
        if not self.path.exists():
            return False  # the job was removed; a lock would create its folder again
        path = self.folder / "lock"
        try:
            with FileLock(path, timeout=0):
                return False
        except Timeout:
            return True
        except (NotImplementedError, OSError):
            return _held(path)

    def start(self) -> None:
        """Start a process that works on the job; it outlives this process and its terminal.

        Raises
        ------
        UserError
            If a process is already at work on the job.
        """
        with self._at_rest() as journal:
            # First, so that a full disk leaves the state as it is.
            self.request("work")
            # The system may have given the number of an earlier process to another program.
            journal.record(values={"state": "new", "process": None})
        with self.log.open("ab") as log:
            command = processes.command("jobs", "run", self.name, "--quiet")
            process = processes.start_detached(command, log)
        # Waiting for it prevents a zombie process.
        threading.Thread(target=process.wait, daemon=True).start()

    def last_message(self) -> str:
        """Return the last line that the job's processes wrote to standard error."""
        lines = self.log.read_text("locale", "replace").splitlines() if self.log.exists() else []
        return lines[-1] if lines else "it wrote no message"

    def request(self, request: Request) -> None:
        """Send a request to the process at work, which reads it several times a second."""
        write_bytes(self.folder / "request", request.encode(), force=True)

    def requested(self) -> Request:
        """Return the last request to the process at work."""
        try:
            text = (self.folder / "request").read_text("ascii")
        except FileNotFoundError:
            return "work"
        return "pause" if text == "pause" else "stop" if text == "stop" else "work"

    def change(self, options: Options) -> None:
        """Change the options; they take effect at the next start.

        Parameters
        ----------
        options
            May differ in limits, workers, cluster, encoding and solver, but not in the options that
            decide which solutions are listed.

        Raises
        ------
        NothingLeftError
            If there is nothing left to find.
        UserError
            If a process is at work, if there is a limit and the answer is not a list, or if the
            options are not valid for the query.
        """
        query = self.query()
        if not query.limited and options.limit is not None:
            raise UserError(
                f"the job {self.name!r} looks for the {query.nouns}; a limit applies to lists only"
            )
        self._unfinished()
        query.check(options)
        with self._at_rest() as journal:
            journal.record(values={"options": options.to_json()})

    def resume(self) -> None:
        """Continue after a pause, a stop, a limit, a failure, or the death of the process.

        Raises
        ------
        NothingLeftError
            If there is nothing left to find.
        UserError
            If a limit has been reached.
        """
        state, options = self._unfinished(), self.options()
        if state.state in _AT_WORK:
            self.request("work")
            return
        time_is_over = (
            options.time_limit is not None and state.progress.seconds >= options.time_limit
        )
        if state.progress.found == options.limit or time_is_over:
            raise UserError(
                f"the job {self.name!r} has reached its limit; resume it with a higher limit or "
                "time limit, or without one"
            )
        self.start()

    def _unfinished(self) -> Summary:
        """Return a summary; raise `NothingLeftError` if the job has nothing left to do."""
        summary = self.summary()
        if summary.nothing_left:
            raise NothingLeftError(summary.nothing_left)
        return summary

    def stop(self) -> None:
        """Stop the process at work; kill it if it does not respond, which loses no solutions."""
        self.request("stop")
        if not self._ended():
            self.kill()

    @contextmanager
    def _at_rest(self) -> Iterator[Journal]:
        """Hold the lock and open the journal, after a process that recorded its end has ended."""
        if self.summary().state not in _AT_WORK:
            self._ended()
        with self.lock(), self.journal() as journal:
            yield journal

    def _ended(self) -> bool:
        """Wait a few seconds for the process at work to end, and return whether it has."""
        end = time.monotonic() + stop_seconds()
        while self.at_work():
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def kill(self) -> None:
        """Kill the process at work, if any.

        Raises
        ------
        UserError
            If the process belongs to another user.
        """
        process = self.summary().process
        if process is not None:
            try:
                processes.kill(process)
            except PermissionError as error:
                raise UserError(
                    f"cannot kill the process {process} of the job {self.name!r}: {error.strerror}"
                ) from error
            while self.at_work():
                time.sleep(0.02)

    def remove(self) -> None:
        """Remove the job and its solutions.

        Raises
        ------
        UserError
            If a process is at work on the job, or it was already removed.
        """
        if not self.path.exists():  # the lock would make the folder again
            raise UserError(f"there is no job {self.name!r}")
        with self.lock():
            self.path.unlink()
        shutil.rmtree(self.folder)


def _make_folder(folder: Path, values: dict[str, str], *, repeats: bool) -> None:
    """Create the folder of a job and its journal with these values, all or nothing."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Creation is atomic: the folder appears under its name when it is complete.
        with TemporaryDirectory(dir=folder.parent, prefix=".") as temporary:
            made = Path(temporary) / folder.name
            made.mkdir()
            try:
                Journal.create(made / JOURNAL, values, repeats=repeats).close()
            except UserError as error:
                # The user knows the folder by its name, and has lost nothing.
                reason = str(error).removeprefix(f"{made / JOURNAL}: ").removesuffix(KEPT)
                reason = reason.replace(str(made), str(folder))
                raise UserError(f"cannot make the job {folder.name!r}: {reason}") from error
            made.rename(folder)
    except OSError as error:
        raise UserError(f"cannot make the folder {folder}: {error.strerror}") from error


def jobs() -> list[Job]:
    """Return all jobs, sorted by name; `lifesat.jobs.listing` also includes damaged folders."""
    folder = jobs_folder()
    if not folder.exists():
        return []
    names = sorted(path.name for path in folder.iterdir() if (path / JOURNAL).exists())
    return [Job(name) for name in names if is_job_name(name)]


def _held(path: Path) -> bool:
    """Return whether a process holds a lock file that this process cannot write."""
    if sys.platform == "win32":
        return False
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # the lock file does not exist, so no process has ever held it
        return False
    return False
