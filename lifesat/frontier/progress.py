"""How far a sweep is."""

from collections.abc import Callable
from typing import NamedTuple


class SweepProgress(NamedTuple):
    """How far a sweep is.

    Attributes
    ----------
    visited
        The number of unknowns that have been visited, or of those that are left on the way back.
    unknowns
        The number of unknowns.
    states
        The number of states in the frontier.
    back
        Whether the sweep goes back.
    """

    visited: int
    unknowns: int
    states: int
    back: bool = False

    @property
    def words(self) -> str:
        """A sentence without its end, such as ``12 of 36 cells, 1,234 states``."""
        states = "1 state" if self.states == 1 else f"{self.states:,} states"
        where = f"{self.visited:,} of {self.unknowns:,} cells, {states}"
        return f"going back: {where}" if self.back else where


Report = Callable[[SweepProgress], None]


def report_nothing(_progress: SweepProgress) -> None:
    """Take a progress that nobody wants to see."""
