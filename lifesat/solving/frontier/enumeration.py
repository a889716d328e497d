"""The parents of a frontier, handed out in slices as the SAT enumeration does."""

import numpy as np

from lifesat.solving.enumerate import Models
from lifesat.solving.frontier.parents import Parents


class SweptEnumeration:
    """Lists parents in the order of the sweep; see `lifesat.solving.enumerate.Enumeration`.

    Parameters
    ----------
    parents
        What is listed.
    skip
        How many are passed over.

    Attributes
    ----------
    complete
        Whether there are no more.
    conflicts
        None: there is no solver.
    """

    def __init__(self, parents: Parents, skip: int) -> None:
        self.complete = False
        self.conflicts = 0
        self._none = np.zeros((0, parents.projection), dtype=np.int32)
        self._problem = parents.problem
        self._batches = parents.models(skip)
        self._left = next(self._batches, None)

    def advance(self, _seconds: float, most: int | None = None) -> Models:
        """Return the next parents: at most `most`, and not so many that it takes long."""
        if self._left is None:
            self.complete = True
            return Models(self._none, np.zeros(0, dtype=np.intp))
        literals, self._left = self._left[:most], self._left[most:] if most is not None else None
        if self._left is None or not len(self._left):
            self._left = next(self._batches, None)
        if not self._problem.holds(self._problem.boards(literals)).all():
            raise AssertionError("a path through the frontier is no solution by plain Life")
        return Models(literals, np.ones(len(literals), dtype=np.intp))
