"""The partial predecessor of a job: a file in its folder, which each new one replaces.

The journal holds what has been found for good; a partial predecessor is worthless once there is a
longer one.
"""

from contextlib import suppress
from pathlib import Path

from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat.problems.problem import Problem
from lifesat.queries.events import Partial, to_json
from lifesat.system.files import write_bytes

_NAME = "partial.json"


def write_partial(job: Job, partial: Partial) -> None:
    """Replace the partial predecessor of a job; if it cannot be written, the last one stays."""
    with suppress(UserError):
        write_bytes(job.folder / _NAME, to_json(partial).encode(), force=True)


def remove_partial(job: Job) -> None:
    """Remove the partial predecessor of a job, if there is one."""
    with suppress(OSError):
        (job.folder / _NAME).unlink()


class PartialReader:
    """Reads the partial predecessor of a job, again only after it was replaced."""

    def __init__(self, job: Job, problem: Problem) -> None:
        self._path = job.folder / _NAME
        self._problem = problem
        self._stamp: object = None
        self._last: Partial | None = None

    def latest(self) -> Partial | None:
        """Return the partial predecessor, or None; the same object until it is replaced."""
        self.replaced()
        return self._last

    def replaced(self) -> Partial | None:
        """Return the partial predecessor if it has been replaced since the last call, or None.

        A damaged file counts as none, since the search does not depend on it.
        """
        stamp = _stamp(self._path)
        if stamp == self._stamp:
            return None
        self._stamp, self._last = stamp, None
        with suppress(OSError, UnicodeDecodeError, UserError):
            self._last = Partial.from_json(self._path.read_text("utf-8"), self._problem)
        return self._last


def _stamp(path: Path) -> object:
    """Return a value that changes when a file is replaced, or None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_ino, status.st_mtime_ns, status.st_size) if path.is_file() else None
