"""Literals and clauses of Generations rules: every state of every cell, one generation to the next.

Under a Generations rule state 0 is dead, 1 is live, and the others are refractory: a refractory
cell of state ``k`` has state ``k + 1`` next, and 0 after the last one. A cell has a literal for
each state but 0. The literals of live cells in all generations are a space-time like that of a rule
of two states. The others follow from them and the first generation: a refractory cell of state
``k + 1`` was one of state ``k``, and one of state 2 was live and is not any more.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings import add_steps
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import ANY, FALSE, TRUE, Literals, SpaceTime, is_variable
from lifesat.life.arrays import least_of_orbits, transform
from lifesat.life.rule import Rule, live_rule

MOST_STATES = 8
"""The most states of a Generations rule that a search supports."""

Possible = NDArray[np.bool_]
"""Which states cells may have, shape ``(states, height, width)``."""


def possible_states(target: NDArray[np.uint8], known: NDArray[np.bool_], states: int) -> Possible:
    """Return which states cells of a target may have: all of them if a cell is not known."""
    each = np.arange(states, dtype=np.intp)[:, None, None]
    possible: Possible = ~known | (target == each)
    return possible


def possible_before(later: Possible) -> Possible:
    """Return which states cells may have one generation earlier.

    A dead cell stays dead or is born, a live one survives or has state 2 next.
    """
    before = np.roll(later, -1, axis=0)
    before[0] = later[0] | later[1]
    before[1] |= later[1]
    return before


def literals_of_states(
    possible: Possible,
    group: Iterable[str] = ("identity",),
    used: int = 0,
    ahead: NDArray[np.bool_] | None = None,
) -> Literals:
    """Return the literals of all states but 0, from state 1.

    An impossible state is `FALSE`, the only possible one is `TRUE`. All cells of an orbit have the
    same possible states and the same variables. These are numbered from ``used + 1`` on, orbit by
    orbit, in row-major order of the first cells; those of orbits with a cell `ahead` come before
    all others.
    """
    number = possible.sum(axis=0)
    open_states = possible[1:] & (number > 1)
    cells = np.arange(number.size).reshape(number.shape)
    first = least_of_orbits(cells, group)
    leaders = np.flatnonzero(first == cells)
    if ahead is not None:
        some = np.any([transform(ahead, element) for element in group], axis=0)
        leaders = leaders[np.argsort(~some.ravel()[leaders], kind="stable")]
    each = open_states.sum(axis=0).ravel()[leaders]
    before = np.zeros(cells.size, dtype=np.int32)
    before[leaders] = used + np.cumsum(each) - each
    variables = before[first] + np.cumsum(open_states, axis=0, dtype=np.int32)
    constants = np.where(possible[1:] & (number == 1), TRUE, FALSE)
    literals: Literals = np.where(open_states, variables, constants).astype(np.int32)
    return literals


@dataclass(frozen=True)
class Generation:
    """The literals of a generation and of the next one, for the clauses between the two."""

    # Live cells, shape (height, width).
    live: Literals
    # States 2 and higher, shape (states - 2, height, width).
    refractory: Literals
    # Live cells one generation later; ANY if a cell is not constrained.
    next_live: Literals

    def add_step(
        self, formula: Formula, rule: Rule, encoding: str, around: NDArray[np.intp] | None
    ) -> None:
        """Add the clauses that determine which cells are live one generation later.

        The rule of two states applies to cells that are not refractory; refractory cells do not
        become live. `around` is that of `SpaceTime`.
        """
        bound = (self.refractory != FALSE).any(axis=0) & (self.next_live != ANY)
        free = (self.refractory == TRUE).any(axis=0)
        outcome = np.where(free, ANY, self.next_live)
        some = bound & ~free
        outcome[some] = formula.fresh(int(some.sum()))
        steps = SpaceTime(np.stack([self.live, outcome]), around)
        add_steps(formula, steps, live_rule(rule), encoding)
        refractory, following = self.refractory[:, some], self.next_live[some]
        formula.add(np.stack([-outcome[some], following, *refractory], axis=1))
        formula.add(np.stack([outcome[some], -following], axis=1))
        for state in self.refractory:
            formula.add(np.stack([-state[bound], -self.next_live[bound]], axis=1))

    def refractory_next(self, formula: Formula, possible: Possible) -> Literals:
        """Return the literals of states 2 and higher one generation later, and define them.

        A live cell for which state 2 is not `possible` then has to survive, unless it is not
        constrained.
        """
        if not len(self.refractory):
            return self.refractory
        may_follow = possible[2]
        survives = self.next_live != ANY
        must = survives & ~may_follow
        formula.add(np.stack([-self.live[must], self.next_live[must]], axis=1))
        second = np.where(self.next_live == FALSE, self.live, FALSE)
        second = np.where((self.live == TRUE) & survives, -self.next_live, second)
        second[must] = FALSE
        both = may_follow & is_variable(self.live) & is_variable(self.next_live)
        second[both] = formula.fresh(int(both.sum()))
        defined, live, next_live = second[both], self.live[both], self.next_live[both]
        formula.add(np.stack([-defined, live], axis=1))
        formula.add(np.stack([-defined, -next_live], axis=1))
        formula.add(np.stack([defined, -live, next_live], axis=1))
        following: Literals = np.concatenate([second[None], self.refractory[:-1]]).astype(np.int32)
        return following

    def bind_refractory(
        self, formula: Formula, following: Literals, bound: NDArray[np.bool_]
    ) -> None:
        """Add the clauses for given literals of states 2 and higher one generation later.

        `bound`, shape ``(height, width)``, marks the cells that the rule binds.
        `add_one_state_each` must ensure that a cell has only one state.
        """
        second, live, next_live = following[0][bound], self.live[bound], self.next_live[bound]
        formula.add(np.stack([-second, live], axis=1))
        formula.add(np.stack([second, -live, next_live], axis=1))
        later, earlier = following[1:, bound].ravel(), self.refractory[:-1, bound].ravel()
        formula.add(np.stack([-later, earlier], axis=1))
        formula.add(np.stack([later, -earlier], axis=1))


def add_one_state_each(formula: Formula, literals: Literals) -> None:
    """Add clauses that no cell has two states, given the literals of state 1 and higher."""
    for first, second in combinations(literals, 2):
        formula.add(np.stack([-first.ravel(), -second.ravel()], axis=1))
