"""The rules of a search: a known rule, or a set from which each solution has one.

Where the rule is unknown, it is read off the solution: every bound cell shows whether a transition
makes a cell live or dead. Transitions that occur nowhere may be either, so a solution stands for
all rules that agree on the others, and is written with the least of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import SpaceTime, is_variable
from lifesat.encodings import encode, encoding_error, encodings_for, largest, partial_rule
from lifesat.encodings.transition import Extent, total_size
from lifesat.errors import UserError
from lifesat.life.neighbourhood import transition_names, transitions_of_blocks
from lifesat.life.rule import Rule
from lifesat.life.rule_pattern import RulePattern, is_rule_pattern, parse_rule_pattern
from lifesat.life.symmetry import TRANSFORMS
from lifesat.problems.life.box import plane_rule, torus_rule
from lifesat.problems.problem import Boards

Step = tuple[Boards, Boards, NDArray[np.bool_]]
"""A generation with one more cell on every side, the next one, and which of its cells are bound.

The shapes are ``(boards, height + 2, width + 2)``, ``(boards, height, width)`` and ``(height,
width)``.
"""

_NO_NEIGHBOURS = 0  # the index of B0c


class SearchRules(ABC):
    """What a search has to know about its rule or rules."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The canonical text."""

    @property
    @abstractmethod
    def rule(self) -> Rule:
        """The rule, or the least of the set."""

    @property
    @abstractmethod
    def symmetries(self) -> tuple[str, ...]:
        """The names in `lifesat.life.symmetry.TRANSFORMS` of the symmetries of every rule."""

    @property
    @abstractmethod
    def encodings(self) -> tuple[str, ...]:
        """The encodings that can express the rules, the default first."""

    @property
    @abstractmethod
    def vacuum(self) -> bool:
        """Whether dead cells among dead cells stay dead."""

    @abstractmethod
    def encoding_error(self, encoding: str) -> str | None:
        """Return why the rules cannot be encoded with one of the encodings, or None."""

    @abstractmethod
    def formula(self, spacetime: SpaceTime, encoding: str) -> Formula:
        """Return the formula whose models are the assignments that obey one of the rules."""

    @abstractmethod
    def formula_size(self, extents: Iterable[tuple[Extent, int]], encoding: str) -> Size:
        """Return a bound on the size of `formula`; see `lifesat.encodings.largest`."""

    def transitions(self, used: int) -> Iterator[tuple[int, str]]:  # noqa: ARG002
        """Yield ``(literal, name)`` for every transition that may be or not.

        Parameters
        ----------
        used
            The number of variables of the cells.
        """
        return iter(())

    def comments(self) -> list[str]:
        """Return a comment on a solution that has these rules, if there are several."""
        return []

    @property
    @abstractmethod
    def extremes(self) -> tuple[Rule, Rule]:
        """Two of the rules, which differ in every transition that is not known."""

    @abstractmethod
    def of_steps(
        self, steps: Sequence[Step], boards: int
    ) -> Iterator[tuple["SearchRules", NDArray[np.intp]]]:
        """Yield the rules that boards can have, with the indices of the boards.

        A board that no rule explains is left out; one that is yielded may still break the rule.

        Parameters
        ----------
        steps
            What the boards do, from each generation to the next.
        boards
            Their number.
        """


