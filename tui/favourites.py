"""The solutions that a user marked, kept beside the journal."""

from lifesat.errors import UserError
from lifesat.jobs.job import Job

_FILE = "favourites"


def favourites(job: Job) -> frozenset[int]:
    """Return the numbers of the marked solutions of a job."""
    try:
        text = (job.folder / _FILE).read_text(encoding="ascii", errors="replace")
    except OSError:
        return frozenset()
    return frozenset(int(line) for line in text.split() if line.isdecimal())


def mark(job: Job, number: int) -> frozenset[int]:
    """Mark a solution, or take its mark away, and return all marks.

    Raises
    ------
    UserError
        If the marks cannot be written.
    """
    marks = favourites(job) ^ {number}
    temporary = job.folder / f"{_FILE}.new"
    try:
        temporary.write_text("".join(f"{mark}\n" for mark in sorted(marks)), encoding="ascii")
        temporary.replace(job.folder / _FILE)
    except OSError as error:
        raise UserError(f"cannot write {job.folder / _FILE}: {error.strerror}") from error
    return marks
