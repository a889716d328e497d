"""Frontiers that are thinly filled: the states that occur, as sorted integers.

A state has one bit for each unknown that is remembered, the one visited first on top. So the
children of a sorted frontier are sorted, and forgetting the first unknowns leaves a few sorted
runs, which a stable sort merges at little more than the cost of copying them.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.solving.frontier.memory import OutOfReachError
from lifesat.solving.frontier.plan import Check, Step
from lifesat.solving.frontier.tally import Tally

# Frontiers of more unknowns do not fit a 64-bit integer.
MAX_WIDTH = 62

# So many steps are taken at once, and all their checks together looked up in one table, as long as
# it does not get large. A look-up gives a byte for each child, at most eight.
_MOST_STEPS = 3
_MOST_LOOKED_AT = 15

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
    """How some steps lead from a frontier to the one after them.

    Attributes
    ----------
    frontier
        The next one.
    born
        The children that pass the steps' checks, ascending: the parent's place and behind it a bit
        for each step, the first one on top.
    order
        These children, as places in `born`, such that equal ones follow each other; None where no
        two can have become equal.
    starts
        Where each state of the next frontier starts in `order`.
    """

    frontier: Frontier
    born: NDArray[np.intp]
    order: NDArray[np.intp] | None
    starts: NDArray[np.intp]


def stride(steps: Sequence[Step], at: int) -> tuple[Step, ...]:
    """Return steps, from one on, that are best taken at once, since they look at few unknowns."""
    looked_at: set[int] = set()
    for end, step in enumerate(steps[at : at + _MOST_STEPS], start=at):
        looked_at.update(unknown for check in step.checks for unknown in check.unknowns)
        if end > at and len(looked_at) > _MOST_LOOKED_AT:
            return tuple(steps[at:end])
    return tuple(steps[at : at + _MOST_STEPS])


def move(frontier: Frontier, steps: Sequence[Step], tally: Tally | None = None) -> Move:
    """Visit unknowns, drop the states that fail a check, merge those that became equal.

    Parameters
    ----------
    frontier
        Where to go on from.
    steps
        What to visit; one step only if tallies are kept.
    tally
        How they are kept, above the bits of the states.

    Raises
    ------
    OutOfReachError
        If the frontier grows wider than a 64-bit integer.
    """
    held, keys = frontier
    bits = len(steps)
    most = MAX_WIDTH - (0 if tally is None else tally.bits)
    if len(held) + bits > most:
        raise OutOfReachError(f"the frontier is wider than {most} cells")
    born = _born(frontier, steps)
    keys = (keys[born >> bits] << bits) | (born & ((1 << bits) - 1))
    held = (*held, *(step.unknown for step in steps))
    if tally is not None:
        tallies = tally.after(keys >> len(held), steps[0], born & 1)
        kept = tally.open(tallies)
        keys = ((tallies << len(held)) | (keys & ((1 << len(held)) - 1)))[kept]
        born = born[kept]
    forgotten = {unknown for step in steps for unknown in step.forgotten}
    if not forgotten:
        return Move(Frontier(held, keys), born, None, np.arange(len(keys)))
    for top, length in _runs([_place(held, unknown) for unknown in held if unknown in forgotten]):
        place = top - length + 1
        keys = ((keys >> (top + 1)) << place) | (keys & ((1 << place) - 1))
    held = tuple(unknown for unknown in held if unknown not in forgotten)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.ones(len(keys), dtype=bool)
    np.not_equal(keys[1:], keys[:-1], out=first[1:])
    starts = np.flatnonzero(first)
    return Move(Frontier(held, keys[starts]), born, order, starts)


def _place(held: tuple[int, ...], unknown: int) -> int:
    return len(held) - 1 - held.index(unknown)


def _born(frontier: Frontier, steps: Sequence[Step]) -> NDArray[np.intp]:
    """Return the children that pass the checks, as in `Move.born`."""
    visited = tuple(step.unknown for step in steps)
    passing: NDArray[np.unsignedinteger] | None = None
    for checks in _together(check for step in steps for check in step.checks):
        some = _passing(frontier, visited, checks)
        passing = some if passing is None else passing & some
    if passing is None:
        return np.arange(len(frontier.keys) << len(steps))
    return np.flatnonzero(passing.view(bool))


def _together(checks: Iterable[Check]) -> list[list[Check]]:
    """Return checks in groups, each of which looks at few unknowns."""
    groups: list[list[Check]] = []
    looked_at: set[int] = set()
    for check in checks:
        looked_at.update(check.unknowns)
        if not groups or len(looked_at) > _MOST_LOOKED_AT:
            groups.append([])
            looked_at = set(check.unknowns)
        groups[-1].append(check)
    return groups


def _passing(
    frontier: Frontier, visited: tuple[int, ...], checks: list[Check]
) -> NDArray[np.unsignedinteger]:
    """Return, for each state, a byte for each of its children: whether it passes some checks."""
    held, keys = frontier
    looked_at = {unknown for check in checks for unknown in check.unknowns}
    others = [unknown for unknown in held if unknown in looked_at]
    unknowns = [*others, *visited]
    table = _table(len(unknowns), tuple(_among(unknowns, check) for check in checks))
    codes = _gathered(keys, [_place(held, other) for other in others])
    children: NDArray[np.unsignedinteger] = table.view(f"u{1 << len(visited)}")[codes]
    return children


def _among(unknowns: list[int], check: Check) -> tuple[tuple[int, ...], bytes]:
    """Return which bits of a state of `unknowns`, the first on top, pass a check, and how."""
    inside = [unknown for unknown in unknowns if unknown in check.unknowns]
    allowed = check.allowed.transpose([check.unknowns.index(unknown) for unknown in inside])
    places = tuple(len(unknowns) - 1 - unknowns.index(unknown) for unknown in inside)
    return places, allowed.tobytes()


@lru_cache(maxsize=512)
def _table(width: int, checks: tuple[tuple[tuple[int, ...], bytes], ...]) -> NDArray[np.bool_]:
    """Return whether each state of so many unknowns passes checks.

    Parameters
    ----------
    width
        How many unknowns there are.
    checks
        For each the bits that it looks at, descending, and whether it allows each of their states.
    """
    states = np.arange(1 << width)
    passing = np.ones(len(states), dtype=bool)
    for places, allowed in checks:
        passing &= np.frombuffer(allowed, dtype=bool)[_gathered(states, places)]
    return passing


def _gathered(states: Keys, places: Sequence[int]) -> NDArray[np.uint16]:
    """Return some bits of states, by descending places, moved together."""
    codes = np.zeros(len(states), dtype=np.uint16)
    for top, length in _runs(places):
        bits = (states >> (top - length + 1)).astype(np.uint16)
        codes = (codes << np.uint16(length)) | (bits & np.uint16((1 << length) - 1))
    return codes


def _runs(places: Sequence[int]) -> list[tuple[int, int]]:
    """Return the top and the length of each run of adjacent bits among descending places."""
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and runs[-1][0] - runs[-1][1] == place:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((place, 1))
    return runs
