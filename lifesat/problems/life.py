"""What problems have in common whose solutions are patterns of Life."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from lifesat.defaults import ENCODINGS
from lifesat.encodings import encoding_fault, encodings_for
from lifesat.formats import write_text
from lifesat.formats.registry import EXTENSIONS
from lifesat.pattern import Pattern
from lifesat.problems.problem import Boards, Problem
from lifesat.rules import LIFE, Rule
from lifesat.spacetime import Literals, SpaceTime, is_variable


class LifeProblem(Problem):
    """A problem about space-time; a board, shape ``(height, width)``, is a first generation."""

    unknowns: ClassVar[str] = "unknown cells"
    forms: ClassVar[Mapping[str, str]] = EXTENSIONS

    @property
    def evolves_under(self) -> Rule:
        """The rule that every generation follows: Life's, where a problem names no other."""
        return LIFE

    @property
    def encodings(self) -> tuple[str, ...]:
        """The encodings that can express the rule."""
        return encodings_for(self.evolves_under)

    def encoding_fault(self, name: str) -> str | None:
        """Return why the rule cannot be encoded so, or that there is no such encoding, or None."""
        if name in ENCODINGS:
            return encoding_fault(self.evolves_under, name)
        return super().encoding_fault(name)

    @property
    @abstractmethod
    def spacetime(self) -> SpaceTime:
        """The array of literals that the formula is about."""

    @abstractmethod
    def pattern(self, board: Boards) -> Pattern:
        """Return the pattern of one board, placed where it belongs."""

    def patterns(self, boards: Boards, first: int) -> Iterator[Pattern]:
        """Yield boards as patterns, named by their numbers from `first` on."""
        for name, board in zip(self.names(first, len(boards)), boards, strict=True):
            yield self.pattern(board).replace(name=name)

    def names(self, first: int, number: int) -> list[str]:
        """Return the names of so many solutions, by their numbers from `first` on."""
        return [f"{self.label} {each}" for each in range(first, first + number)]

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return the text of each board in a format of patterns, under its number."""
        return (write_text(pattern, form) for pattern in self.patterns(boards, first))

    def weights(self, boards: Boards) -> NDArray[np.intp]:
        """Return how many live cells each board has."""
        weights: NDArray[np.intp] = boards.sum(axis=(1, 2), dtype=np.intp)
        return weights

    def splitters(self) -> list[int]:
        """Return the variables of the first generation, those in the middle first."""
        layer = self.spacetime.literals[0]
        places = from_the_middle(np.where(layer <= self.projection, layer, 0))
        variables: list[int] = layer[tuple(places.T)].tolist()
        return variables


@dataclass(frozen=True)
class Populated(LifeProblem):
    """A problem whose solutions can be bounded in live cells."""

    @property
    @abstractmethod
    def least(self) -> int:
        """At least so many live cells."""

    @property
    @abstractmethod
    def most(self) -> int | None:
        """At most so many, or None."""

    @property
    @abstractmethod
    def counted(self) -> Literals:
        """The literals of the cells that the bounds are about, one that stands twice counts twice.

        As many are true in a solution as `weights` says.
        """

    def within(self, least: int, most: int | None) -> Self:
        """Return the same problem with other bounds on the live cells."""
        changes: dict[str, Any] = {"least": least, "most": most}
        return replace(self, **changes)


def from_the_middle(layer: Literals) -> NDArray[np.intp]:
    """Return rows and columns of the variables of a layer, each variable once.

    Those in the middle come first: they take part in most checks.
    """
    places = np.argwhere(is_variable(layer) & (layer > 0))
    away = np.abs(places - (np.array(layer.shape) - 1) / 2)
    order = np.lexsort((away.sum(axis=1), away.max(axis=1)))
    places = places[order]
    _, first = np.unique(layer[tuple(places.T)], return_index=True)
    return places[np.sort(first)]
