"""Deleted jobs, which are kept for a week and can be restored."""

import re
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from lifesat.errors import UserError
from lifesat.jobs.paths import jobs_folder

KEPT_SECONDS = 7 * 24 * 3600.0
"""How long a deleted job is kept."""

# Among the jobs, so that moving one is a single step; the dot keeps it out of their list.
_FOLDER = ".trash"
_ENTRY = re.compile(r"(\d{20})_(.+)", re.DOTALL)


@dataclass(frozen=True)
class Deleted:
    """A deleted job."""

    # Perhaps of a folder that could not be read as a job.
    name: str
    # Nanoseconds since 1970.
    time: int

    @property
    def place(self) -> Path:
        """The folder that holds the deleted job."""
        return _folder() / f"{self.time:020d}_{self.name}"

    def restore(self) -> None:
        """Move it back to the jobs; raise `UserError` if another job has its name now."""
        folder = jobs_folder() / self.name
        if folder.exists():
            raise UserError(f"another job has the name {self.name!r} now; delete it first")
        try:
            self.place.rename(folder)
        except OSError as error:
            raise UserError(f"cannot restore {folder}: {error.strerror}") from error


def delete(name: str) -> Deleted:
    """Move a job, or a folder that cannot be read as one, to the trash.

    Raises `UserError` if a process is at work on it.
    """
    folder = jobs_folder() / name
    if not folder.is_dir():
        raise UserError(f"there is no job {name!r}")
    try:
        with FileLock(folder / "lock", timeout=0):
            pass
    except Timeout as error:
        raise UserError(f"another process is at work on the job {name!r}") from error
    except (NotImplementedError, OSError):
        pass  # no process can be at work in a folder without a lock
    deleted = Deleted(name, time.time_ns())
    try:
        _folder().mkdir(exist_ok=True)
        folder.rename(deleted.place)
    except OSError as error:
        raise UserError(f"cannot delete {folder}: {error.strerror}") from error
    return deleted


def deleted_jobs() -> list[Deleted]:
    """Return the deleted jobs that are still kept, the most recent first."""
    found = []
    with suppress(OSError):
        names = [path.name for path in _folder().iterdir()]
        entries = [entry for name in names if (entry := _ENTRY.fullmatch(name))]
        found = [Deleted(entry[2], int(entry[1])) for entry in entries]
    return sorted(found, key=lambda deleted: deleted.time, reverse=True)


def purge(kept_seconds: float = KEPT_SECONDS) -> int:
    """Remove for good the jobs deleted more than `kept_seconds` ago, and return their number."""
    until = time.time_ns() - int(kept_seconds * 1e9)
    old = [deleted for deleted in deleted_jobs() if deleted.time <= until]
    for deleted in old:
        shutil.rmtree(deleted.place, ignore_errors=True)
    return len(old)


class Trash:
    """The jobs that this process has deleted and can restore."""

    def __init__(self) -> None:
        # What was deleted together is restored together.
        self._groups: list[list[Deleted]] = []

    @property
    def last(self) -> str:
        """The name of the job deleted last, or ""."""
        self._forget()
        return self._groups[-1][-1].name if self._groups else ""

    def take(self, name: str, group: list[Deleted] | None = None) -> None:
        """Delete a job.

        Jobs deleted with the same `group` are restored together; None stands for a new group.
        """
        group = [] if group is None else group
        group.append(delete(name))
        if not any(group is known for known in self._groups):
            self._groups.append(group)

    def restore(self) -> str:
        """Restore the last group, and return the name of its job, or how many jobs it had.

        Raises `UserError` if no deleted job is left, or as `Deleted.restore` does.
        """
        self._forget()
        if not self._groups:
            raise UserError("no job has been deleted since the application was started")
        group, names = self._groups[-1], []
        while group:
            group[-1].restore()
            names.append(group.pop().name)
        self._groups.pop()
        return names[0] if len(names) == 1 else f"{len(names):,} jobs"

    def _forget(self) -> None:
        """Forget jobs that are no longer in the trash."""
        for group in self._groups:
            group[:] = [deleted for deleted in group if deleted.place.exists()]
        self._groups = [group for group in self._groups if group]


def _folder() -> Path:
    return jobs_folder() / _FOLDER
