"""Orphans: the known cells of a target, any of which can be asked for or left open.

In space-time they are variables of the last layer. Assumed to be as in the target, all of them or
some, they make the predecessor problem of the target or of a part of it, so that one solver can try
one part after the other.
"""

import numpy as np
from numpy.typing import NDArray

from lifesat.arrays import from_array, to_array
from lifesat.encodings import encode
from lifesat.formula import Formula
from lifesat.pattern import UNKNOWN, Pattern
from lifesat.problems.predecessor import Predecessor
from lifesat.spacetime import TRUE, Literals, SpaceTime

# What the states 0, 1 and `UNKNOWN` of a target are in a LifeHistory pattern.
_HISTORY = np.array([2, 1, 0], dtype=np.uint8)


class RequiredCells:
    """The known cells of a target with nothing assumed outside, numbered row by row from 0.

    Parameters
    ----------
    problem
        The predecessors of the target, ``free`` outside.

    Attributes
    ----------
    assumptions
        For each cell the literal that says that it is as in the target, shape ``(cells,)``.
    """

    def __init__(self, problem: Predecessor) -> None:
        self._problem = problem
        self._states = to_array(problem.target)
        self._known = self._states < UNKNOWN
        literals = problem.spacetime.literals.copy()
        known = np.abs(literals[-1]) == TRUE
        signs = np.where(literals[-1][known] == TRUE, 1, -1)
        variables = problem.spacetime.variables + np.arange(1, len(signs) + 1)
        literals[-1][known] = variables
        self._spacetime = SpaceTime(literals)
        self.assumptions: Literals = (signs * variables).astype(np.int32)

    def __len__(self) -> int:
        return len(self.assumptions)

    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models are the histories of whatever stands at these cells."""
        return encode(self._spacetime, self._problem.target.rule, encoding)

    def part(self, cells: NDArray[np.intp]) -> Predecessor:
        """Return the problem that asks for these cells alone, given by their numbers."""
        asked = np.zeros(len(self), dtype=bool)
        asked[cells] = True
        states = np.full_like(self._states, UNKNOWN)
        states[self._known] = np.where(asked, self._states[self._known], UNKNOWN)
        target = self._problem.target
        asked_for = from_array(states, rule=target.rule, position=target.position, name=target.name)
        return Predecessor(asked_for, generations=self._problem.generations, outside="free")


def life_history(target: Pattern) -> Pattern:
    """Return a target as a LifeHistory pattern: `lifesat.pattern.life_history_target` undone.

    Returns
    -------
    Pattern
        State 1 where a live cell is required, 2 where a dead one is, and 0 where any will do.
    """
    rule = "LifeHistory" if target.rule.name == "B3/S23" else f"{target.rule.name}History"
    return from_array(
        _HISTORY[to_array(target)], rule=rule, position=target.position, name=target.name
    )
