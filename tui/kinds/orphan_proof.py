"""Whether a target is an orphan, by a search for one parent."""

from typing import Any

from .fields import DASK, ENCODING, NAME, RULE, SOLVER, TARGET, TIME, UNKNOWN, WORKERS, Texts
from .of_target import OfTarget


class OrphanProof(OfTarget):
    """One parent of a target, whatever surrounds both, or the proof that there is none."""

    name = "orphan proof"
    about = "whether a pattern can come up at all"
    command = "predecessors"
    fields = (NAME, *TARGET, TIME, RULE, UNKNOWN, ENCODING, SOLVER, WORKERS, DASK)

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        return [*super().words(texts, subject), "--outside", "free"]
