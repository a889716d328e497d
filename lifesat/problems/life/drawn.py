"""Predecessors that are drawn at random; only the names of solutions differ from other ones."""

from dataclasses import dataclass
from typing import ClassVar

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

    @property
    def label(self) -> str:
        """The text that names a predecessor when its number is added."""
        return f"{super().label} {self.drawn} as number"


@dataclass(frozen=True)
class ApproximatelyDrawnPredecessor(DrawnPredecessor):
    """Predecessors drawn at random, all with nearly the same probability."""

    drawn: ClassVar[str] = "drawn approximately"
