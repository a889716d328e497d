"""Eaters by plain Life."""

from collections.abc import Iterator

import numpy as np

from lifesat.life.rule import LIFE
from lifesat.problems.problem import Boards
from tests.support import plain

Cells = set[tuple[int, int]]
# The phases of a glider that makes for the upper right, in three by three cells at the lower left:
# (x, y) with y upwards from 0.
PHASES: list[Cells] = [
    {(0, 2), (1, 2), (2, 2), (2, 1), (1, 0)},
    {(1, 2), (1, 1), (2, 1), (0, 0), (2, 0)},
]


def live(board: Boards) -> Cells:
    """The live cells ``(x, y)``, y downwards."""
    return {(x, y) for y, x in np.argwhere(board).tolist()}


def flown(cells: Cells, generations: int) -> Iterator[Cells]:
    for _ in range(generations):
        cells = plain.next_cells(cells, LIFE)
        yield cells


def from_afar(glider: Cells, steps: tuple[int, int]) -> Cells:
    """The same glider twenty generations earlier, given the sense of its flight."""
    return {(x - 5 * steps[0], y - 5 * steps[1]) for x, y in glider}
