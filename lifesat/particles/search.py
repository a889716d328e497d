"""The search for one parent with particles: rows one by one, and back where all particles die."""

from abc import ABC, abstractmethod

import numpy as np

from lifesat.particles.board import Board, Cells
from lifesat.particles.effort import AHEAD, MOST_BACK, MOST_TIMES, WIDEST, Effort
from lifesat.particles.filter import (
    Population,
    continuable,
    first_population,
    next_population,
)
from lifesat.particles.passes import Chains, Place, Steps, relearned, ways_below
from lifesat.particles.row import Death
from lifesat.particles.weighted import last_weights

# How many rows to go back after the first, second, ... death near the same row.
_BACK = (6, 12, 24, 40)
_BACK_MORE = 20
# New messages look at so many columns on either side of a death, and at more after each death more.
_AROUND = 20
# After so many deaths more at the same place, the search is stuck.
_STUCK = 6
# Deaths within so many rows are at the same place.
_NEAR = 10


class RowSearch(ABC):
    """Fills the rows of a board.

    Parameters
    ----------
    pairs
        The upper rows of the pairs of rows, from the dead one above the board to the last one.
    columns
        The number of columns.
    messages
        The steps that make the messages.
    generator
        The source of randomness.
    particles
        How many there are, unless they die.

    Attributes
    ----------
    possible
        Whether the messages, as far as they are made, allow any board. If not, there is hardly a
        parent, but they may err.
    deaths
        How often all particles have died.
    """

    def __init__(
        self,
        pairs: range,
        columns: int,
        messages: Steps,
        generator: np.random.Generator,
        particles: int,
    ) -> None:
        self._pairs, self._columns = pairs, columns
        self._messages = messages
        self._generator = generator
        self._particles = particles
        self.possible = True
        self._ways: Chains = {}
        self._below = self._ways
        self._populations = [first_population(columns)]
        self._fails = 0
        self._died_at = -_NEAR - 1
        self.deaths = 0

    @property
    def filled(self) -> int:
        """The number of rows that are filled; all but the last become what they must."""
        return len(self._populations) - 1

    @property
    def complete(self) -> bool:
        """Whether all rows are filled, and those below the board that are dead."""
        return self.filled == len(self._pairs) - 1

    @property
    def ready(self) -> bool:
        """Whether all messages are made, so that rows can be filled."""
        return bool(self._ways)

    @property
    def stuck(self) -> bool:
        """Whether the particles have died at one place so often that others may do better."""
        return self._fails >= _STUCK

    @property
    def alive(self) -> int:
        """The number of particles; one without rows before the first row."""
        return len(self._populations[-1].lower)

    def advance(self) -> None:
        """Make some messages; once all are made, fill another row, or go back some rows."""
        if self.ready:
            self._fill()
            return
        try:
            next(self._messages)
        except StopIteration as end:
            self.possible = end.value is not None
            self._below = self._ways = end.value or {}

    def _fill(self) -> None:
        """Fill another row, or go back some rows."""
        pair = self._pairs[self.filled]
        number = self._particles * (1 + min(self._fails, MOST_TIMES - 1))
        after = self._next(self._populations[-1], pair, number)
        if isinstance(after, Death):
            self._go_back(pair, after.column)
            return
        self._populations.append(after)
        if len(self._populations) > MOST_BACK:
            old = self._populations[-MOST_BACK]
            self._populations[-MOST_BACK] = old.without_promises()
        if pair > self._died_at + _NEAR:
            self._fails = 0

    def _go_back(self, pair: int, column: int) -> None:
        self.deaths += 1
        again = self.deaths > 1 and abs(pair - self._died_at) <= _NEAR
        self._fails = self._fails + 1 if again else 0
        self._died_at = pair
        if self._fails < len(_BACK):
            rows = _BACK[self._fails]
        else:
            rows = min(_BACK_MORE * self._fails, MOST_BACK)
        first = max(self._pairs[0], pair - rows)
        last = min(max(self._ways), pair + AHEAD)
        del self._populations[self._pairs.index(first) + 1 :]
        self._populations[-1] = self._continuable(first)
        around = _AROUND * (1 + self._fails)
        left, right = max(0, column - around), min(self._columns, column + around)
        self._below = self._relearned(Place(range(first, last + 1), range(left, right + 1)))

    @abstractmethod
    def _next(self, population: Population, pair: int, number: int) -> Population | Death:
        """Draw the next row of particles, whose last two rows are a pair."""

    @abstractmethod
    def _continuable(self, pair: int) -> Population:
        """Return the last population with what is needed to continue it."""

    @abstractmethod
    def _relearned(self, place: Place) -> Chains:
        """Return messages that look at what the particles of the last population are."""

    def rows(self, particle: int = 0) -> Cells:
        """Return the rows of one particle that are filled."""
        columns = np.arange(self._columns)
        who = np.full(self._columns, particle, dtype=np.intp)
        rows = []
        for population in reversed(self._populations[1:]):
            rows.append(population.lower[who, columns])
            who = population.parents[who, columns].astype(np.intp)
        return np.array(rows[::-1], dtype=np.uint8).reshape(-1, self._columns)


class ParticleSearch(RowSearch):
    """Fills the rows of a board, one generation back.

    Parameters
    ----------
    board
        The board.
    generator
        The source of randomness.
    effort
        How much to take for each row; None for what suits the board.
    """

    def __init__(
        self, board: Board, generator: np.random.Generator, effort: Effort | None = None
    ) -> None:
        self._board = board
        self._effort = effort or Effort.of(board.columns)
        width, particles = self._effort
        pairs = range(-2, board.rows)
        super().__init__(pairs, board.columns, ways_below(board, width), generator, particles)

    def _next(self, population: Population, pair: int, number: int) -> Population | Death:
        checks, below = self._board.checks(pair + 1), self._below[pair + 1]
        return next_population(population, checks, below, number, self._generator)

    def _continuable(self, pair: int) -> Population:
        return continuable(self._populations, self._ways[pair])

    def _relearned(self, place: Place) -> Chains:
        width = max(self._effort.width, min(self._effort.width + self._fails, WIDEST))
        return relearned(self._board, width, self._ways, self._populations[-1], place)

    def restarted(self, generator: np.random.Generator) -> "ParticleSearch":
        """Return a search that begins with the first row, and knows the messages of this one."""
        search = ParticleSearch(self._board, generator, self._effort)
        search._below = search._ways = self._ways
        return search

    def drawn(self) -> Cells:
        """Return the rows of a particle that is drawn by its weight, once all rows are filled."""
        weights, _ = last_weights(self._populations[-1])
        return self.rows(int(self._generator.choice(len(weights), p=weights / weights.sum())))
