"""A search that proves whether a target is an orphan."""

from typing import Any

from .fields import DASK, ENCODING, NAME, RULE, SOLVER, TARGET, TIME, UNKNOWN, WORKERS, Texts
from .of_target import OfTarget


class OrphanProof(OfTarget):
    """One parent of a target with any surroundings, or a proof that none exists."""

    name = "orphan proof"
    description = "whether a pattern has a parent"
    command = "predecessors"
    fields = (NAME, *TARGET, TIME, RULE, UNKNOWN, ENCODING, SOLVER, WORKERS, DASK)

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        return [*super().words(texts, subject), "--outside", "free"]
