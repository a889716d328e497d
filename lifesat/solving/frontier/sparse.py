"""Frontiers that are thinly filled: the states that occur, as sorted integers.

A state has one bit for each unknown that is remembered, the one visited first on top. So the
children of a sorted frontier are sorted, and forgetting the first unknown leaves two sorted runs,
which a stable sort merges at little more than the cost of copying them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.solving.frontier.memory import OutOfReachError
from lifesat.solving.frontier.plan import Check, Step

# Frontiers of more unknowns do not fit a 64-bit integer.
MAX_WIDTH = 62

Keys = NDArray[np.int64]


class Frontier(NamedTuple):
    """The states that occur.

    Attributes
    ----------
    held
        The variables that are remembered, in the order of their visits.
    keys
        States in ascending order; the last variable is the lowest bit.
    """

    held: tuple[int, ...]
    keys: Keys


class Move(NamedTuple):
    """How one step leads from a frontier to the next.

    Attributes
    ----------
    frontier
        The next one.
    born
        The children that pass the step's checks, ascending: ``2 * parent + state``.
    order
        These children, as places in `born`, such that equal ones follow each other.
    starts
        Where each state of the next frontier starts in `order`.
    """

    frontier: Frontier
    born: NDArray[np.intp]
    order: NDArray[np.intp] | None
    starts: NDArray[np.intp]


START = Frontier((), np.zeros(1, dtype=np.int64))


def move(frontier: Frontier, step: Step) -> Move:
    """Visit an unknown, drop the states that fail a check, merge those that became equal.

    `Move.order` is None where no two states can have become equal.

    Raises
    ------
    OutOfReachError
        If the frontier grows wider than a 64-bit integer.
    """
    held, keys = frontier
    if len(held) >= MAX_WIDTH:
        raise OutOfReachError(f"the frontier is wider than {MAX_WIDTH} cells")
    born = _born(frontier, step)
    keys = (keys[born >> 1] << 1) | (born & 1)
    held = (*held, step.unknown)
    if not step.forgotten:
        return Move(Frontier(held, keys), born, None, np.arange(len(keys)))
    for unknown in step.forgotten:
        place = len(held) - 1 - held.index(unknown)
        keys = ((keys >> (place + 1)) << place) | (keys & ((1 << place) - 1))
        held = tuple(other for other in held if other != unknown)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.ones(len(keys), dtype=bool)
    np.not_equal(keys[1:], keys[:-1], out=first[1:])
    starts = np.flatnonzero(first)
    return Move(Frontier(held, keys[starts]), born, order, starts)


def _born(frontier: Frontier, step: Step) -> NDArray[np.intp]:
    """Return ``2 * parent + state`` of the children that pass the checks."""
    passes = np.full(len(frontier.keys), 3, dtype=np.uint8)
    for check in step.checks:
        passes &= _passing(frontier, step.unknown, check)
    both = np.empty((len(passes), 2), dtype=bool)
    both[:, 0] = passes & 1
    both[:, 1] = passes & 2
    return np.flatnonzero(both)


def _passing(frontier: Frontier, unknown: int, check: Check) -> NDArray[np.uint8]:
    """Return, as two bits for each state, which states of `unknown` pass a check after it."""
    held = frontier.held
    places = {other: len(held) - 1 - held.index(other) for other in check.unknowns if other in held}
    others = sorted(places, key=lambda other: -places[other])
    axes = [check.unknowns.index(other) for other in (*others, unknown)]
    allowed = check.allowed.transpose(axes).reshape(-1, 2)
    table: NDArray[np.uint8] = np.where(allowed, [1, 2], 0).sum(axis=1).astype(np.uint8)
    codes = np.zeros(len(frontier.keys), dtype=np.uint16)
    for top, length in _runs([places[other] for other in others]):
        bits = (frontier.keys >> (top - length + 1)).astype(np.uint16)
        codes = (codes << np.uint16(length)) | (bits & np.uint16((1 << length) - 1))
    return table[codes]


def _runs(places: list[int]) -> list[tuple[int, int]]:
    """Return the top and the length of each run of adjacent bits among descending places."""
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and runs[-1][0] - runs[-1][1] == place:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((place, 1))
    return runs
