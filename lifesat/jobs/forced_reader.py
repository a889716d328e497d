"""The forced cells that a job knows, read from its journal."""

from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal
from lifesat.queries.events import Forced
from lifesat.queries.forced import restored
from lifesat.queries.forced_cells import ForcedCells


class ForcedReader:
    """Reads what the journal of a job keeps of its search for forced cells.

    Parameters
    ----------
    journal, query
        The job's.

    Attributes
    ----------
    search
        Knows what the last call of `read` has read.
    """

    def __init__(self, journal: Journal, query: ForcedCells) -> None:
        self._journal = journal
        self._letters: object = None
        self.search = query.new_search()

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
    """Return the reader of a job that searches for forced cells, or None for another one."""
    query = job.query()
    return ForcedReader(journal, query) if isinstance(query, ForcedCells) else None


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
