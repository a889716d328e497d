"""Search for one parent with particles: fill row by row, and backtrack where all particles die."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lifesat.engines.particles.board import Board, Cells, patch_of
from lifesat.engines.particles.effort import AHEAD, MOST_BACK, MOST_TIMES, WIDEST, Effort
from lifesat.engines.particles.filter import (
    Population,
    continuable,
    first_population,
    next_population,
)
from lifesat.engines.particles.passes import Chains, Place, Steps, relearned, ways_below
from lifesat.engines.particles.row import Death, Places
from lifesat.engines.particles.weighted import last_weights

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


def history(populations: Sequence[Population], who: Places, first: int = 0) -> tuple[Cells, Places]:
    """Trace particles of the last population back.

    Returns their rows after the `first` ones, shape ``(rows, number, columns)``, and the particles
    in the population of the last row that is left out. `who` holds the particle for each column,
    shape ``(number, columns)``; `populations` begins with the one above the board.
    """
    columns = np.arange(who.shape[1])
    rows = np.empty((len(populations) - 1 - first, *who.shape), dtype=np.uint8)
    for row in reversed(range(len(rows))):
        population = populations[first + 1 + row]
        rows[row] = population.lower[who, columns]
        who = population.parents[who, columns].astype(np.intp)
    return rows, who


def repaired(
    populations: Sequence[Population],
    particle: int,
    columns: range,
    found: Cells,
    generator: np.random.Generator,
) -> list[Population]:
    """Return populations with other cells in the last rows of some columns.

    `found` holds the new cells of each particle there, shape ``(rows, number, columns)``. Its other
    cells come from random particles with the past of `particle` beside the patch.
    """
    last = populations[-1]
    height, number, _ = found.shape
    who = np.full((number, last.lower.shape[1]), particle, dtype=np.intp)
    # A past includes the column before. Where nothing lies beside the patch, nothing is drawn.
    for beside, side in (
        (columns.start - 1, np.s_[: columns.start]),
        (columns.stop + 1, np.s_[columns.stop :]),
    ):
        if 0 <= beside < who.shape[1]:
            pasts = last.pasts[:, beside]
            alike = np.flatnonzero(pasts == pasts[particle])
            who[:, side] = generator.choice(alike, (number, 1))
    first = len(populations) - 1 - height
    rows, before = history(populations, who, first)
    rows[:, :, columns.start : columns.stop] = found
    itself = np.broadcast_to(np.arange(number)[:, None], who.shape)
    parents = [before, *[itself] * (height - 1)]
    changed = [
        last._replace(lower=row, parents=each.astype(np.uint16)).without_promises()
        for row, each in zip(rows, parents, strict=True)
    ]
    return [*populations[: first + 1], *changed]


# How many rows to backtrack after the first, second, ... death at one place.
_BACK = (6, 12, 24, 40)
_BACK_MORE = 20
# New messages cover this many columns on either side of a death, and more after further deaths.
_AROUND = 20
# The search is stuck after this many further deaths at one place; on wide boards, which are
# repaired, after twice as many.
_STUCK = 6
# Wide boards are repaired around a place after this many further deaths.
_REPAIRED = 3
# The rows of the patches that a repair tries, and their columns on either side of the place. They
# are wide enough for compiled loops; in larger ones particles die elsewhere.
_PATCHES = ((24, 40), (24, 40), (40, 56))
# A patch is abandoned after more deaths than this.
_PATCH_DEATHS = 2


class RowSearch(ABC):
    """Fills the rows of a board with particles, and backtracks where all particles die.

    `pairs` are the upper rows of the pairs of adjacent rows, from the dead row above the board on.
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
        self._stuck_after = _STUCK
        # Whether the messages made so far allow any board. They are approximate, so that false
        # suggests that there is no parent, but does not prove it.
        self.possible = True
        self._ways: Chains = {}
        self._below = self._ways
        self._populations = [first_population(columns)]
        self._dead_ends = DeadEnds()
        self._mending: Iterator[None] = iter(())
        # How often all particles have died.
        self.deaths = 0

    @property
    def filled(self) -> int:
        """The number of filled rows; all but the last have the required successors."""
        return len(self._populations) - 1

    @property
    def complete(self) -> bool:
        """Whether all rows are filled, including the dead ones below the board."""
        return self.filled == len(self._pairs) - 1

    @property
    def ready(self) -> bool:
        """Whether all messages are made, so that rows can be filled."""
        return bool(self._ways)

    @property
    def stuck(self) -> bool:
        """Whether particles have died so often at one place that another method may do better."""
        return self._dead_ends.most >= self._stuck_after

    @property
    def alive(self) -> int:
        """The number of particles in the last filled row; 1 before the first row."""
        return len(self._populations[-1].lower)

    def advance(self) -> None:
        """Take one step: make some messages, fill the next row, or repair a dead end."""
        if not self.ready:
            self._make_messages()
            return
        try:
            next(self._mending)
        except StopIteration:
            self._fill()

    def _make_messages(self) -> None:
        try:
            next(self._messages)
        except StopIteration as end:
            self.possible = end.value is not None
            self._below = self._ways = end.value or {}

    def _fill(self) -> None:
        """Fill the next row, or prepare to repair the place where all particles die."""
        pair = self._pairs[self.filled]
        number = self._particles * (1 + min(self._dead_ends.most, MOST_TIMES - 1))
        after = self._next(self._populations[-1], pair, number)
        if isinstance(after, Death):
            self.deaths += 1
            self._mending = self._mended(self._dead_ends.at(pair, after.column))
            return
        self._populations.append(after)
        if len(self._populations) > MOST_BACK:
            old = self._populations[-MOST_BACK]
            self._populations[-MOST_BACK] = old.without_promises()
        self._dead_ends.leave(pair)

    def _mended(self, end: DeadEnd) -> Iterator[None]:
        """Backtrack from a dead end and make new messages around it, in steps."""
        first = max(self._pairs[0], end.pair - self._rows_back(end.again))
        del self._populations[self._pairs.index(first) + 1 :]
        self._populations[-1] = self._continuable(first)
        self._learn(end)
        yield

    def _rows_back(self, again: int) -> int:
        """Return how many rows to backtrack from a dead end after `again` further deaths there."""
        return _BACK[again] if again < len(_BACK) else min(_BACK_MORE * again, MOST_BACK)

    def _learn(self, end: DeadEnd) -> None:
        """Make new messages around the dead ends from the last filled row to `end`."""
        pair = self._pairs[self.filled]
        self._below = self._ways
        for each in self._dead_ends.between(pair, end.pair):
            last = min(max(self._ways), each.pair + AHEAD)
            around = _AROUND * (1 + min(each.again, len(_BACK)))
            left, right = max(0, each.column - around), min(self._columns, each.column + around)
            place = Place(range(pair, last + 1), range(left, right + 1))
            self._below = self._relearned(place)

    @abstractmethod
    def _next(self, population: Population, pair: int, number: int) -> Population | Death:
        """Draw the row after a pair of rows, for `number` particles."""

    @abstractmethod
    def _continuable(self, pair: int) -> Population:
        """Return the last population with the fields needed to continue it."""

    @abstractmethod
    def _relearned(self, place: Place) -> Chains:
        """Return messages that are new at a place, based on the last population."""

    def rows(self, particle: int = 0) -> Cells:
        """Return the filled rows of one particle."""
        return self.boards(range(particle, particle + 1))[:, 0]

    def boards(self, particles: range) -> Cells:
        """Return the filled rows of some particles, shape ``(rows, particles, columns)``."""
        who = np.broadcast_to(np.array(particles)[:, None], (len(particles), self._columns))
        return history(self._populations, who)[0]


