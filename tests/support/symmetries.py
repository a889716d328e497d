"""Boards of a symmetry, by plain numpy."""

from collections.abc import Callable
from itertools import product

import numpy as np

from lifesat.problems.life.predecessor import Predecessor
from tests.support import plain
from tests.support.predecessors import brute_force

Turn = Callable[[plain.Boards], plain.Boards]
TURNS: dict[str, Turn] = {
    "rot90": lambda b: np.rot90(b, 1, (2, 1)),
    "rot180": lambda b: b[:, ::-1, ::-1],
    "rot270": lambda b: np.rot90(b, 1, (1, 2)),
    "left to right": lambda b: b[:, :, ::-1],
    "top to bottom": lambda b: b[:, ::-1],
    "diagonal": lambda b: b.swapaxes(1, 2),
    "other diagonal": lambda b: b[:, ::-1, ::-1].swapaxes(1, 2),
}
# Each name with the turns that it stands for; of two axes the first one that the target has.
MEANT: dict[str, list[list[str]]] = {
    "C1": [[]],
    "C2": [["rot180"]],
    "C4": [["rot90", "rot180", "rot270"]],
    "D2_+": [["left to right"], ["top to bottom"]],
    "D2_x": [["diagonal"], ["other diagonal"]],
    "D4_+": [["left to right", "top to bottom", "rot180"]],
    "D4_x": [["diagonal", "other diagonal", "rot180"]],
    "D8": [list(TURNS)],
}
# Neighbours of a hexagonal rule are all but those at the upper right and the lower left.
HEXAGONAL = {"rot180", "diagonal", "other diagonal"}


def joined(size: int, turns: list[str]) -> plain.Boards:
    """Every square board that some turns leave as it is, put together from the least of them."""
    sets = np.array([np.frombuffer(each, np.uint8) for each in sets_of_cells(size, size, turns)])
    chosen = (np.arange(1 << len(sets))[:, None] >> np.arange(len(sets))) & 1
    boards: plain.Boards = (chosen @ sets).astype(np.uint8).reshape(-1, size, size)
    return boards


def sets_of_cells(height: int, width: int, turns: list[str]) -> set[bytes]:
    """The sets of cells that a symmetry makes equal: the least boards that have it."""
    sets = set()
    for y, x in product(range(height), range(width)):
        one = np.zeros((1, height, width), dtype=np.uint8)
        one[0, y, x] = 1
        sets.add(np.maximum.reduce([one, *(TURNS[turn](one) for turn in turns)])[0].tobytes())
    return sets


def expected_in_five(problem: Predecessor) -> set[bytes]:
    """The same for a window of five by five cells under half a turn."""
    return brute_force(problem, joined(5, ["rot180"]))
