"""The constraint state of a listing: what its bounds depend on besides the frontier.

It is stored above the bits of a frontier state, as a number with three digits: the live cells
outside the target's box so far, all live cells so far, and whether some cell differs from the
target. A digit that no constraint needs is 0. States with different constraint states are not
merged.
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
        self._min_population = problem.min_population
        self._max_population = cells if bound is None else bound
        # Without an upper bound, counting can stop at the lower bound.
        self._most_live = min(problem.min_population, cells + 1) if bound is None else cells
        self._max_outside = cells if problem.max_outside is None else problem.max_outside
        # One too many is enough to reject a state.
        self._most_outside = 0
        self._outside_cells = np.zeros(problem.projection + 1, dtype=np.intp)
        unknown = is_variable(problem.first)
        given_outside = 0
        if problem.max_outside is not None:
            outside = problem.window.outside_box
            self._most_outside = min(problem.max_outside, cells) + 1
            self._outside_cells += np.bincount(
                problem.first[outside & unknown], minlength=problem.projection + 1
            )
            given_outside = int((problem.first[outside] == TRUE).sum())
        self._different = problem.different
        # A bound on the number of bits of a constraint state.
        self.bits = (2 * (self._most_live + 1) * (self._most_outside + 1) - 1).bit_length()
        known = problem.target_states < UNKNOWN
        self._different_value = np.full(problem.projection + 1, -1, dtype=np.int8)
        self._different_value[problem.first[unknown & known]] = (
            1 - problem.target_states[unknown & known]
        )
        given = problem.first[known & ~unknown]
        target = np.where(problem.target_states[known & ~unknown] == 1, TRUE, FALSE)
        live = np.array([int((problem.first == TRUE).sum())])
        differs = np.array([bool((given != target).any())])
        # The constraint state of the known cells.
        self.start = int(self._packed(np.array([given_outside]), live, differs)[0])

    def after(
        self, states: ConstraintStates, step: Step, values: NDArray[np.intp]
    ) -> ConstraintStates:
        """Return the constraint states after a visit, given the values of its cell."""
        outside, live, differs = self._unpacked(states)
        return self._packed(
            outside + self._outside_cells[step.unknown] * values,
            live + step.cells * values,
            differs | (values == self._different_value[step.unknown]),
        )

    def open(self, states: ConstraintStates) -> NDArray[np.bool_]:
        """Return which constraint states do not exceed the upper bounds."""
        outside, live, _ = self._unpacked(states)
        return np.asarray((live <= self._max_population) & (outside <= self._max_outside))

    def accepts(self, states: ConstraintStates) -> NDArray[np.bool_]:
        """Return which constraint states satisfy all constraints after the last visit."""
        _, live, differs = self._unpacked(states)
        return self.open(states) & (live >= self._min_population) & (differs >= self._different)

    def _packed(
        self, outside: ConstraintStates, live: ConstraintStates, differs: NDArray[np.bool_]
    ) -> ConstraintStates:
        outside = np.minimum(outside, self._most_outside)
        live = np.minimum(live, self._most_live)
        counted = outside * (self._most_live + 1) + live
        return np.asarray(2 * counted + (differs & self._different))

    def _unpacked(
        self, states: ConstraintStates
    ) -> tuple[ConstraintStates, ConstraintStates, NDArray[np.bool_]]:
        live, differs = states >> 1, (states & 1).astype(np.bool_)
        if not self._most_outside:  # the usual case, without a slow division
            return np.zeros_like(live), live, differs
        return *np.divmod(live, self._most_live + 1), differs
