"""The rule of a search, known in whole or in part."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings import encode, encoding_error, encodings_for, largest, partial_rule
from lifesat.cnf.encodings.transition import Extent, total_size
from lifesat.cnf.formula import Formula, Size
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

    @property
    @abstractmethod
    def vacuum(self) -> bool:
        """Whether dead cells among dead cells stay dead."""

    @abstractmethod
    def encoding_error(self, encoding: str) -> str | None:
        """Return why the rules do not support an encoding, or None."""

    @abstractmethod
    def formula(self, spacetime: SpaceTime, states: Literals, encoding: str) -> Formula:
        """Return the formula whose models are the assignments that obey one of the rules.

        `spacetime` has the live cells; `states` has the literals of all states but 0, shape
        ``(states - 1, generations + 1, height, width)``.
        """

    @abstractmethod
    def formula_size(
        self, extents: Sequence[tuple[Extent, int]], unknown: int, encoding: str
    ) -> Size:
        """Return a bound on the size of `formula`; see `lifesat.cnf.encodings.largest`.

        `unknown` is the number of unknown cells.
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

    @property
    def vacuum(self) -> bool:
        """Whether the rule has no B0."""
        return not live_rule(self.known).table[0]

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

    def formula(self, spacetime: SpaceTime, states: Literals, encoding: str) -> Formula:  # noqa: ARG002
        """Return the formula of the rule."""
        return encode(spacetime, self.known, encoding)

    def formula_size(
        self,
        extents: Sequence[tuple[Extent, int]],
        unknown: int,  # noqa: ARG002
        encoding: str,
    ) -> Size:
        """Return a bound on the size of the formula."""
        return largest(extents, self.known, encoding)


class GenerationsRule(SingleRule):
    """A Generations rule, whose cells have more than two states."""

    def formula(self, spacetime: SpaceTime, states: Literals, encoding: str) -> Formula:
        """Return the formula of the rule."""
        used = int(np.abs(states[is_variable(states)]).max(initial=0))
        formula = Formula(used)
        # The variables of a cell follow each other.
        cells = np.arange(1, used + 1, dtype=np.int32).reshape(-1, len(states))
        add_one_state_each(formula, cells.T)
        for t in range(spacetime.generations):
            bound, live = spacetime.binds(t + 1), spacetime.literals
            step = Generation(live[t], states[1:, t], np.where(bound, live[t + 1], ANY))
            step.add_step(formula, self.known, encoding, torus=spacetime.torus)
            step.bind_refractory(formula, states[1:, t + 1], bound)
        return formula

    def formula_size(
        self, extents: Sequence[tuple[Extent, int]], unknown: int, encoding: str
    ) -> Size:
        """Return a bound on the size of the formula."""
        older = self.known.states - 2
        pairs = older * (older + 1) // 2
        size = Size(clauses=pairs, literals=2 * pairs) * unknown
        outcome = Size(variables=1, clauses=2 + older, literals=4 + 3 * older)
        following = Size(clauses=2 * older, literals=1 + 4 * older)
        for extent, times in extents:
            size += (outcome + following) * (extent.cells * times)
        open_ended = [(replace(extent, known=False), times) for extent, times in extents]
        return size + largest(open_ended, live_rule(self.known), encoding)


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


@lru_cache(1 << 12)
def search_rules(text: str, *, outside_stays_dead: bool) -> SearchRules:
    """Parse a rule with a table, a Generations rule, or a set of rules.

    Sets have the notation of `lifesat.life.rule_pattern`. If `outside_stays_dead`, rules with B0
    are left out of a set; raises UserError if no rule is left.
    """
    if not is_rule_pattern(text):
        rule = (plane_rule if outside_stays_dead else torus_rule)(text, MOST_STATES)
        return KnownRule(rule) if rule.has_table else GenerationsRule(rule)
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
