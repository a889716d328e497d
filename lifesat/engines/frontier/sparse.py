"""Sparse frontiers: the states that occur, as sorted integers.

A state has one bit for each unknown of the frontier; the first one visited is the highest bit. So
the children of a sorted frontier are sorted, and forgetting the first unknowns leaves a few sorted
runs, which a stable sort merges at little more than the cost of a copy.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.frontier.constraint_state import ConstraintState
from lifesat.engines.frontier.plan import Check, Step
from lifesat.engines.frontier.support import OutOfReachError

# The states of wider frontiers do not fit a 64-bit integer.
MAX_WIDTH = 62

# Limits on a batch: its steps, whose children have one byte each in a table entry of at most eight
# bytes, and the unknowns that its checks depend on, which index the table.
_MOST_STEPS = 3
_MOST_DEPENDENCIES = 15

Keys = NDArray[np.int64]


class Frontier(NamedTuple):
    """The states that occur at one point of the sweep."""

    # The variables of the frontier, in the order of their visits.
    held: tuple[int, ...]
    # The states in ascending order; the last variable is the lowest bit.
    keys: Keys


class Move(NamedTuple):
    """The transition from a frontier to the next one."""

    frontier: Frontier
    # The children that pass the checks, ascending: the index of the parent state, followed by a bit
    # for each step, the first step as the highest bit.
    children: NDArray[np.intp]
    # A permutation of `children` that groups children with equal states, or None if no two can be
    # equal.
    order: NDArray[np.intp] | None
    # Where each state of the next frontier starts in `order`.
    starts: NDArray[np.intp]

    def targets(self) -> NDArray[np.int32]:
        """Return, for each child, the index of its state in the next frontier."""
        targets = np.arange(len(self.children), dtype=np.int32)
        if self.order is not None:
            first = np.zeros(len(self.children), dtype=np.int32)
            first[self.starts] = 1
            targets[self.order] = np.cumsum(first) - 1
        return targets


def batch_steps(steps: Sequence[Step], at: int) -> tuple[Step, ...]:
    """Return the steps from index `at` on to process at once, whose checks share few unknowns."""
    dependencies: set[int] = set()
    for end, step in enumerate(steps[at : at + _MOST_STEPS], start=at):
        dependencies.update(unknown for check in step.checks for unknown in check.unknowns)
        if end > at and len(dependencies) > _MOST_DEPENDENCIES:
            return tuple(steps[at:end])
    return tuple(steps[at : at + _MOST_STEPS])


def move(
    frontier: Frontier, steps: Sequence[Step], constraints: ConstraintState | None = None
) -> Move:
    """Visit unknowns, drop the states that fail a check and merge equal states.

    With constraints, whose states lie above the bits of the frontier's states, there must be only
    one step. Raises OutOfReachError if a state of the next frontier needs more than `MAX_WIDTH`
    bits.
    """
    held, keys = frontier
    bits = len(steps)
    most = MAX_WIDTH - (0 if constraints is None else constraints.bits)
    if len(held) + bits > most:
        raise OutOfReachError(f"the frontier is wider than {most} cells")
    children = _children(frontier, steps)
    keys = (keys[children >> bits] << bits) | (children & ((1 << bits) - 1))
    held = (*held, *(step.unknown for step in steps))
    if constraints is not None:
        constraint_states = constraints.after(keys >> len(held), steps[0], children & 1)
        kept = constraints.open(constraint_states)
        keys = ((constraint_states << len(held)) | (keys & ((1 << len(held)) - 1)))[kept]
        children = children[kept]
    forgotten = {unknown for step in steps for unknown in step.forgotten}
    if not forgotten:
        return Move(Frontier(held, keys), children, None, np.arange(len(keys)))
    for top, length in _runs([_place(held, unknown) for unknown in held if unknown in forgotten]):
        place = top - length + 1
        keys = ((keys >> (top + 1)) << place) | (keys & ((1 << place) - 1))
    held = tuple(unknown for unknown in held if unknown not in forgotten)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.ones(len(keys), dtype=bool)
    np.not_equal(keys[1:], keys[:-1], out=first[1:])
    starts = np.flatnonzero(first)
    return Move(Frontier(held, keys[starts]), children, order, starts)


def _place(held: tuple[int, ...], unknown: int) -> int:
    return len(held) - 1 - held.index(unknown)


def _children(frontier: Frontier, steps: Sequence[Step]) -> NDArray[np.intp]:
    """Return the children that pass the checks, as in `Move.children`."""
    visited = tuple(step.unknown for step in steps)
    passing: NDArray[np.unsignedinteger] | None = None
    for checks in _grouped(check for step in steps for check in step.checks):
        some = _passing(frontier, visited, checks)
        passing = some if passing is None else passing & some
    if passing is None:
        return np.arange(len(frontier.keys) << len(steps))
    return np.flatnonzero(passing.view(bool))


def _grouped(checks: Iterable[Check]) -> list[list[Check]]:
    """Return checks in groups, each of which depends on few unknowns."""
    groups: list[list[Check]] = []
    dependencies: set[int] = set()
    for check in checks:
        dependencies.update(check.unknowns)
        if not groups or len(dependencies) > _MOST_DEPENDENCIES:
            groups.append([])
            dependencies = set(check.unknowns)
        groups[-1].append(check)
    return groups


def _passing(
    frontier: Frontier, visited: tuple[int, ...], checks: list[Check]
) -> NDArray[np.unsignedinteger]:
    """Return an integer for each state, with one byte for each child: whether it passes."""
    held, keys = frontier
    dependencies = {unknown for check in checks for unknown in check.unknowns}
    others = [unknown for unknown in held if unknown in dependencies]
    unknowns = [*others, *visited]
    table = _table(len(unknowns), tuple(_among(unknowns, check) for check in checks))
    codes = _gathered(keys, [_place(held, other) for other in others])
    children: NDArray[np.unsignedinteger] = table.view(f"u{1 << len(visited)}")[codes]
    return children


def _among(unknowns: list[int], check: Check) -> tuple[tuple[int, ...], bytes]:
    """Return the bits that a check depends on, descending, and its allowed values as bytes."""
    inside = [unknown for unknown in unknowns if unknown in check.unknowns]
    allowed = check.allowed.transpose([check.unknowns.index(unknown) for unknown in inside])
    places = tuple(len(unknowns) - 1 - unknowns.index(unknown) for unknown in inside)
    return places, allowed.tobytes()


@lru_cache(maxsize=512)
def _table(width: int, checks: tuple[tuple[tuple[int, ...], bytes], ...]) -> NDArray[np.bool_]:
    """Return which states of `width` unknowns pass the checks, given as by `_among`."""
    states = np.arange(1 << width)
    passing = np.ones(len(states), dtype=bool)
    for places, allowed in checks:
        passing &= np.frombuffer(allowed, dtype=bool)[_gathered(states, places)]
    return passing


def _gathered(states: Keys, places: Sequence[int]) -> NDArray[np.uint16]:
    """Extract some bits of states, given in descending order, as adjacent bits."""
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
