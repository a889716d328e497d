"""What a listing keeps of the cells that it has visited and forgotten, where bounds ask for it.

A tally is a whole number above the bits of a state: twice the live cells so far, plus one if some
cell differs from the target. States with different tallies are not merged.
"""

import numpy as np
from numpy.typing import NDArray

from lifesat.pattern import UNKNOWN
from lifesat.problems.predecessor import Predecessor
from lifesat.solving.frontier.plan import Step
from lifesat.spacetime import FALSE, TRUE, is_variable

Tallies = NDArray[np.int64]


class Tally:
    """Counts live cells and notes differences, as far as a problem bounds them.

    Parameters
    ----------
    problem
        One generation back.

    Attributes
    ----------
    start
        The tally of the cells that are given.
    bits
        No tally has more.
    """

    def __init__(self, problem: Predecessor) -> None:
        self._counts = bool(problem.least) or problem.most is not None
        self._least = problem.least
        # Without an upper bound live cells beyond the lower one need no counting.
        self._enough = problem.least if problem.most is None else problem.first.size
        self._most = problem.first.size if problem.most is None else problem.most
        self._different = problem.different
        self.bits = (2 * problem.first.size + 1).bit_length()
        known = problem.window < UNKNOWN
        sought = is_variable(problem.first)
        self._other = np.full(problem.projection + 1, -1, dtype=np.int8)
        self._other[problem.first[sought & known]] = 1 - problem.window[sought & known]
        given = problem.first[known & ~sought]
        target = np.where(problem.window[known & ~sought] == 1, TRUE, FALSE)
        live = np.array([int((problem.first == TRUE).sum())])
        differs = np.array([bool((given != target).any())])
        self.start = int(self._packed(live, differs)[0])

    def after(self, tallies: Tallies, step: Step, states: NDArray[np.intp]) -> Tallies:
        """Return the tallies after a visit, where its cell got these states."""
        live = (tallies >> 1) + step.cells * states
        differs = (tallies & 1).astype(bool) | (states == self._other[step.unknown])
        return self._packed(live, differs)

    def open(self, tallies: Tallies) -> NDArray[np.bool_]:
        """Say which tallies do not exceed the upper bound."""
        return np.asarray((tallies >> 1) <= self._most)

    def accepts(self, tallies: Tallies) -> NDArray[np.bool_]:
        """Say which tallies meet the bounds when every cell has been visited."""
        enough = (tallies >> 1) >= self._least
        return self.open(tallies) & enough & ((tallies & 1) >= int(self._different))

    def _packed(self, live: Tallies, differs: NDArray[np.bool_]) -> Tallies:
        counted = np.minimum(live, self._enough) if self._counts else 0 * live
        return np.asarray(2 * counted + (differs & self._different))
