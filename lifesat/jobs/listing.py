"""All jobs, including those that cannot be read."""

from collections.abc import Iterable
from dataclasses import dataclass

from lifesat.errors import UserError
from lifesat.jobs.job import JOURNAL, Job
from lifesat.jobs.paths import jobs_folder
from lifesat.jobs.summary import Summary
from lifesat.system.printing import printable


@dataclass(frozen=True)
class BadJob:
    """A folder among the jobs that cannot be read as a job."""

    # With escapes for unprintable characters.
    name: str
    reason: str
    # The exact name of the folder; "" if `name` has no escapes.
    folder: str = ""


def folder_names() -> list[str]:
    """Return the names of the folders that hold or may hold a job, sorted; may raise `OSError`."""
    folder = jobs_folder()
    if not folder.exists():
        return []
    return sorted(path.name for path in folder.iterdir() if _is_job(path.name))


def read_job(name: str) -> Summary | BadJob | None:
    """Return a summary of a job, why it cannot be read, or None if it was removed."""
    try:
        return Job(name).summary()
    except UserError as error:
        reason = str(error).removeprefix(f"{jobs_folder() / name / JOURNAL}: ")
        if not _exists(name, JOURNAL):
            reason = f"its file {JOURNAL} is missing"
    except OSError as error:
        reason = error.strerror or str(error)
    if not _is_job(name):
        return None
    shown = printable(name)
    return BadJob(shown, reason, "" if shown == name else name)


def read_jobs() -> tuple[list[Summary], list[BadJob]]:
    """Return the summaries of jobs, newest first, and the jobs that cannot be read, by name."""
    return in_order([read_job(name) for name in folder_names()])


def in_order(seen: Iterable[Summary | BadJob | None]) -> tuple[list[Summary], list[BadJob]]:
    """Split results of `read_job`: summaries, newest first, and bad jobs in the given order."""
    seen = list(seen)
    good = [each for each in seen if isinstance(each, Summary)]
    good.sort(key=lambda summary: summary.created, reverse=True)
    return good, [each for each in seen if isinstance(each, BadJob)]


def _is_job(name: str) -> bool:
    """Return whether a folder has a journal or a request to a process at work."""
    return any(_exists(name, file) for file in (JOURNAL, "request"))


def _exists(name: str, file: str) -> bool:
    try:
        return (jobs_folder() / name / file).exists()
    except OSError:  # a folder that may not be entered
        return True