@dataclass(frozen=True)
class KnownRule(SearchRules):
    """A single rule that has a table."""

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
        return encodings_for(self.known)

    @property
    def vacuum(self) -> bool:
        """Whether the rule has no B0."""
        return not self.known.table[0]

    def encoding_error(self, encoding: str) -> str | None:
        """Return why the rule cannot be encoded so, or None."""
        return encoding_error(self.known, encoding)

    def formula(self, spacetime: SpaceTime, encoding: str) -> Formula:
        """Return the formula of the rule."""
        return encode(spacetime, self.known, encoding)

    def formula_size(self, extents: Iterable[tuple[Extent, int]], encoding: str) -> Size:
        """Return a bound on the size of the formula."""
        return largest(extents, self.known, encoding)

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
        """All eight, because the rules are isotropic."""
        return tuple(TRANSFORMS)

    @property
    def encodings(self) -> tuple[str, ...]:
        """The one encoding, which makes the clauses of `truth_table` if all is known."""
        return ("truth_table",)

    @property
    def vacuum(self) -> bool:
        """Whether no rule has B0."""
        return self.pattern.with_states({_NO_NEIGHBOURS: True}) is None

    def encoding_error(self, encoding: str) -> str | None:
        """Return why the rules cannot be encoded so, or None."""
        if encoding in self.encodings:
            return None
        return (
            f"rule {self.name} cannot be encoded with {encoding}: it is unknown in part; "
            "truth_table can"
        )

    def formula(self, spacetime: SpaceTime, encoding: str) -> Formula:  # noqa: ARG002 - the only one
        """Return the formula of the cells and the transitions."""
        cells = spacetime.variables
        formula = Formula(cells + self.pattern.variables)
        transitions = partial_rule.transition_literals(self.pattern, cells)
        for t in range(spacetime.generations):
            partial_rule.add_step(formula, spacetime, t, transitions)
        return formula

    def formula_size(self, extents: Iterable[tuple[Extent, int]], encoding: str) -> Size:  # noqa: ARG002
        """Return a bound on the size of the formula."""
        transitions = partial_rule.transition_literals(self.pattern, 0)
        steps = (
            (partial_rule.step_size(transitions, extent), extent, times)
            for extent, times in extents
        )
        return total_size(steps) + Size(variables=self.pattern.variables)

    def transitions(self, used: int) -> Iterator[tuple[int, str]]:
        """Yield the literals with the names of their transitions."""
        literals = partial_rule.transition_literals(self.pattern, used)
        named = zip(literals.tolist(), transition_names(), is_variable(literals), strict=True)
        return ((literal, name) for literal, name, unknown in named if unknown)

    def comments(self) -> list[str]:
        """Return which rules the solution has."""
        return [f"any rule of {self.name}"]

    @property
    def extremes(self) -> tuple[Rule, Rule]:
        """The rules in which all variables are false, and all are true."""
        return self.pattern.least, self.pattern.rule([True] * self.pattern.variables)

    def of_steps(
        self, steps: Sequence[Step], boards: int
    ) -> Iterator[tuple[SearchRules, NDArray[np.intp]]]:
        """Yield the rules under which the occurring transitions happen as they do."""
        dead, live = _observed(steps, boards)
        seen = np.concatenate([dead, live], axis=1)
        kinds, back = np.unique(seen, axis=0, return_inverse=True)
        for number, kind in enumerate(kinds):
            if (rules := _explained(self.pattern, kind.tobytes())) is not None:
                yield rules, np.flatnonzero(back.ravel() == number)


@lru_cache(1 << 12)
def search_rules(text: str, *, outside_stays_dead: bool) -> SearchRules:
    """Parse the rule or the rules of a search.

    Parameters
    ----------
    text
        A rule that has a table, or a set of rules (see `lifesat.life.rule_pattern`).
    outside_stays_dead
        Whether no rule may have B0.

    Raises
    ------
    UserError
        If the text is neither, or if every rule has B0 and must not.
    """
    if not is_rule_pattern(text):
        return KnownRule((plane_rule if outside_stays_dead else torus_rule)(text))
    pattern = parse_rule_pattern(text)
    if outside_stays_dead:
        without = pattern.with_states({_NO_NEIGHBOURS: False})
        if without is None:
            raise UserError(
                f"rule {pattern} has births without neighbours (B0), so cells outside a block do"
                " not stay dead"
            )
        pattern = without
    return _of_pattern(pattern)


def _of_pattern(pattern: RulePattern) -> SearchRules:
    known = pattern.known
    return UnknownRule(pattern) if known is None else KnownRule(known)


@lru_cache(1 << 12)
def _explained(pattern: RulePattern, seen: bytes) -> SearchRules | None:
    """Return the rules of a pattern under which transitions happen as seen, if there are any.

    Parameters
    ----------
    pattern
        The pattern.
    seen
        For each transition a byte, whether it leaves a cell dead somewhere, then a byte for each,
        whether it leaves one live. With both, the board breaks every rule.
    """
    transitions = len(transition_names())
    dead, live = seen[:transitions], seen[transitions:]
    states = {k: bool(live[k]) for k in range(transitions) if dead[k] or live[k]}
    found = pattern.with_states(states)
    return None if found is None else _of_pattern(found)


def _observed(steps: Sequence[Step], boards: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which transitions leave a cell dead somewhere, and which live.

    Returns
    -------
    ndarray, ndarray of bool
        Shape ``(boards, 102)``.
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
