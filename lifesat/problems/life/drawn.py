"""Predecessors that are drawn at random; only the names of solutions differ from other ones."""

from dataclasses import dataclass, fields
from typing import ClassVar, Self

from lifesat.problems.life.predecessor import Predecessor


@dataclass(frozen=True)
class DrawnPredecessor(Predecessor):
    """Predecessors drawn at random, all with the same probability.

    Attributes
    ----------
    drawn
        How they are drawn, in words.
    """

    drawn: ClassVar[str] = "drawn"

    @classmethod
    def of(cls, problem: Predecessor) -> Self:
        """Return the draws of the predecessors of a problem."""
        return cls(**{each.name: getattr(problem, each.name) for each in fields(Predecessor)})

    @property
    def label(self) -> str:
        """The text that names a predecessor when its number is added."""
        return f"{super().label} {self.drawn} as number"


@dataclass(frozen=True)
class ApproximatelyDrawnPredecessor(DrawnPredecessor):
    """Predecessors drawn at random, all with nearly the same probability."""

    drawn: ClassVar[str] = "drawn approximately"