class ParticleSearch(RowSearch):
    """Fills the rows of a board, one generation back.

    On a wide board, a dead end that recurs is repaired in a patch around it.
    """

    def __init__(
        self, board: Board, generator: np.random.Generator, effort: Effort | None = None
    ) -> None:
        self._board = board
        self._effort = effort or Effort.of(board.columns)
        width, particles = self._effort
        pairs = range(-2, board.rows)
        super().__init__(pairs, board.columns, ways_below(board, width), generator, particles)
        # Patches, with two cells around them, are smaller than a wide board.
        self._wide = board.columns > 2 * _PATCHES[-1][1] + 4
        if self._wide:
            self._stuck_after = 2 * _STUCK

    def _next(self, population: Population, pair: int, number: int) -> Population | Death:
        checks, below = self._board.checks(pair + 1), self._below[pair + 1]
        return next_population(population, checks, below, number, self._generator)

    def _continuable(self, pair: int) -> Population:
        return continuable(self._populations, self._ways[pair])

    def _relearned(self, place: Place) -> Chains:
        narrow = self._effort.width
        width = max(narrow, min(narrow + self._dead_ends.most, WIDEST))
        return relearned(self._board, width, self._below, self._populations[-1], place)

    def _rows_back(self, again: int) -> int:
        if self._wide and again >= _REPAIRED:
            again = max(_REPAIRED - 1, again // 2)
        return super()._rows_back(again)

    def _mended(self, end: DeadEnd) -> Iterator[None]:
        """Repair the board around a dead end, or else backtrack, in steps."""
        if self._wide and end.again >= _REPAIRED:
            for rows, aside in _PATCHES:
                if (yield from self._filled_patch(end, rows, aside)):
                    self._learn(end)
                    return
        yield from super()._mended(end)

    def _filled_patch(self, end: DeadEnd, rows: int, aside: int) -> Generator[None, None, bool]:
        """Refill a patch around a dead end, and return whether that succeeds."""
        filled, particle = self.filled, int(self._generator.integers(self.alive))
        above = range(max(0, filled - rows), filled)
        with_next = range(above.start, min(filled + AHEAD, self._board.rows))
        left = min(max(0, end.column - aside), self._columns - 2 * aside)
        columns = range(left, left + 2 * aside)
        patch, (top, first) = patch_of(self._board, self.rows(particle), with_next, columns)
        search = ParticleSearch(patch, self._generator, self._effort)
        while not search.complete:
            search.advance()
            if not search.possible or search.deaths > _PATCH_DEATHS:
                return False
            yield
        found = search.boards(range(search.alive))
        found = found[above.start - top : above.stop - top, :, left - first :][..., : len(columns)]
        self._populations = repaired(self._populations, particle, columns, found, self._generator)
        self._populations[-1] = self._continuable(end.pair)
        return True

    def restarted(self, generator: np.random.Generator) -> "ParticleSearch":
        """Return a search that starts at the first row and shares the messages of this one."""
        search = ParticleSearch(self._board, generator, self._effort)
        search._below = search._ways = self._ways
        return search

    def drawn(self) -> Cells:
        """Return the rows of a particle drawn by weight, once all rows are filled."""
        weights, _ = last_weights(self._populations[-1])
        return self.rows(int(self._generator.choice(len(weights), p=weights / weights.sum())))
