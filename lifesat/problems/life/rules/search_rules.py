"""The interface of the rule, or of the set of rules, of a search."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings.transition import Extent
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import Literals, SpaceTime
from lifesat.life.rule import Rule
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
