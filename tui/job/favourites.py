"""The solutions that the user marked, stored in a file beside the journal."""

import re

from lifesat.jobs.job import Job
from lifesat.system.files import write_bytes

_FILE = "favourites"
_NUMBER = re.compile(r"[0-9]{1,18}")


def favourites(job: Job) -> frozenset[int]:
    """Return the numbers of the marked solutions of a job."""
    try:
        text = (job.folder / _FILE).read_text(encoding="ascii", errors="replace")
    except OSError:
        return frozenset()
    return frozenset(int(line) for line in text.split() if _NUMBER.fullmatch(line))


def mark(job: Job, number: int) -> frozenset[int]:
    """Mark or unmark a solution and return the numbers of all marked solutions."""
    marks = favourites(job) ^ {number}
    text = "".join(f"{mark}\n" for mark in sorted(marks))
    write_bytes(job.folder / _FILE, text.encode("ascii"), force=True)
    return marks
