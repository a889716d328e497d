"""Blocks of space-time whose solutions are the predecessors of a target."""

import numpy as np
from numpy.typing import NDArray

from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import BoundedGrid
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.life.search_rules import KnownRule
from lifesat.problems.life.window import Cell, Outside

# Where births beside the block do not count, cells there are dead first and unknown then.
_OUTSIDES: dict[str, Outside] = {"dead": "dead", "bounded": "free", "torus": "torus"}


def predecessor_of_block(search: SpaceTimeSearch) -> Predecessor | None:
    """Return the problem whose predecessors are the first generations of a block's solutions.

    None if the block does not have two generations, or has names, constraints or cells that the
    rule does not bind.
    """
    constrained = search.symmetry or search.constraints or search.background or search.counted
    if len(search.cells) != 2 or constrained or not isinstance(search.rules, KnownRule):
        return None
    block = search.stated
    alone = block.places.ravel() == np.arange(block.places.size)
    if not (alone.all() and block.bound[1].all()):
        return None
    states = np.where(block.known, block.states, UNKNOWN)
    _, height, width = search.shape
    grid = BoundedGrid("T", width, height) if search.outside == "torus" else None
    ring = _ring(width, height) if search.outside == "bounded" else frozenset()
    return Predecessor(
        Pattern.from_array(states[1], rule=search.rule, grid=grid),
        outside=_OUTSIDES[search.outside],
        margin=0,
        min_population=search.min_population,
        max_population=search.max_population,
        require=_cells(states[0] == 1),
        forbid=_cells(states[0] == 0) | ring,
    )


def _cells(marked: NDArray[np.bool_]) -> frozenset[Cell]:
    rows, columns = np.nonzero(marked)
    return frozenset(zip(columns.tolist(), rows.tolist(), strict=True))


def _ring(width: int, height: int) -> frozenset[Cell]:
    """Return the cells around a box."""
    marked = np.ones((height + 2, width + 2), dtype=bool)
    marked[1:-1, 1:-1] = False
    return frozenset((x - 1, y - 1) for x, y in _cells(marked))
