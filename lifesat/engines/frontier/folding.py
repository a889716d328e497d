"""Counting with half a sweep, where the lines of a window may change their order.

What two rows near the middle hold decides how many ways there are to fill the rows above them, and
how many to fill those below. If the checks stay the same when the rows are read from the other end,
the second number is the first one of the reflected state. So the sweep ends a row below the middle,
and the count is the sum of products over its last frontier. With an odd number of rows, the other
factor is from a frontier one row above.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from lifesat.engines.compiler import loop
from lifesat.engines.frontier.blocks import Blocks
from lifesat.engines.frontier.loops import find
from lifesat.engines.frontier.plan import Plan
from lifesat.engines.frontier.sparse import gathered
from lifesat.engines.frontier.weights import product

# The number of states to look in at once.
_CHUNK = 1 << 22


class Fold(NamedTuple):
    """Where a sweep ends that takes the rest from its reflection."""

    # The steps after which the two frontiers stand whose products are added; the first may be the
    # second.
    steps: tuple[int, int]
    # For each variable of the second frontier, in the order of its visits, the variable of the
    # first that takes its place.
    images: tuple[int, ...]


def fold_of(plan: Plan) -> Fold | None:
    """Return where a sweep may end, or None if it must visit all unknowns."""
    if not plan.mirrored:
        return None
    unknowns = [step.unknown for step in plan.steps]
    visit = {unknown: k for k, unknown in enumerate(unknowns)}
    image = np.array([visit[plan.mirrored[unknown]] for unknown in unknowns])
    last = np.arange(len(unknowns))
    for k, step in enumerate(plan.steps):
        last[[visit[unknown] for unknown in step.forgotten]] = k
    checks = [
        [visit[unknown] for unknown in check.unknowns]
        for step in plan.steps
        for check in step.checks
    ]
    there = np.array([max(visits) for visits in checks], dtype=int)
    back = np.array([max(image[visits]) for visits in checks], dtype=int)
    place = np.arange(len(unknowns))
    for end in range(len(unknowns) // 2, len(unknowns)):
        held = (place < end) & (last >= end)
        # The frontier there is that of the reflection, which has visited all that is left.
        middle = 1 + int(image[held | (place >= end)].max())
        if middle > end:
            continue
        both = (place < end) & (image < middle)
        before = (place < middle) & (last >= middle)
        each_checked = ((there < end) | (back < middle)).all()
        if each_checked and (both == held).all() and (before[image] == held).all():
            return Fold((middle, end), tuple(unknowns[k] for k in image[held]))
    return None


def products(first: Blocks, second: Blocks, images: Sequence[int]) -> int:
    """Return the sum, over the states of a frontier, of its weights times those of their images.

    `images` are those of a `Fold`; the weights have one population.
    """
    place = {unknown: len(images) - 1 - k for k, unknown in enumerate(images)}
    places = [place[unknown] for unknown in first.held]
    # The image of a state has its rows in the other order, and images with the same first row
    # ascend. So each of these rows needs a single pass over the states that begin with it.
    low = next(
        (len(places) - k for k, pair in enumerate(pairwise(places), 1) if pair[0] < pair[1]),
        len(places),
    )
    total = 0
    for keys, weights in first.chunks(_CHUNK):
        rows = np.arange(keys[0] >> low, (keys[-1] >> low) + 2)
        starts = np.searchsorted(keys, rows << low)
        heads = starts.copy()
        for block in second.blocks:
            sought = gathered(block.keys, places)
            found = np.empty(len(sought), dtype=np.int64)
            loop(find, len(sought))(keys, sought, low, starts, heads, found)
            there = np.flatnonzero(found >= 0)
            total += product(block.weights.select(there), weights.select(found[there]))
    return total
