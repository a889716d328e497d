"""Predecessors drawn at random, which differ from others only in their names."""

from dataclasses import dataclass
from typing import ClassVar

from lifesat.problems.life.predecessor import Predecessor


@dataclass(frozen=True)
class DrawnPredecessor(Predecessor):
    """Predecessors drawn at random, all with the same probability."""

    # How they are drawn, in words.
    drawn: ClassVar[str] = "drawn"

    @property
    def label(self) -> str:
        """The name of a predecessor without its number."""
        return f"{super().label} {self.drawn} as number"


@dataclass(frozen=True)
class ApproximatelyDrawnPredecessor(DrawnPredecessor):
    """Predecessors drawn at random, all with nearly the same probability."""

    drawn: ClassVar[str] = "drawn approximately"
