"""A particle filter over the rows of a board, with recombination along its columns.

A particle is a board whose upper rows are filled. The next row of a particle is drawn cell by cell
from left to right, in proportion to the ways that messages promise below it ("twisted" sequential
Monte Carlo [1]_): the filter runs along the columns, and the cells are drawn backwards.

On the way a particle may go on with the past of another one: if two particles have had the same
cells in two adjacent columns, their boards may be cut there and joined crosswise, since no block of
3x3 cells sees both sides of the two columns. So from a hundred particles come as many pasts as
there are combinations of their parts. Without this, the pasts of all particles are soon the same.

References
----------
.. [1] P. Guarniero, A. M. Johansen and A. Lee, "The Iterated Auxiliary Particle Filter", Journal of
   the American Statistical Association 112, 2017.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.particles.board import Board, Cells
from lifesat.particles.messages import Chain, Floats

Places = NDArray[np.intp]
Hashes = NDArray[np.uint64]

_FACTORS = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 6364136223846793005], dtype=np.uint64)
_INCREMENT = np.uint64(1442695040888963407)


class Population(NamedTuple):
    """Particles that have filled some rows.

    Attributes
    ----------
    upper, lower
        The last two rows of each particle, shape ``(particles, columns)``.
    pasts
        For each column a hash of all cells that a particle has in it and in the one before.
    promised
        The value of the message for the two rows at each window, shape
        ``(particles, columns + 1)``.
    parents
        For each column the particle of the population before that a particle goes on from.
    """

    upper: Cells
    lower: Cells
    pasts: Hashes
    promised: Floats
    parents: NDArray[np.uint16]

    def without_promises(self) -> "Population":
        """Return what is needed to follow particles back, but not to continue them."""
        return self._replace(upper=self.upper[:0], pasts=self.pasts[:0], promised=self.promised[:0])


class Death(NamedTuple):
    """No particle can go on.

    Attributes
    ----------
    column
        The last column that was reached.
    """

    column: int


def first_population(board: Board) -> Population:
    """Return one particle, above the board: its two rows are dead."""
    dead = np.zeros((1, board.columns), dtype=np.uint8)
    pasts = np.zeros(dead.shape, dtype=np.uint64)
    promised = np.ones((1, board.columns + 1), dtype=np.float32)
    return Population(dead, dead, pasts, promised, np.zeros(dead.shape, dtype=np.uint16))


def next_population(
    population: Population,
    checks: Floats,
    below: Chain,
    number: int,
    generator: np.random.Generator,
) -> Population | Death:
    """Draw the next row of particles.

    Parameters
    ----------
    population
        The particles before.
    checks
        As from `Board.checks`, for the lower row of the population.
    below
        The message for the lower row and the next one.
    number
        How many particles to draw.
    generator
        The source of randomness.

    Returns
    -------
    Population or Death
        The particles that go on, if there is one.
    """
    width = below.shape[1].bit_length() - 1
    upper, lower = (windows(rows, width) for rows in (population.upper, population.lower))
    groups = _groups(population.pasts, upper, lower, width)
    steps = step_weights(population, upper, lower, checks, below)
    filtered = Filtered.along(steps, groups)
    if isinstance(filtered, Death):
        return filtered
    drawn, parents = filtered.draw(number, generator)
    return joined(population, drawn, parents, below, width)


def windows(rows: Cells, width: int) -> Places:
    """Return the windows of rows that end in each column and in the one after the last.

    Returns
    -------
    ndarray
        Binary numbers with the left cell as the highest bit, shape ``(particles, columns + 1)``.
    """
    padded = np.pad(rows.astype(np.intp), ((0, 0), (width - 1, 1)))
    columns = padded.shape[1] - width + 1
    numbers = np.zeros((len(rows), columns), dtype=np.intp)
    for k in range(width):
        numbers = 2 * numbers + padded[:, k : k + columns]
    return numbers


def step_weights(
    population: Population, upper: Places, lower: Places, checks: Floats, below: Chain
) -> Floats:
    """Return the weights of the windows of the next row, for each column and particle.

    Returns
    -------
    ndarray
        Shape ``(columns + 1, particles, 2^w)``.
    """
    columns = np.arange(len(below))[:, None]
    ways = below[columns, lower.T]
    agree = checks[columns, upper.T & 7, lower.T & 7] / population.promised.T[:, :, None]
    shape = ways.shape
    steps: Floats = ways.reshape(*shape[:2], -1, 8) * agree[:, :, None]
    return steps.reshape(shape)


class Groups(NamedTuple):
    """Which particles may take each other's place before each column.

    Attributes
    ----------
    order
        Particles, those of a group side by side, shape ``(columns + 1, particles)``.
    begins, ends
        For each particle, where its group begins and ends in this order.
    """

    order: Places
    begins: Places
    ends: Places


def _groups(pasts: Hashes, upper: Places, lower: Places, width: int) -> Groups:
    half = (1 << (width - 1)) - 1
    windows = ((lower & half) << width | (upper & half)).astype(np.uint64)
    keys = np.zeros(windows.shape, dtype=np.uint64).T
    keys[1:] = (pasts * _FACTORS[0] + windows[:, :-1] * _FACTORS[1]).T
    order = np.argsort(keys, axis=1)
    keys = np.take_along_axis(keys, order, axis=1)
    places = np.arange(len(pasts))
    new = np.ones(keys.shape, dtype=bool)
    new[:, 1:] = keys[:, 1:] != keys[:, :-1]
    begins = np.maximum.accumulate(np.where(new, places, 0), axis=1)
    last = np.ones(keys.shape, dtype=bool)
    last[:, :-1] = new[:, 1:]
    ends = np.where(last, places + 1, len(places))
    ends = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    ranks = np.argsort(order, axis=1)
    return Groups(
        order, np.take_along_axis(begins, ranks, axis=1), np.take_along_axis(ends, ranks, axis=1)
    )


@dataclass
class Filtered:
    """The weights of all ways along the columns of the next row.

    Attributes
    ----------
    groups
        Which particles may take each other's place.
    windows
        For each column the weights of particles and windows of the next row, shape
        ``(particles, 2^w)``.
    sums
        For each column the weights before it, summed up in the order of `groups`, shape
        ``(particles + 1, 2^(w-1))``.
    ends
        The weights of particles and windows after the last column.
    log_total
        The natural logarithm of the mean weight of a particle.
    """

    groups: Groups
    windows: list[NDArray[np.float64]]
    sums: list[NDArray[np.float64]]
    ends: NDArray[np.float64]
    log_total: float

    @classmethod
    def along(cls, steps: Floats, groups: Groups) -> "Filtered | Death":
        """Go along the columns, as far as there is a way."""
        particles, half = steps.shape[1], steps.shape[2] // 2
        state = np.zeros((particles, half))
        state[:, 0] = 1 / particles
        windows, sums = [], []
        log_total = 0.0
        sizes = (groups.ends - groups.begins)[:, :, None]
        for column, step in enumerate(steps):
            summed = np.zeros((particles + 1, half))
            np.cumsum(state[groups.order[column]], axis=0, out=summed[1:])
            sums.append(summed)
            mixed = summed[groups.ends[column]] - summed[groups.begins[column]]
            mixed /= sizes[column]
            ways = (mixed[:, :, None] * step.reshape(particles, half, 2)).reshape(particles, -1)
            windows.append(ways)
            state = ways[:, :half] + ways[:, half:]
            total = state.sum()
            if not total > 0:
                return Death(column)
            state /= total
            log_total += math.log(total)
        return cls(groups, windows, sums, state, log_total)

    def draw(self, number: int, generator: np.random.Generator) -> tuple[Cells, Places]:
        """Draw rows backwards.

        Returns
        -------
        tuple of ndarray
            The cells, and the particle that each one goes on from, shape ``(number, columns)``.
        """
        half = self.ends.shape[1]
        marks = np.cumsum(self.ends.ravel())
        chosen = np.searchsorted(
            marks, (np.arange(number) + generator.random(number)) * (marks[-1] / number), "right"
        )
        who, window = np.divmod(np.minimum(chosen, len(marks) - 1), half)
        columns = len(self.windows)
        cells = np.zeros((number, columns), dtype=np.uint8)
        parents = np.zeros((number, columns), dtype=np.intp)
        chances = generator.random((2, columns, number))
        for column in reversed(range(columns)):
            parents[:, column] = who
            ways = self.windows[column]
            dead, live = ways[who, window], ways[who, window + half]
            oldest = chances[0, column] * (dead + live) >= dead
            whole = window + half * (oldest & (live > 0))
            cells[:, column] = whole & 1
            window = whole >> 1
            who = self._exchanged(column, who, window, chances[1, column])
        return cells[:, :-1], parents[:, :-1]

    def _exchanged(
        self, column: int, who: Places, window: Places, chances: NDArray[np.float64]
    ) -> Places:
        """Return which particles of the same groups the drawn ones were before a column."""
        sums = self.sums[column]
        begins, ends = self.groups.begins[column, who], self.groups.ends[column, who]
        low, high = sums[begins, window], sums[ends, window]
        scale = np.maximum(sums[-1], np.finfo(float).tiny)
        # One search in the sums of all windows, each of which fills an interval of length 1.
        lines = (sums[1:] / scale).T + np.arange(sums.shape[1])[:, None]
        marks = window + (low + chances * (high - low)) / scale[window]
        places = np.searchsorted(lines.ravel(), marks, side="right") - window * (len(sums) - 1)
        exchanged: Places = self.groups.order[column][np.clip(places, begins, ends - 1)]
        return exchanged


def joined(
    population: Population, drawn: Cells, parents: Places, below: Chain, width: int
) -> Population:
    """Return the particles that continue others by a row, without those that no message allows."""
    columns = np.arange(drawn.shape[1])
    upper = population.lower[parents, columns]
    bits = drawn.astype(np.uint64)
    bits[:, 1:] += 2 * bits[:, :-1] & np.uint64(2)
    pasts = population.pasts[parents, columns] * _FACTORS[2] + bits + _INCREMENT
    pasts ^= pasts >> np.uint64(29)
    pairs = windows(upper, width), windows(drawn, width)
    promised = below[np.arange(len(below)), *pairs]
    good = np.flatnonzero((promised > 0).all(axis=1))
    if not len(good):
        good = np.arange(len(drawn))
    promised = np.maximum(promised, np.finfo(np.float32).tiny)
    followed = parents[good].astype(np.uint16)
    return Population(upper[good], drawn[good], pasts[good], promised[good], followed)
