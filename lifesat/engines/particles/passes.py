"""Passes of messages over all rows of a board: upwards, downwards, and upwards again."""

from collections.abc import Generator
from typing import NamedTuple

import numpy as np

from lifesat.engines.particles.board import Board
from lifesat.engines.particles.filter import Population, windows
from lifesat.engines.particles.messages import (
    Chain,
    Wanted,
    conditional,
    dead_chain,
    divided,
    updated,
    widened,
)

# The columns at either end of a place where messages stay, as new ones ignore what lies beyond.
_ASIDE = 8

Chains = dict[int, Chain]
"""The chains of pairs of rows, by their upper rows."""
Steps = Generator[None, None, Chains | None]
"""The steps that make chains; they return None if the rows contradict each other."""


def ways_below(board: Board, width: int) -> Steps:
    """Make messages: the approximate number of ways to complete a board below each pair of rows.

    Windows have `width` columns, at least 4. Yields after each step, most of which take a fraction
    of a second, and returns chains for the pairs that begin in rows -2 to `Board.rows`, or None if
    the rows contradict each other.
    """
    below = yield from _upwards(board, width, None)
    above = None if below is None else (yield from _downwards(board, width, below))
    del below
    return None if above is None else (yield from _upwards(board, width, above))


def all_of(steps: Steps) -> Chains | None:
    """Run all steps, and return the chains that they make."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: Chains | None = end.value
            return made


def _upwards(board: Board, width: int, above: Chains | None) -> Steps:
    """Make the chains of what lies below, given those of what lies above."""
    below = {board.rows: dead_chain(board, width)}
    for row in range(board.rows - 1, -3, -1):
        known = None if above is None else above[row]
        chain = updated(width, board.checks(row + 1), known, below[row + 1], "upper")
        if not chain.any(axis=(1, 2)).all():
            return None
        below[row] = divided(chain, known)
        yield
    return below


def _downwards(board: Board, width: int, below: Chains) -> Steps:
    """Make the chains of what lies above, given those of what lies below."""
    above = {-2: dead_chain(board, width)}
    for row in range(-1, board.rows + 1):
        chain = updated(width, board.checks(row), above[row - 1], below[row], "lower")
        if not chain.any(axis=(1, 2)).all():
            return None
        above[row] = divided(chain, below[row])
        yield
    return above


class Place(NamedTuple):
    """A place where new messages are made."""

    # The upper rows of the pairs of rows, from the last rows of some particles on. All but the
    # first and the last pair get new messages.
    pairs: range
    # The columns that new messages depend on. Those near the ends keep their messages.
    columns: range


def relearned(
    board: Board, width: int, below: Chains, population: Population, place: Place
) -> Chains:
    """Return messages based on what particles are, instead of what is likely above them.

    Those at `place` are new, with windows of `width` columns, at least as many as before. If
    messages let no particle reach its last pair, none is new.
    """
    pairs, columns = place
    span = slice(columns.start, columns.stop)
    wide = {pair: widened(below[pair], width) for pair in pairs}
    local = {pair: wide[pair][span] for pair in pairs}

    def update(pair: int, wanted: Wanted) -> Chain:
        checks, at_edge = board.checks(pair + 1)[span], columns.start == 0
        return updated(width, checks, above[pair], local[pair + 1], wanted, from_edge=at_edge)

    above = {pairs[0]: divided(_frequencies(population, width)[span], local[pairs[0]])}
    for pair in pairs[:-1]:
        chains = update(pair, "lower")
        if not chains.any(axis=(1, 2)).all():
            return below
        above[pair + 1] = divided(chains, local[pair + 1])
    first = columns.start and columns.start + _ASIDE
    last = columns.stop if columns.stop > board.columns else columns.stop - _ASIDE
    for pair in reversed(pairs[1:-1]):
        local[pair] = divided(update(pair, "upper"), above[pair])
        wide[pair] = wide[pair].copy()
        wide[pair][first:last] = local[pair][first - columns.start : last - columns.start]
    return below | wide


def _frequencies(population: Population, width: int) -> Chain:
    """Return how often particles have the newest cells of each window, given the others."""
    whole = 1 << width
    upper, lower = windows(population.upper, width), windows(population.lower, width)
    columns = upper.shape[1]
    pairs = (np.arange(columns) * whole + upper) * whole + lower
    counts = np.bincount(pairs.ravel(), minlength=columns * whole * whole).astype(np.float32)
    return conditional(counts.reshape(columns, whole, whole))
