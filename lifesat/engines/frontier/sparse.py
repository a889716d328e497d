"""Sparse frontiers: the states that occur, as sorted integers.

A state has one bit for each unknown of the frontier; the first one visited is the highest bit.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.compiler import loop
from lifesat.engines.frontier.constraint_state import ConstraintState
from lifesat.engines.frontier.loops import Indices, Keys, Masks, Runs, masks_of, merge
from lifesat.engines.frontier.plan import Check, Step
from lifesat.engines.frontier.support import OutOfReachError

# The states of wider frontiers do not fit a 64-bit integer.
MAX_WIDTH = 62

# Limits on a batch: its steps, whose children have a bit each in a byte, and the unknowns that its
# checks depend on, which index a table.
_MOST_STEPS = 3
_MOST_DEPENDENCIES = 15

# The bits of the numbers that numpy sorts fastest.
_SHORT = 16
# No order: runs follow each other as they are.
_NO_ORDER = np.empty(0, dtype=np.int64)


class Frontier(NamedTuple):
    """The states that occur at one point of the sweep."""

    # The variables of the frontier, in the order of their visits.
    held: tuple[int, ...]
    # The states in ascending order; the last variable is the lowest bit.
    keys: Keys


class Move(NamedTuple):
    """The transition from a frontier to the next one."""

    frontier: Frontier
    # The children that pass the checks, grouped by their state in the next frontier: the index of
    # the parent state, followed by a bit for each step, the first step as the highest bit.
    children: Indices
    # Where the children of each state of the next frontier begin.
    starts: Indices
    # For each state, which of its children pass the checks, a bit for each.
    masks: Masks
    # Where the runs of states end that have at most one child in common with a next state each, in
    # the same order; None if there are no such runs.
    ends: Keys | None

    def targets(self) -> NDArray[np.int32]:
        """Return, for each entry of `children`, the index of its state in the next frontier."""
        sizes = np.diff(self.starts, append=len(self.children))
        return np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)


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
    most = MAX_WIDTH - (0 if constraints is None else constraints.bits)
    if len(held) + len(steps) > most:
        raise OutOfReachError(f"the frontier is wider than {most} cells")
    forgotten = {unknown for step in steps for unknown in step.forgotten}
    new = [len(steps) - 1 - k for k, step in enumerate(steps) if step.unknown not in forgotten]
    codes = gathered(np.arange(1 << len(steps)), new)
    by_code = np.argsort(codes, kind="stable")
    masks, total = _masks(frontier, steps, tuple(by_code.tolist()))
    after = (*held, *(step.unknown for step in steps))
    next_held = tuple(unknown for unknown in after if unknown not in forgotten)
    if constraints is not None:
        return _constrained(frontier, steps[0], masks, next_held, constraints)
    gone = [_place(held, unknown) for unknown in held if unknown in forgotten]
    kept = [_place(held, unknown) for unknown in held if unknown not in forgotten]
    rest, order = keys, _NO_ORDER
    if kept and gone and kept[0] > gone[-1]:
        values = gathered(keys, gone)
        # numpy sorts 16 bits in linear time.
        short = values.astype(np.uint16) if len(gone) <= _SHORT else values
        order = np.argsort(short, kind="stable")
        rest = gathered(keys, kept)[order]
        ends = _run_ends(values[order], len(gone), 0)
    else:
        ends = _run_ends(keys, len(gone), len(kept))
    index = np.int32 if len(keys) << len(steps) < 1 << 31 else np.int64
    next_keys = np.empty(total, dtype=np.int64)
    children: Indices = np.empty(total + 1, dtype=index)
    starts: Indices = np.empty(total, dtype=index)
    runs = Runs(rest, len(kept), ends, order)
    rows = np.vstack([(0, len(new)), np.column_stack([by_code, codes[by_code]])])
    states = loop(merge, len(keys))(runs, masks, rows, len(steps), next_keys, children, starts)
    are_runs = not len(order) and len(new) == len(steps)
    # A copy, since a view would keep the whole array.
    next_frontier = Frontier(next_held, next_keys[:states].copy())
    children, starts = children[:total], starts[:states]
    return Move(next_frontier, children, starts, masks, ends if are_runs else None)


def _run_ends(values: Keys, bits: int, low: int) -> Keys:
    """Return where the runs of values end that agree in the `bits` bits from bit `low` on.

    Those of runs that do not occur may be left out.
    """
    if len(values) >> bits:
        ends: Keys = np.searchsorted(values, np.arange(1, (1 << bits) + 1) << low)
        return ends
    return np.append(np.flatnonzero(np.diff(values >> low)) + 1, len(values))


def _constrained(
    frontier: Frontier,
    step: Step,
    masks: Masks,
    next_held: tuple[int, ...],
    constraints: ConstraintState,
) -> Move:
    """Return the transition over one step with constraints, whose states need sorting."""
    held, keys = frontier
    children = np.flatnonzero(np.unpackbits(masks[:, None], axis=1, count=2, bitorder="little"))
    parents = keys[children >> 1]
    constraint_states = constraints.after(parents >> len(held), step, children & 1)
    kept = constraints.open(constraint_states)
    children = children[kept]
    keys = (parents[kept] << 1) | (children & 1)
    after = (*held, step.unknown)
    keys = gathered(keys, [_place(after, unknown) for unknown in next_held])
    keys |= constraint_states[kept] << len(next_held)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    return Move(Frontier(next_held, keys[starts]), children[order], starts, masks, None)


def _place(held: tuple[int, ...], unknown: int) -> int:
    return len(held) - 1 - held.index(unknown)


def _masks(
    frontier: Frontier, steps: Sequence[Step], children: tuple[int, ...]
) -> tuple[Masks, int]:
    """Return, for each state, which of its children pass the checks, and how many do in all.

    There is a bit for each child, in the order of `children`.
    """
    held, keys = frontier
    visited = [step.unknown for step in steps]
    tables: list[Masks] = []
    groups: list[tuple[int, int, int]] = []
    runs: list[tuple[int, int]] = []
    place = 0
    for checks in _grouped(check for step in steps for check in step.checks):
        dependencies = {unknown for check in checks for unknown in check.unknowns}
        others = [unknown for unknown in held if unknown in dependencies]
        unknowns = [*others, *visited]
        among = tuple(_among(unknowns, check) for check in checks)
        tables.append(_table(len(unknowns), children, among))
        some = _runs([_place(held, other) for other in others])
        groups.append((place, len(runs), len(runs) + len(some)))
        runs += [(top - length + 1, length) for top, length in some]
        place += len(tables[-1])
    masks = np.full(len(keys), (1 << (1 << len(visited))) - 1, dtype=np.uint8)
    if not tables:
        return masks, len(keys) << len(visited)
    total = loop(masks_of, len(keys))(
        keys,
        np.concatenate(tables),
        np.array(groups, dtype=np.int64).reshape(-1, 3),
        np.array(runs, dtype=np.int64).reshape(-1, 2),
        masks,
    )
    return masks, int(total)


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


def _among(unknowns: list[int], check: Check) -> tuple[tuple[int, ...], bytes]:
    """Return the bits that a check depends on, descending, and its allowed values as bytes."""
    inside = [unknown for unknown in unknowns if unknown in check.unknowns]
    allowed = check.allowed.transpose([check.unknowns.index(unknown) for unknown in inside])
    places = tuple(len(unknowns) - 1 - unknowns.index(unknown) for unknown in inside)
    return places, allowed.tobytes()


@lru_cache(maxsize=512)
def _table(
    width: int, children: tuple[int, ...], checks: tuple[tuple[tuple[int, ...], bytes], ...]
) -> Masks:
    """Return which children pass the checks, a bit for each, by the states of the other unknowns.

    There are `width` unknowns, the last ones visited now; the checks are given as by `_among`.
    """
    states = np.arange(1 << width)
    passing = np.ones(len(states), dtype=bool)
    for places, allowed in checks:
        passing &= np.frombuffer(allowed, dtype=bool)[gathered(states, places)]
    ordered = passing.reshape(-1, len(children))[:, children]
    return np.packbits(ordered, axis=1, bitorder="little").ravel()


def gathered(states: Keys, places: Sequence[int]) -> Keys:
    """Extract some bits of states, given in descending order, as adjacent bits."""
    codes = np.zeros(len(states), dtype=np.int64)
    for top, length in _runs(places):
        codes <<= length
        codes |= (states >> (top - length + 1)) & ((1 << length) - 1)
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
