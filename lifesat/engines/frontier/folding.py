"""Counting with half a sweep, where the lines of a window may change their order.

What two rows near the middle hold decides how many ways there are to fill the rows above them, and
how many to fill those below. If the checks stay the same when the rows are read from the other end,
the second number is the first one of the reflected state. So the sweep ends a row below the middle,
and the count is the sum of products over its last frontier. With an odd number of rows, the other
factor is from a frontier one row above.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from lifesat.engines.frontier.blocks import Blocks
from lifesat.engines.frontier.merging import Merging
from lifesat.engines.frontier.plan import Plan
from lifesat.engines.frontier.sparse import gathered
from lifesat.engines.frontier.weights import product

# About how many states to look up at once.
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
    if plan.joined or plan.reflection is None:
        return None
    unknowns = [step.unknown for step in plan.steps]
    visit = {unknown: k for k, unknown in enumerate(unknowns)}
    image = np.array([visit[plan.reflection[unknown]] for unknown in unknowns])
    last = np.array([plan.forgotten_after[unknown] for unknown in unknowns])
    checks = [
        [visit[unknown] for unknown in check.unknowns]
        for step in plan.steps
        for check in step.checks
    ]
    there = np.array([max(visits) for visits in checks], dtype=int)
    back = np.array([max(image[visits]) for visits in checks], dtype=int)
    place = np.arange(len(unknowns))
    for end in plan.line_ends:
        if not len(unknowns) <= 2 * end < 2 * len(unknowns):
            continue
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


def products(first: Blocks, second: Blocks, images: Sequence[int], merging: Merging) -> int:
    """Return the sum, over the states of a frontier, of its weights times those of their images.

    `images` are those of a `Fold`. `merging` has merged the states of both frontiers, so an image
    has its share of the weight of the least one. The weights have one population.
    """
    place = {unknown: len(images) - 1 - k for k, unknown in enumerate(images)}
    places = [place[unknown] for unknown in first.held]
    total = 0
    for keys, weights in second.chunks(_CHUNK):
        sought, numbers = merging.least(gathered(keys, places), first.held)
        order = np.argsort(sought)
        sought = sought[order]
        for others, theirs in first.blocks:
            some = slice(*np.searchsorted(sought, others[[0, -1]] + [0, 1]).tolist())
            found = np.searchsorted(others, sought[some])
            there = others[found] == sought[some]
            found, ours = found[there], order[some][there]
            for number in np.unique(numbers[ours]).tolist():
                same = numbers[ours] == number
                ways = product(weights.select(ours[same]), theirs.select(found[same]))
                total += ways // number
    return total
