"""Orphans: a formula in which each known cell of a target can be required or left open.

The known cells are variables of the last layer. Assuming the states of all or some of them gives
the predecessor problem of the target or of a part of it, so one incremental solver can try many
parts.
"""

import numpy as np

from lifesat.cnf.bit_sets import Mask
from lifesat.cnf.encodings import encode
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import TRUE, Literals, SpaceTime
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.life.predecessor import Predecessor


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
