"""The interface of the rule of a search, and of a set of rules."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import Literals, SpaceTime
from lifesat.encodings.transition import Extent
from lifesat.life.rule import Rule
from lifesat.problems.problem import Boards

Step = tuple[Boards, Boards, NDArray[np.bool_]]
"""A generation with one more cell on every side, the next one, and which of its cells are bound.

The shapes are ``(boards, height + 2, width + 2)``, ``(boards, height, width)`` and ``(height,
width)``.
"""


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
    def formula(self, spacetime: SpaceTime, states: Literals, encoding: str) -> Formula:
        """Return the formula whose models are the assignments that obey one of the rules.

        Parameters
        ----------
        spacetime
            The live cells.
        states
            Those, and the literals of further states, shape ``(states - 1, generations + 1,
            height, width)``.
        encoding
            The encoding.
        """

    @abstractmethod
    def formula_size(
        self, extents: Sequence[tuple[Extent, int]], unknown: int, encoding: str
    ) -> Size:
        """Return a bound on the size of `formula`; see `lifesat.encodings.largest`.

        Parameters
        ----------
        extents, encoding
            As there.
        unknown
            The number of unknown cells.
        """

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
