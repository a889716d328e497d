"""The forced cells that a job knows, read from its journal."""

from lifesat.jobs.events import Forced
from lifesat.jobs.forced import new_search, restored
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal
from lifesat.jobs.options import Options
from lifesat.problems.problem import Problem


class ForcedReader:
    """Reads what the journal of a job keeps of its search for forced cells.

    Parameters
    ----------
    journal, problem, options
        The job's.

    Attributes
    ----------
    search
        Knows what the last call of `read` has read.
    """

    def __init__(self, journal: Journal, problem: Problem, options: Options) -> None:
        self._journal = journal
        self._letters: object = None
        self.search = new_search(problem, options)

    def read(self) -> bool:
        """Read what is known now, and return whether it has changed.

        Raises
        ------
        UserError
            If the journal is damaged.
        """
        values = self._journal.values()
        if values.get("cells") == self._letters:
            return False
        self._letters = values.get("cells")
        self._journal.require(restored(self.search, values))
        return True


def forced_reader(job: Job, journal: Journal) -> ForcedReader | None:
    """Return the reader of a job that seeks forced cells, or None for another one."""
    options = job.options()
    return ForcedReader(journal, job.problem(), options) if options.what == "forced" else None


def known_forced(job: Job) -> Forced | None:
    """Return the cells that a job knows to be forced; None before it knows a predecessor.

    Raises
    ------
    UserError
        If the journal is damaged.
    """
    with job.journal() as journal:
        reader = forced_reader(job, journal)
        if reader is None or not reader.read():
            return None
        return Forced.of(reader.search)
