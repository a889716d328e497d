"""Life the slow way, for comparison: no shifted arrays, no tables, just neighbours counted."""

import itertools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from lifesat.life.rule import Rule

Boards = NDArray[np.uint8]

# How rules are spelt: Hensel's letters by the number of live neighbours, some rules in use, and the
# digits of MAP.
LETTERS = {1: "ce", 2: "aceikn", 3: "aceijknqry", 4: "aceijknqrtwyz"}
KNOWN_RULES = (
    "B3/S2-i34q",
    "B2-a/S12",
    "B3-cnqy4e/S23-k",
    "B2ci3ai4c8/S02ae3eijkq4iz5ar6i7e",
    "B2/S34H",
    "B13/S012V",
)
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def all_boards(height: int, width: int) -> Boards:
    """Every board of a size, shape ``(2 ** (height * width), height, width)``."""
    numbers = np.arange(1 << (height * width))
    places = np.arange(height * width)
    return ((numbers[:, None] >> places) & 1).astype(np.uint8).reshape(len(numbers), height, width)


def next_boards(boards: Boards, rule: Rule, *, torus: bool) -> Boards:
    """The next generation of each board; beyond the edges all is dead unless it is a torus."""
    if not rule.is_life_like:
        return _next_by_blocks(boards, rule, torus=torus)
    height, width = boards.shape[1:]
    result = np.zeros_like(boards)
    for y, x in itertools.product(range(height), range(width)):
        count = np.zeros(len(boards), dtype=np.uint8)
        for v, u in _neighbours(y, x):
            if torus:
                count += boards[:, v % height, u % width]
            elif 0 <= v < height and 0 <= u < width:
                count += boards[:, v, u]
        live = boards[:, y, x] == 1
        for n in rule.survival:
            result[live & (count == n), y, x] = 1
        for n in rule.birth:
            result[~live & (count == n), y, x] = 1
    return result


def _next_by_blocks(boards: Boards, rule: Rule, *, torus: bool) -> Boards:
    """The same for a rule that says what comes of each block, cell by cell."""
    height, width = boards.shape[1:]
    table = np.array(list(rule.table), dtype=np.uint8)
    result = np.zeros_like(boards)
    for y, x in itertools.product(range(height), range(width)):
        block = np.zeros(len(boards), dtype=int)
        for v, u in itertools.product((y - 1, y, y + 1), (x - 1, x, x + 1)):
            block *= 2
            if torus:
                block += boards[:, v % height, u % width]
            elif 0 <= v < height and 0 <= u < width:
                block += boards[:, v, u]
        result[:, y, x] = table[block]
    return result


def next_cells(cells: set[tuple[int, int]], rule: Rule) -> set[tuple[int, int]]:
    """The next generation of a set of live cells ``(x, y)`` in the endless plane."""
    counts: dict[tuple[int, int], int] = {}
    for x, y in cells:
        for v, u in _neighbours(y, x):
            counts[u, v] = counts.get((u, v), 0) + 1
    born = {cell for cell, n in counts.items() if cell not in cells and n in rule.birth}
    return born | {cell for cell in cells if counts.get(cell, 0) in rule.survival}


def _neighbours(y: int, x: int) -> Iterator[tuple[int, int]]:
    for dy, dx in itertools.product((-1, 0, 1), repeat=2):
        if dy or dx:
            yield y + dy, x + dx
