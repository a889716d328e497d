"""Removed jobs that can be restored until the process that removed them ends."""

import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from filelock import FileLock, Timeout

from lifesat.errors import UserError
from lifesat.jobs.home import job_folder, jobs_folder
from lifesat.jobs.job import Job

# The dot keeps these folders out of the list of jobs.
_PREFIX = ".removed-"
_LOCK = "lock"


class Trash:
    """The jobs that this process has removed.

    They lie in a folder of their own beside the others, so that moving one is a single step. The
    process holds a lock there; what a process left that was killed is deleted by the next one.
    """

    def __init__(self) -> None:
        self._names: list[str] = []
        self._folder: Path | None = None
        self._lock: FileLock | None = None

    @property
    def last(self) -> str:
        """The name of the job removed last, or ""."""
        return self._names[-1] if self._names else ""

    def take(self, job: Job) -> None:
        """Remove a job.

        Raises
        ------
        UserError
            If a process is at work on it, it was removed already, or nothing can be written.
        """
        if not job.path.exists():  # the lock would make the folder again
            raise UserError(f"there is no job {job.name!r}")
        with job.lock():
            pass
        try:
            place = self._place() / f"{len(self._names)}"
            job.folder.rename(place)
        except OSError as error:
            raise UserError(f"cannot remove {job.folder}: {error.strerror}") from error
        self._names.append(job.name)

    def restore(self) -> str:
        """Restore the job removed last, and return its name.

        Raises
        ------
        UserError
            If there is none, its name has been used since, or nothing can be written.
        """
        if not self._names:
            raise UserError("no job has been deleted since the application was started")
        name, folder = self._names[-1], job_folder(self._names[-1])
        if folder.exists():
            raise UserError(f"another job has the name {name!r} now; delete or finish it first")
        try:
            (self._place() / f"{len(self._names) - 1}").rename(folder)
        except OSError as error:
            raise UserError(f"cannot restore {folder}: {error.strerror}") from error
        self._names.pop()
        return name

    def empty(self) -> None:
        """Delete the removed jobs."""
        if self._folder is not None and self._lock is not None:
            self._lock.release()
            shutil.rmtree(self._folder, ignore_errors=True)
            self._names, self._folder, self._lock = [], None, None

    def _place(self) -> Path:
        """Return the folder of this process."""
        if self._folder is None:
            self._folder = Path(mkdtemp(dir=jobs_folder(), prefix=_PREFIX))
            self._lock = FileLock(self._folder / _LOCK)
            self._lock.acquire()
        return self._folder


def delete_abandoned() -> None:
    """Delete what processes left that ended without emptying their trash."""
    for folder in jobs_folder().glob(f"{_PREFIX}*"):
        with suppress(Timeout, OSError, NotImplementedError):
            with FileLock(folder / _LOCK, timeout=0):
                pass
            shutil.rmtree(folder, ignore_errors=True)
