"""A single, known rule of a search."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings import encode, encoding_error, encodings_for, largest
from lifesat.cnf.encodings.transition import Extent
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import ANY, Literals, SpaceTime, is_variable
from lifesat.life.live_rule import live_rule
from lifesat.life.rule import Rule
from lifesat.problems.life.refractory import Generation, add_one_state_each
from lifesat.problems.life.rules.search_rules import SearchRules, Step


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
        return live_rule(self.known).symmetries

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
