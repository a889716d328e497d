"""The parents found by a sweep, returned in slices like those of a SAT search."""

import numpy as np

from lifesat.engines.frontier.parents import Parents
from lifesat.engines.sat.search import Models, SearchProgress


class SweptEnumeration:
    """Lists parents in the order of the sweep, without the first `skip`; implements `Search`."""

    def __init__(self, parents: Parents, skip: int) -> None:
        self.complete = False
        self._empty = np.zeros((0, parents.projection), dtype=np.int32)
        self._problem = parents.problem
        self._batches = parents.models(skip)
        self._pending = next(self._batches, None)

    def progress(self) -> SearchProgress:
        """Return empty progress, since no solver is at work."""
        return SearchProgress()

    def advance(self, _seconds: float, /, most: int | None = None) -> Models:
        """Return the next batch of parents, at most `most`, without regard to the time."""
        if self._pending is None:
            self.complete = True
            return Models(self._empty, np.zeros(0, dtype=np.intp))
        literals, self._pending = (
            self._pending[:most],
            self._pending[most:] if most is not None else None,
        )
        if self._pending is None or not len(self._pending):
            self._pending = next(self._batches, None)
        self._problem.verified(self._problem.boards(literals), "a path through the frontier")
        return Models(literals, np.ones(len(literals), dtype=np.intp))
