"""The rule of a search, known in whole or in part."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings import add_steps, encoding_error, encodings_for, partial_rule
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import ANY, Literals, SpaceTime, is_variable
from lifesat.errors import UserError
from lifesat.life.neighbourhood import transition_names, transitions_of_blocks
from lifesat.life.rule import Rule, live_rule
from lifesat.life.rule_pattern import RulePattern, is_rule_pattern, parse_rule_pattern
from lifesat.life.symmetry import TRANSFORMS
from lifesat.problems.life.box import plane_rule, torus_rule
from lifesat.problems.life.refractory import MOST_STATES, Generation, add_one_state_each
from lifesat.problems.problem import Boards

Step = tuple[Boards, Boards, NDArray[np.bool_]]
"""A generation with one more cell on every side, the next one, and which of its cells are bound.

The shapes are ``(boards, height + 2, width + 2)``, ``(boards, height, width)`` and
``(height, width)``.
"""


class SearchRules(ABC):
    """The rule, or the set of rules, of a search."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The canonical text."""

    @property
    @abstractmethod
    def rule(self) -> Rule:
        """The rule, or the least rule of the set."""

    @property
    @abstractmethod
    def symmetries(self) -> tuple[str, ...]:
        """The names in `lifesat.life.symmetry.TRANSFORMS` of the symmetries of every rule."""

    @property
    @abstractmethod
    def encodings(self) -> tuple[str, ...]:
        """The encodings that support the rules, the default first."""

    @abstractmethod
    def encoding_error(self, encoding: str) -> str | None:
        """Return why the rules do not support an encoding, or None."""

    @abstractmethod
    def build(
        self, formula: Formula, spacetime: SpaceTime, states: Literals, encoding: str
    ) -> None:
        """Add the clauses that the cells obey one of the rules, and the variables of transitions.

        `spacetime` has the live cells; `states` has the literals of all states but 0, shape
        ``(states - 1, generations + 1, height, width)``. The formula has the variables of cells.
        """

    def transitions(self, used: int) -> Iterator[tuple[int, str]]:  # noqa: ARG002
        """Yield ``(literal, name)`` for every unknown transition.

        `used` is the number of variables of the cells.
        """
        return iter(())

    def comments(self) -> list[str]:
        """Return comments on a solution that has these rules; none if there is only one rule."""
        return []

    @property
    @abstractmethod
    def extremes(self) -> tuple[Rule, Rule]:
        """Two of the rules that differ in every unknown transition."""

    @abstractmethod
    def of_steps(
        self, steps: Sequence[Step], boards: int
    ) -> Iterator[tuple["SearchRules", NDArray[np.intp]]]:
        """Yield the rules that boards can have, with the indices of the boards.

        A board that no rule explains is left out; one that is yielded may still break the rule.
        `boards` is the number of boards.
        """


@dataclass(frozen=True)
class SingleRule(SearchRules):
    """A single rule."""

    known: Rule

    @property
    def name(self) -> str:
        """The rule's name."""
        return self.known.name

    @property
    def rule(self) -> Rule:
        """The rule."""
        return self.known

    @property
    def symmetries(self) -> tuple[str, ...]:
        """The rule's symmetries."""
        return self.known.symmetries

    @property
    def encodings(self) -> tuple[str, ...]:
        """The encodings that support the rule."""
        return encodings_for(live_rule(self.known))

    def encoding_error(self, encoding: str) -> str | None:
        """Return why the rule does not support an encoding, or None."""
        return encoding_error(live_rule(self.known), encoding)

    @property
    def extremes(self) -> tuple[Rule, Rule]:
        """The rule, twice."""
        return self.known, self.known

    def of_steps(
        self,
        steps: Sequence[Step],  # noqa: ARG002 - the rule does not depend on them
        boards: int,
    ) -> Iterator[tuple[SearchRules, NDArray[np.intp]]]:
        """Yield the rule for all boards."""
        yield self, np.arange(boards)


class KnownRule(SingleRule):
    """A rule that has a table."""

    def build(
        self,
        formula: Formula,
        spacetime: SpaceTime,
        states: Literals,  # noqa: ARG002 - there is only one
        encoding: str,
    ) -> None:
        """Add the clauses of the rule."""
        add_steps(formula, spacetime, self.known, encoding)


class GenerationsRule(SingleRule):
    """A Generations rule, whose cells have more than two states."""

    def build(
        self, formula: Formula, spacetime: SpaceTime, states: Literals, encoding: str
    ) -> None:
        """Add the clauses of the rule."""
        # The variables of a cell follow each other.
        cells = np.arange(1, formula.variables + 1, dtype=np.int32).reshape(-1, len(states))
        add_one_state_each(formula, cells.T)
        for t in range(spacetime.generations):
            bound, live = spacetime.binds(t + 1), spacetime.literals
            step = Generation(live[t], states[1:, t], np.where(bound, live[t + 1], ANY))
            step.add_step(formula, self.known, encoding, spacetime.around)
            step.bind_refractory(formula, states[1:, t + 1], bound)


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

    def encoding_error(self, encoding: str) -> str | None:
        """Return why the rules do not support an encoding, or None."""
        if encoding in self.encodings:
            return None
        return (
            f"rule {self.name} cannot be encoded with {encoding}: it is unknown in part; "
            "truth_table can"
        )

    def build(
        self,
        formula: Formula,
        spacetime: SpaceTime,
        states: Literals,  # noqa: ARG002 - there is only one
        encoding: str,  # noqa: ARG002 - there is only one
    ) -> None:
        """Add the clauses of the cells and the transitions."""
        transitions = partial_rule.transition_literals(self.pattern, formula.variables)
        formula.fresh(self.pattern.variables)
        for t in range(spacetime.generations):
            partial_rule.add_step(formula, spacetime, t, transitions)

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


@lru_cache(1 << 12)
def single_rule(text: str, *, outside_stays_dead: bool) -> SingleRule:
    """Parse a rule with a table or a Generations rule; see `search_rules`."""
    rule = (plane_rule if outside_stays_dead else torus_rule)(text, MOST_STATES)
    return KnownRule(rule) if rule.has_table else GenerationsRule(rule)


@lru_cache(1 << 12)
def search_rules(text: str, *, outside_stays_dead: bool) -> SearchRules:
    """Parse a rule with a table, a Generations rule, or a set of rules.

    Sets have the notation of `lifesat.life.rule_pattern`. If `outside_stays_dead`, rules with B0
    are left out of a set; raises UserError if no rule is left.
    """
    if not is_rule_pattern(text):
        return single_rule(text, outside_stays_dead=outside_stays_dead)
    pattern = parse_rule_pattern(text)
    if outside_stays_dead:
        without = pattern.with_states({NO_NEIGHBOURS: False})
        if without is None:
            raise UserError(
                f"rule {pattern} has births without neighbours (B0), so cells outside a block do"
                " not stay dead"
            )
        pattern = without
    return rules_of_pattern(pattern)
