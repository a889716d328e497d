"""The loops of a sparse sweep, compiled unless there is little to do.

A frontier of states ascends. The children of a state follow each other, since the new unknowns are
the lowest bits. States that differ only in forgotten unknowns have children in common; those with
equal forgotten unknowns form a *run*, whose remaining bits ascend. So the next frontier is a merge
of a few runs, and nothing is sorted.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.int64]
Masks = NDArray[np.uint8]
Indices = NDArray[np.signedinteger]
Numbers = NDArray[np.uint64]

# The number of bits of each mask, and their places, ascending.
_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
_SIZES = _BITS.sum(axis=1)
_PLACES = np.argsort(1 - _BITS, axis=1, kind="stable")
# Greater than all states.
_NONE = np.int64(2**63 - 1)


def masks_of(keys: Keys, table: Masks, groups: Keys, runs: Keys, masks: Masks) -> int:
    """Write, for each state, which of its children pass the checks, and return their number.

    A row of `groups` has a place in `table` and the range of rows of `runs`, each a shift and a
    number of bits, that make the index there.
    """
    total = 0
    for state in range(len(keys)):
        key, mask = keys[state], 255
        for group in range(len(groups)):
            code = 0
            for run in range(groups[group, 1], groups[group, 2]):
                shift, length = runs[run, 0], runs[run, 1]
                code = (code << length) | ((key >> shift) & ((1 << length) - 1))
            mask &= table[groups[group, 0] + code]
        masks[state] = mask
        total += _SIZES[mask]
    return total


class Runs(NamedTuple):
    """The states of a frontier in runs, one after another, without their forgotten unknowns."""

    # The remaining bits of each state, below this number of bits.
    rest: Keys
    low: int
    # Where each run ends.
    ends: Keys
    # The index of each state in the frontier, or nothing if it is the place.
    order: Keys


def merge(
    before: Runs,
    masks: Masks,
    codes: Keys,
    steps: int,
    keys: Keys,
    children: Indices,
    starts: Indices,
) -> int:
    """Merge runs, and return the number of states in the next frontier.

    A row of `codes` has a child and the bits of it that are remembered, ascending; the first row
    has their number. The bits of `masks` are in the order of the other rows. The last three
    arguments are written: the next states, and as in `lifesat.engines.frontier.sparse.Move` the
    children, with room for one more, and where they begin.
    """
    rest, low, ends, order = before
    runs, bits, kept = len(ends), (1 << low) - 1, codes[0, 1]
    heads = np.empty(runs, dtype=np.int64)
    least = np.empty(runs, dtype=np.int64)
    lowest = _NONE
    for run in range(runs):
        heads[run] = 0 if run == 0 else ends[run - 1]
        least[run] = rest[heads[run]] & bits if heads[run] < ends[run] else _NONE
        lowest = min(lowest, least[run])
    # The states with the lowest bits that have children.
    parents = np.empty(runs, dtype=np.int64)
    states = count = 0
    while lowest < _NONE:
        following = _NONE
        found = union = 0
        for run in range(runs):
            if least[run] == lowest:
                head = heads[run]
                state = order[head] if len(order) else head
                parents[found] = state
                found += masks[state] != 0
                union |= masks[state]
                heads[run] = head + 1
                least[run] = rest[head + 1] & bits if head + 1 < ends[run] else _NONE
            following = min(following, least[run])
        last = -1
        for k in range(_SIZES[union]):
            place = _PLACES[union, k]
            child, code = codes[place + 1, 0], codes[place + 1, 1]
            if code != last:
                keys[states] = (lowest << kept) | code
                starts[states] = count
                states += 1
                last = code
            for parent in range(found):
                # Without a branch, which a processor would often predict wrongly.
                state = parents[parent]
                children[count] = (state << steps) | child
                count += (masks[state] >> place) & 1
        lowest = following
    return states


def add_up(
    numbers: Numbers, children: Indices, starts: Indices, steps: int, cells: Keys, sums: Numbers
) -> None:
    """Add the numbers of the parents of each state to `sums`.

    Both have the shape ``(populations, limbs, states)``; `cells` has for each child by how many
    populations it is above its parent, or nothing. The last population takes what is above it.
    """
    populations, limbs, _ = numbers.shape
    flat, size, last = sums.ravel(), sums.shape[2], sums.shape[0] - 1
    mask = (1 << steps) - 1 if len(cells) else 0
    # For each child, the state that its number goes to.
    states = np.empty(len(children), dtype=np.int64)
    for state in range(len(starts)):
        end = starts[state + 1] if state + 1 < len(starts) else len(children)
        states[starts[state] : end] = state
    # For each kind of child, where its population begins.
    places = np.empty(mask + 1, dtype=np.int64)
    for population in range(populations):
        for limb in range(limbs):
            for child in range(mask + 1):
                above = population + (cells[child] if len(cells) else 0)
                places[child] = (min(above, last) * limbs + limb) * size
            before = numbers[population, limb]
            for k in range(len(children)):
                flat[places[children[k] & mask] + states[k]] += before[children[k] >> steps]


def spread(numbers: Numbers, children: Indices, starts: Indices, steps: int, sums: Numbers) -> None:
    """Add the numbers of the next states to those of their parents, as `add_up` does back."""
    for population in range(numbers.shape[0]):
        for limb in range(numbers.shape[1]):
            after = numbers[population, limb]
            before = sums[population, limb]
            for state in range(len(starts)):
                end = starts[state + 1] if state + 1 < len(starts) else len(children)
                for k in range(starts[state], end):
                    before[children[k] >> steps] += after[state]


def pack(children: Indices, starts: Indices, ends: Keys, steps: int, packed: Masks) -> None:
    """Write, for each next state, from which runs its children come, a bit for each run."""
    for state in range(len(starts)):
        end = starts[state + 1] if state + 1 < len(starts) else len(children)
        run = 0
        for k in range(starts[state], end):
            while children[k] >> steps >= ends[run]:
                run += 1
            packed[state, run >> 3] |= 1 << (run & 7)


def unpack(
    masks: Masks, ends: Keys, packed: Masks, steps: int, children: Indices, starts: Indices
) -> None:
    """Write the children and where those of each next state begin, from what `pack` wrote.

    Each state takes the next child of each of its runs.
    """
    heads = np.zeros(len(ends), dtype=np.int64)
    heads[1:] = ends[:-1]
    taken = np.zeros(len(ends), dtype=np.int64)
    count = 0
    for state in range(len(starts)):
        starts[state] = count
        for octet in range(packed.shape[1]):
            runs = packed[state, octet]
            for k in range(_SIZES[runs]):
                run = 8 * octet + _PLACES[runs, k]
                while taken[run] == _SIZES[masks[heads[run]]]:
                    heads[run] += 1
                    taken[run] = 0
                child = _PLACES[masks[heads[run]], taken[run]]
                taken[run] += 1
                children[count] = (heads[run] << steps) | child
                count += 1
