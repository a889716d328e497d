"""The constraint state of a listing: what its bounds depend on besides the frontier.

It is stored above the bits of a frontier state: twice the number of live cells so far, plus one if
some cell differs from the target. States with different constraint states are not merged.
"""

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import FALSE, TRUE, is_variable
from lifesat.engines.frontier.plan import Step
from lifesat.life.pattern import UNKNOWN
from lifesat.problems.life.predecessor import Predecessor

ConstraintStates = NDArray[np.int64]


class ConstraintState:
    """Counts live cells and records differences, as far as a problem constrains them."""

    def __init__(self, problem: Predecessor) -> None:
        cells, bound = problem.first.size, problem.max_population
        self._counts = bool(problem.min_population) or bound is not None
        self._min_population = problem.min_population
        self._max_population = cells if bound is None else bound
        # Without an upper bound, counting can stop at the lower bound.
        self._count_limit = min(problem.min_population, cells + 1) if bound is None else cells
        self._different = problem.different
        # A bound on the number of bits of a constraint state.
        self.bits = (2 * problem.first.size + 1).bit_length()
        known = problem.target_states < UNKNOWN
        unknown = is_variable(problem.first)
        self._different_value = np.full(problem.projection + 1, -1, dtype=np.int8)
        self._different_value[problem.first[unknown & known]] = (
            1 - problem.target_states[unknown & known]
        )
        given = problem.first[known & ~unknown]
        target = np.where(problem.target_states[known & ~unknown] == 1, TRUE, FALSE)
        live = np.array([int((problem.first == TRUE).sum())])
        differs = np.array([bool((given != target).any())])
        # The constraint state of the known cells.
        self.start = int(self._packed(live, differs)[0])

    def after(
        self, states: ConstraintStates, step: Step, values: NDArray[np.intp]
    ) -> ConstraintStates:
        """Return the constraint states after a visit, given the values of its cell."""
        live = (states >> 1) + step.cells * values
        differs = (states & 1).astype(bool) | (values == self._different_value[step.unknown])
        return self._packed(live, differs)

    def open(self, states: ConstraintStates) -> NDArray[np.bool_]:
        """Return which constraint states do not exceed the upper bound."""
        return np.asarray((states >> 1) <= self._max_population)

    def accepts(self, states: ConstraintStates) -> NDArray[np.bool_]:
        """Return which constraint states satisfy all constraints after the last visit."""
        at_least = (states >> 1) >= self._min_population
        return self.open(states) & at_least & ((states & 1) >= int(self._different))

    def _packed(self, live: ConstraintStates, differs: NDArray[np.bool_]) -> ConstraintStates:
        counted = np.minimum(live, self._count_limit) if self._counts else 0 * live
        return np.asarray(2 * counted + (differs & self._different))
