"""The known cells of a target: their literals, parts of them, and how they are written."""

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from lifesat.cnf.bit_sets import BitSet, Mask, from_mask
from lifesat.cnf.encodings import add_steps
from lifesat.cnf.formula import Formula, FormulaSource, Size
from lifesat.cnf.spacetime import TRUE, Literals, SpaceTime
from lifesat.life.arrays import least_of_orbits
from lifesat.life.life_history import history_rule
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.life.predecessor import Predecessor

# The LifeHistory states for the states 0, 1 and `UNKNOWN` of a target.
_HISTORY = np.array([2, 1, 0], dtype=np.uint8)


class RequiredCells(FormulaSource):
    """The known cells of a target with outside ``free``, numbered row by row from 0."""

    def __init__(self, problem: Predecessor) -> None:
        self._problem = problem

    @cached_property
    def assumptions(self) -> Literals:
        """The literals that give the cells their states in the target, shape ``(cells,)``."""
        spacetime = self._problem.spacetime
        last = spacetime.literals[-1]
        signs = np.where(last[np.abs(last) == TRUE] == TRUE, 1, -1)
        variables = spacetime.variables + np.arange(1, len(signs) + 1)
        return (signs * variables).astype(np.int32)

    @cached_property
    def _spacetime(self) -> SpaceTime:
        """The generations; the cells are variables of the last one."""
        literals = self._problem.spacetime.literals.copy()
        literals[-1][np.abs(literals[-1]) == TRUE] = np.abs(self.assumptions)
        return SpaceTime(literals)

    def __len__(self) -> int:
        return len(self.assumptions)

    def build(self, formula: Formula, encoding: str) -> None:
        """Add the clauses of the histories of all states of these cells."""
        formula.fresh(self._spacetime.variables)
        add_steps(formula, self._spacetime, self._problem.target.rule, encoding)

    @property
    def rough_size(self) -> Size:
        """An estimate as if every cell were unknown."""
        return self._problem.rough_size

    def orbits(self, group: Iterable[str]) -> list[BitSet]:
        """Return the orbits of these cells, each a set of cells; the target has the symmetry."""
        states = self._problem.target.to_array()
        least = least_of_orbits(np.arange(states.size).reshape(states.shape), group)
        least = least[states < UNKNOWN]
        return [from_mask(least == first) for first in np.unique(least)]

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
