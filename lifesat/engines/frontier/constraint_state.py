"""The constraint state of a sweep: what bounds depend on besides the frontier.

It is stored above the bits of a frontier state, as a number with three digits: the live cells
outside the target's box so far, all live cells so far, and whether some cell differs from the
target. A digit that no constraint needs is 0. States with different constraint states are not
merged.
"""

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import FALSE, TRUE, is_variable
from lifesat.engines.frontier.plan import Step
from lifesat.engines.frontier.support import Swept, check_names, first_of, supports_frontier
from lifesat.life.pattern import UNKNOWN
from lifesat.problems.life.predecessor import Predecessor

ConstraintStates = NDArray[np.int64]


def constraints_of(problem: Swept, given: int) -> "ConstraintState | None":
    """Return what a problem constrains besides single cells, or None if it is nothing.

    `given` is the number of known live cells. Raises OutOfReachError if a bound counts the live
    cells of negated names.
    """
    compared = supports_frontier(problem) and problem.constrains_boards
    if not compared and problem.population_bounds == (0, None):
        return None
    check_names(problem)
    return ConstraintState(problem, given)


class ConstraintState:
    """Counts live cells and records differences, as far as a problem constrains them.

    Differences from the target, and bounds outside its box, are those of predecessors one
    generation back.
    """

    def __init__(self, problem: Swept, given: int) -> None:
        cells, variables = first_of(problem).size, problem.spacetime.variables
        least, most = problem.population_bounds
        self._min_population = least
        self._max_population = cells if most is None else most
        # Without an upper bound, counting can stop at the lower bound.
        self._most_live = min(least, cells + 1) if most is None else cells
        # One too many is enough to reject a state.
        self._max_outside, self._most_outside = cells, 0
        self._outside_cells = np.zeros(variables + 1, dtype=np.intp)
        self._different = False
        self._different_value = np.full(variables + 1, -1, dtype=np.int8)
        outside, differs = 0, False
        if supports_frontier(problem):
            outside = self._bound_outside(problem)
            differs = self._compare(problem)
        # A bound on the number of bits of a constraint state.
        self.bits = (2 * (self._most_live + 1) * (self._most_outside + 1) - 1).bit_length()
        # The constraint state of the known cells.
        start = self._packed(np.array([outside]), np.array([given]), np.array([differs]))
        self.start = int(start[0])

    def _bound_outside(self, problem: Predecessor) -> int:
        """Prepare the bound outside the target's box; return the given live cells there."""
        if problem.max_outside is None:
            return 0
        there = problem.first[problem.window.outside_box]
        self._max_outside = problem.max_outside
        self._most_outside = min(problem.max_outside, problem.first.size) + 1
        size = len(self._outside_cells)
        self._outside_cells += np.bincount(there[is_variable(there)], minlength=size)
        return int((there == TRUE).sum())

    def _compare(self, problem: Predecessor) -> bool:
        """Prepare the comparison with the target; return whether a given cell differs from it."""
        self._different = problem.different
        known = problem.target_states < UNKNOWN
        first, target = problem.first[known], problem.target_states[known]
        unknown = is_variable(first)
        self._different_value[first[unknown]] = 1 - target[unknown]
        given = np.where(target[~unknown] == 1, TRUE, FALSE)
        return bool((first[~unknown] != given).any())

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
