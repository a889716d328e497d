"""Passes of messages over all rows of a board: upwards, downwards, and upwards again.

The influence of a row fades within a few rows. So a long pass is cut into bands, which are computed
at once: each begins a few rows before its own ones, with all states equally likely there.
"""

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple

import numpy as np

from lifesat.engines.particles.board import Board
from lifesat.engines.particles.effort import BAND, MOST_COLUMNS
from lifesat.engines.particles.filter import Population, windows
from lifesat.engines.particles.messages import (
    Chain,
    Floats,
    Wanted,
    conditional,
    dead_chain,
    divided,
    updated,
    widened,
)

# The rows that a band computes before its own ones.
_BEFORE = 8
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

    def step(rows: Sequence[int], after: Floats) -> Floats:
        checks = _checks(board, [row + 1 for row in rows])
        known = None if above is None else _stacked([above[row] for row in rows])
        return divided(
            updated(width, checks, known, after, "upper", compiled=board.compiled), known
        )

    return _pass(board, width, range(board.rows, -3, -1), step)


def _downwards(board: Board, width: int, below: Chains) -> Steps:
    """Make the chains of what lies above, given those of what lies below."""

    def step(rows: Sequence[int], before: Floats) -> Floats:
        checks = _checks(board, rows)
        known = _stacked([below[row] for row in rows])
        return divided(
            updated(width, checks, before, known, "lower", compiled=board.compiled), known
        )

    return _pass(board, width, range(-2, board.rows + 1), step)


def _pass(
    board: Board, width: int, rows: range, step: Callable[[Sequence[int], Floats], Floats]
) -> Steps:
    """Make chains one after another, starting with the dead rows at the first of `rows`."""
    dead = dead_chain(board, width)
    chains = {rows[0]: dead}
    most = MOST_COLUMNS // (board.columns + 1)
    bands = max(1, min(most, (len(rows) - 1 - _BEFORE) // BAND))
    own = -(-(len(rows) - 1 - _BEFORE) // bands) if bands > 1 else len(rows) - 1
    # The first band has no rows before its own ones, and as many more of these.
    begins = [0, *(own * band for band in range(1, bands))]
    anything = np.full_like(dead, 0.25)
    state = _stacked([dead, *[anything] * (bands - 1)])
    for place in range(1, own + (_BEFORE if bands > 1 else 0) + 1):
        # The last band may have fewer rows than the others.
        at = [begin + place for begin in begins if begin + place < len(rows)]
        state = step([rows[k] for k in at], state[:, : len(at)])
        if not state.any(axis=(0, 2, 3)).all():
            return None
        for band, k in enumerate(at):
            if band == 0 or place > _BEFORE:
                chains[rows[k]] = state[:, band].copy()
        yield
    return chains


def _checks(board: Board, rows: Sequence[int]) -> Floats:
    return np.stack([board.checks(row) for row in rows], axis=1)


def _stacked(chains: Sequence[Chain]) -> Floats:
    """Return the chains of a batch as one array, the columns first."""
    return np.stack(chains, axis=1)


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
        checks = board.checks(pair + 1)[span, None]
        known = above[pair][:, None], local[pair + 1][:, None]
        at_edge = columns.start == 0
        return updated(width, checks, *known, wanted, compiled=board.compiled, from_edge=at_edge)[
            :, 0
        ]

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
