"""A rule of a search that is unknown in part.

The solution shows the rule: at every bound cell, a transition makes a cell live or dead.
Transitions that occur nowhere may do either, so a solution stands for all rules that agree on the
others, and is written with the least of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings import partial_rule
from lifesat.cnf.encodings.transition import Extent, total_size
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import Literals, SpaceTime, is_variable
from lifesat.life.neighbourhood import transition_names, transitions_of_blocks
from lifesat.life.rule import Rule
from lifesat.life.rule_pattern import RulePattern
from lifesat.life.symmetry import TRANSFORMS
from lifesat.problems.life.rules.known import KnownRule
from lifesat.problems.life.rules.search_rules import SearchRules, Step

NO_NEIGHBOURS = 0
"""The index of the transition B0."""


@dataclass(frozen=True)
class UnknownRule(SearchRules):
    """A set of several rules; the variables of its transitions follow those of the cells."""

    pattern: RulePattern

    @property
    def name(self) -> str:
        """The pattern as text."""
        return str(self.pattern)

    @property
    def rule(self) -> Rule:
        """The least rule."""
        return self.pattern.least

    @property
    def symmetries(self) -> tuple[str, ...]:
        """All eight transforms, because the rules are isotropic."""
        return tuple(TRANSFORMS)

    @property
    def encodings(self) -> tuple[str, ...]:
        """The only encoding; if all is known, its clauses are those of `truth_table`."""
        return ("truth_table",)

    @property
    def vacuum(self) -> bool:
        """Whether no rule has B0."""
        return self.pattern.with_states({NO_NEIGHBOURS: True}) is None

    def encoding_error(self, encoding: str) -> str | None:
        """Return why the rules do not support an encoding, or None."""
        if encoding in self.encodings:
            return None
        return (
            f"rule {self.name} cannot be encoded with {encoding}: it is unknown in part; "
            "truth_table can"
        )

    def formula(self, spacetime: SpaceTime, states: Literals, encoding: str) -> Formula:  # noqa: ARG002
        """Return the formula of the cells and the transitions."""
        cells = spacetime.variables
        formula = Formula(cells + self.pattern.variables)
        transitions = partial_rule.transition_literals(self.pattern, cells)
        for t in range(spacetime.generations):
            partial_rule.add_step(formula, spacetime, t, transitions)
        return formula

    def formula_size(
        self,
        extents: Sequence[tuple[Extent, int]],
        unknown: int,  # noqa: ARG002
        encoding: str,  # noqa: ARG002
    ) -> Size:
        """Return a bound on the size of the formula."""
        transitions = partial_rule.transition_literals(self.pattern, 0)
        steps = (
            (partial_rule.step_size(transitions, extent), extent, times)
            for extent, times in extents
        )
        return total_size(steps) + Size(variables=self.pattern.variables)

    def transitions(self, used: int) -> Iterator[tuple[int, str]]:
        """Yield the variables of the unknown transitions with the names of the transitions."""
        literals = partial_rule.transition_literals(self.pattern, used)
        named = zip(literals.tolist(), transition_names(), is_variable(literals), strict=True)
        return ((literal, name) for literal, name, unknown in named if unknown)

    def comments(self) -> list[str]:
        """Return a comment that names the rules of a solution."""
        return [f"any rule of {self.name}"]

    @property
    def extremes(self) -> tuple[Rule, Rule]:
        """The rules in which all variables are false, and in which all are true."""
        return self.pattern.least, self.pattern.rule([True] * self.pattern.variables)

    def of_steps(
        self, steps: Sequence[Step], boards: int
    ) -> Iterator[tuple[SearchRules, NDArray[np.intp]]]:
        """Yield the rules that agree with the transitions that occur, and the boards' indices."""
        dead, live = _observed(steps, boards)
        seen = np.concatenate([dead, live], axis=1)
        kinds, back = np.unique(seen, axis=0, return_inverse=True)
        for number, kind in enumerate(kinds):
            if (rules := _explained(self.pattern, kind.tobytes())) is not None:
                yield rules, np.flatnonzero(back.ravel() == number)


def rules_of_pattern(pattern: RulePattern) -> SearchRules:
    """Return the rules of a pattern, a `KnownRule` if there is only one."""
    known = pattern.known
    return UnknownRule(pattern) if known is None else KnownRule(known)


@lru_cache(1 << 12)
def _explained(pattern: RulePattern, seen: bytes) -> SearchRules | None:
    """Return the rules of a pattern that agree with the transitions seen, or None.

    `seen` has a byte for each transition, whether it leaves a cell dead somewhere, then a byte for
    each, whether it leaves one live. With both, the board breaks every rule.
    """
    transitions = len(transition_names())
    dead, live = seen[:transitions], seen[transitions:]
    states = {k: bool(live[k]) for k in range(transitions) if dead[k] or live[k]}
    found = pattern.with_states(states)
    return None if found is None else rules_of_pattern(found)


def _observed(steps: Sequence[Step], boards: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which transitions leave a cell dead somewhere, and which leave one live.

    Both have shape ``(boards, 102)``.
    """
    transition_of = np.frombuffer(transitions_of_blocks(), dtype=np.uint8)
    seen = np.zeros((2, boards, len(transition_names())), dtype=bool)
    for earlier, later, bound in steps:
        height, width = later.shape[1:]
        block = np.zeros(later.shape, dtype=np.uint16)
        for y in range(3):
            for x in range(3):
                block <<= 1
                block |= earlier[:, y : y + height, x : x + width]
        transitions = transition_of[block[:, bound]]
        seen[later[:, bound], np.arange(boards)[:, None], transitions] = True
    return seen[0], seen[1]
