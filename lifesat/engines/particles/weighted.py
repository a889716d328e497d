"""Boards drawn row by row with weights: unbiased estimates of sums over all parents.

This is the particle filter of `lifesat.engines.particles.filter` without recombination. The product
of the mean weights is an unbiased estimate of the number of parents, whatever the messages are;
good messages make its variance smaller [1]_. Recombination joins parts of particles that have
ancestors in common, which is why it is left out here.

References
----------
.. [1] P. Guarniero, A. M. Johansen and A. Lee, "The Iterated Auxiliary Particle Filter", Journal of
   the American Statistical Association 112, 2017.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.particles.board import Board, Cells
from lifesat.engines.particles.filter import (
    Population,
    by_column,
    first_population,
    joined,
    last_windows,
)
from lifesat.engines.particles.passes import Chains
from lifesat.engines.particles.row import Death, Filtered, Groups, Row


class WeightedBoards(NamedTuple):
    """Boards with the required successors, their weights, and the estimate of their number."""

    # Shape (particles, rows, columns).
    boards: Cells
    # Their mean is 1.
    weights: NDArray[np.float64]
    # The natural logarithm of the estimated number of such boards.
    log_total: float


def weighted_boards(
    board: Board, below: Chains, number: int, generator: np.random.Generator
) -> WeightedBoards | None:
    """Draw `number` boards, given the messages of all pairs of rows.

    None means that no particle reaches the last row; the estimated number is 0 then.
    """
    population = first_population(board.columns)
    log_total = 0.0
    rows: list[tuple[Cells, NDArray[np.uint16]]] = []
    for pair in range(-2, board.rows - 1):
        chain = below[pair + 1]
        upper, lower = last_windows(population, chain)
        groups = Groups.alone(*upper.shape)
        checks, promised = board.checks(pair + 1), by_column(population.promised)
        ways = Filtered.along(Row(upper, lower, promised, checks, chain, groups))
        if isinstance(ways, Death):
            return None
        log_total += ways.log_total
        population = joined(population, *ways.draw(number, generator), chain)
        rows.append((np.packbits(population.lower, axis=1), population.parents[:, 0]))
    weights, log_mean = last_weights(population)
    return WeightedBoards(_boards(rows[:-1], rows[-1][1], board), weights, log_total + log_mean)


def last_weights(population: Population) -> tuple[NDArray[np.float64], float]:
    """Return the weights of particles in the last row, scaled to a mean of 1, and their log mean.

    They were drawn in proportion to what the message promises below them, but below the last row
    there is nothing more.
    """
    logs = -np.log(population.promised.astype(float)).sum(axis=1)
    highest = float(logs.max())
    weights = np.exp(logs - highest)
    mean = float(weights.mean())
    return weights / mean, highest + math.log(mean)


def _boards(
    rows: list[tuple[Cells, NDArray[np.uint16]]], last: NDArray[np.uint16], board: Board
) -> Cells:
    """Return the boards of the particles that have been continued to the end."""
    boards = np.empty((len(last), board.rows, board.columns), dtype=np.uint8)
    who = last.astype(np.intp)
    for row, (packed, parents) in reversed(list(enumerate(rows))):
        boards[:, row] = np.unpackbits(packed[who], axis=1, count=board.columns)
        who = parents[who].astype(np.intp)
    return boards
