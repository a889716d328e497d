"""The known cells of a target: their literals, parts of them, and how they are written."""

import numpy as np

from lifesat.cnf.bit_sets import Mask
from lifesat.cnf.encodings import encode
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import TRUE, Literals, SpaceTime
from lifesat.life.life_history import history_rule
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.life.predecessor import Predecessor

# The LifeHistory states for the states 0, 1 and `UNKNOWN` of a target.
_HISTORY = np.array([2, 1, 0], dtype=np.uint8)


class RequiredCells:
    """The known cells of a target with outside ``free``, numbered row by row from 0.

    `assumptions`, shape ``(cells,)``, are the literals that give the cells their states in the
    target.
    """

    def __init__(self, problem: Predecessor) -> None:
        self._problem = problem
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
        """Return the formula whose models are the histories of all states of these cells."""
        return encode(self._spacetime, self._problem.target.rule, encoding)

    @staticmethod
    def formula_size(problem: Predecessor, encoding: str) -> Size:
        """Return a bound on the size of the formula, computed without building it."""
        return problem.size(encoding, required=True)

    def part(self, cells: Mask) -> Predecessor:
        """Return the predecessor problem with only some of these cells known."""
        problem = self._problem
        part = part_of(problem.target, cells)
        return Predecessor(part, generations=problem.generations, outside="free")


def part_of(target: Pattern, cells: Mask) -> Pattern:
    """Return a part of a target, in which all other cells are unknown.

    `cells` is a mask of its known cells, row by row.
    """
    states = target.to_array()
    known = states < UNKNOWN
    part = np.full_like(states, UNKNOWN)
    part[known] = np.where(cells, states[known], UNKNOWN)
    return Pattern.from_array(part, rule=target.rule, position=target.position, name=target.name)


def life_history(target: Pattern) -> Pattern:
    """Return a target as a LifeHistory pattern, the inverse of `life_history_target`.

    State 1 is a required live cell, 2 a required dead cell, and 0 an unknown cell.
    """
    states = _HISTORY[target.to_array()]
    rule = history_rule(target.rule)
    return Pattern.from_array(states, rule=rule, position=target.position, name=target.name)
