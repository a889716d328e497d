"""A particle filter over the rows of a board, with recombination along its columns.

A particle is a board whose upper rows are filled. The next row of a particle is drawn cell by cell
from left to right, in proportion to the number of completions that messages promise below it
("twisted" sequential Monte Carlo [1]_): the filter runs along the columns, and the cells are drawn
backwards.

On the way a particle may continue the past of another one: if two particles have had the same cells
in two adjacent columns, their boards may be cut there and joined crosswise, since no block of 3x3
cells sees both sides of the two columns. So a hundred particles have as many pasts as there are
combinations of their parts. Without recombination, all particles would soon share the same past.

References
----------
.. [1] P. Guarniero, A. M. Johansen and A. Lee, "The Iterated Auxiliary Particle Filter", Journal of
   the American Statistical Association 112, 2017.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.particles.board import Cells
from lifesat.engines.particles.messages import Chain, Floats
from lifesat.engines.particles.row import Death, Filtered, Groups, Hashes, Places, Row

_Value = TypeVar("_Value", bound=np.generic)

_FACTORS = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 6364136223846793005], dtype=np.uint64)
_INCREMENT = np.uint64(1442695040888963407)


class Population(NamedTuple):
    """Particles that have filled the same rows."""

    # The last two rows of each particle, shape (particles, columns).
    upper: Cells
    lower: Cells
    # For each column, a hash of all cells that a particle has in it and in the one before.
    pasts: Hashes
    # The values of the message for the two rows at each window, shape (particles, columns + 1).
    promised: Floats
    # For each column, the particle of the previous population that a particle continues.
    parents: NDArray[np.uint16]

    def without_promises(self) -> "Population":
        """Return what is needed to trace particles back, but not to continue them."""
        return self._replace(upper=self.upper[:0], pasts=self.pasts[:0], promised=self.promised[:0])


def first_population(columns: int) -> Population:
    """Return one particle above the board, whose two rows are dead."""
    dead = np.zeros((1, columns), dtype=np.uint8)
    pasts = np.zeros(dead.shape, dtype=np.uint64)
    promised = np.ones((1, columns + 1), dtype=np.float32)
    return Population(dead, dead, pasts, promised, np.zeros(dead.shape, dtype=np.uint16))


def next_population(
    population: Population,
    checks: Floats,
    below: Chain,
    number: int,
    generator: np.random.Generator,
) -> Population | Death:
    """Draw the next row of `number` particles, or return where all of them die.

    `checks` are those of `Board.checks` for the lower row of the population, and `below` is the
    message for that row and the next one.
    """
    upper, lower = last_windows(population, below)
    groups = Groups.of(_keys(population.pasts, upper, lower, below))
    row = Row(upper, lower, by_column(population.promised), checks, below, groups)
    ways = Filtered.along(row)
    if isinstance(ways, Death):
        return ways
    return joined(population, *ways.draw(number, generator), below)


def windows(rows: Cells, width: int, letters: int = 2) -> Places:
    """Return the windows of rows that end in each column and in the one after the last.

    They are numbers with a digit for each cell, or letter, the left one first, shape
    ``(particles, columns + 1)``.
    """
    padded = np.pad(rows, ((0, 0), (width - 1, 1)))
    columns = padded.shape[1] - width + 1
    numbers = np.zeros((len(rows), columns), dtype=np.uint8)
    for k in range(width):
        numbers = letters * numbers + padded[:, k : k + columns]
    return numbers.astype(np.intp)


def last_windows(population: Population, below: Chain, letters: int = 2) -> tuple[Places, Places]:
    """Return the windows of the last two rows of particles, shape ``(columns + 1, particles)``."""
    width = _width(below, letters)
    upper, lower = (windows(rows, width, letters) for rows in population[:2])
    return by_column(upper), by_column(lower)


def by_column(values: NDArray[_Value]) -> NDArray[_Value]:
    """Return the contiguous transpose of an array of particles and columns."""
    return np.ascontiguousarray(values.T)


def _width(below: Chain, letters: int = 2) -> int:
    return (int(below.shape[1]).bit_length() - 1) // (letters.bit_length() - 1)


def _keys(pasts: Hashes, upper: Places, lower: Places, below: Chain) -> Hashes:
    """Return hashes of what particles must have in common to take each other's place."""
    half = below.shape[1] // 2 - 1
    windows = ((lower & half) << _width(below) | (upper & half)).astype(np.uint64)
    keys = np.zeros(windows.shape, dtype=np.uint64)
    keys[1:] = by_column(pasts) * _FACTORS[0] + windows[:-1] * _FACTORS[1]
    return keys


def joined(
    population: Population, drawn: Cells, parents: Places, below: Chain, letters: int = 2
) -> Population:
    """Return the particles that continue others by a row, without those that messages exclude.

    If messages exclude all of them, all remain.
    """
    columns = np.arange(drawn.shape[1])
    upper = population.lower[parents, columns]
    pasts = _longer(population.pasts[parents, columns], drawn, letters)
    promised = _promised(upper, drawn, below, letters)
    good = np.flatnonzero((promised > 0).all(axis=1))
    if not len(good):
        good = np.arange(len(drawn))
    promised = np.maximum(promised, np.finfo(np.float32).tiny)
    followed = parents[good].astype(np.uint16)
    return Population(upper[good], drawn[good], pasts[good], promised[good], followed)


def continuable(populations: Sequence[Population], below: Chain, letters: int = 2) -> Population:
    """Return the last population with the fields needed to continue it.

    `populations` begins with the first population, and `below` is the message for the last two
    rows.
    """
    *before, last = populations
    if len(last.pasts) or not before:
        return last
    columns = np.arange(last.lower.shape[1])
    pasts = np.zeros((1, len(columns)), dtype=np.uint64)
    for each in populations[1:]:
        pasts = _longer(pasts[each.parents, columns], each.lower, letters)
    upper = before[-1].lower[last.parents, columns]
    promised = np.maximum(_promised(upper, last.lower, below, letters), np.finfo(np.float32).tiny)
    return last._replace(upper=upper, pasts=pasts, promised=promised)


def _longer(pasts: Hashes, drawn: Cells, letters: int) -> Hashes:
    """Return the hashes of pasts extended by a row."""
    bits = drawn.astype(np.uint64)
    bits[:, 1:] += np.uint64(letters) * bits[:, :-1]
    longer: Hashes = pasts * _FACTORS[2] + bits + _INCREMENT
    longer ^= longer >> np.uint64(29)
    return longer


def _promised(upper: Cells, lower: Cells, below: Chain, letters: int) -> Floats:
    """Return the value of the message for two rows at each window."""
    pairs = (windows(rows, _width(below, letters), letters) for rows in (upper, lower))
    promised: Floats = below[np.arange(len(below)), *pairs]
    return promised
