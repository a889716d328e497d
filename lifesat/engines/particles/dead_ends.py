"""Where all particles have died, and how often."""

from dataclasses import dataclass

# Deaths within this many rows and columns of each other are at the same place.
_ROWS, _COLUMNS = 10, 40


@dataclass
class DeadEnd:
    """A place where all particles have died."""

    # The upper one of the last two rows that were filled at the latest death.
    pair: int
    # The column that no particle could fill then.
    column: int
    # How often particles have died there again.
    again: int = 0


class DeadEnds:
    """The places where particles have died and that they have not passed since."""

    def __init__(self) -> None:
        self._places: list[DeadEnd] = []

    @property
    def most(self) -> int:
        """The number of further deaths at the worst place."""
        return max((place.again for place in self._places), default=0)

    def at(self, pair: int, column: int) -> DeadEnd:
        """Record a death, and return its place."""
        for place in self._places:
            if abs(pair - place.pair) <= _ROWS and abs(column - place.column) <= _COLUMNS:
                place.pair, place.column, place.again = pair, column, place.again + 1
                return place
        self._places.append(DeadEnd(pair, column))
        return self._places[-1]

    def leave(self, pair: int) -> None:
        """Forget the places that particles have passed, given the pair of their last rows."""
        self._places = [place for place in self._places if pair <= place.pair + _ROWS]

    def between(self, first: int, last: int) -> list[DeadEnd]:
        """Return the places from one pair of rows to a few rows below another."""
        return [place for place in self._places if first <= place.pair <= last + _ROWS]
