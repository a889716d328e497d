"""Completions by brute force, and published oscillators."""

from collections.abc import Iterator
from functools import cache

import numpy as np

from lifesat.life.evolution import step
from lifesat.life.rule import LIFE
from lifesat.problems.life.completion import Completion
from lifesat.problems.problem import Boards
from tests.support import plain


@cache
def histories(height: int, width: int, period: int) -> Boards:
    """The generations 0 to `period` of every board that comes back and stays in its box."""
    boards = plain.all_boards(height, width)
    history = [np.pad(boards, ((0, 0), (1, 1), (1, 1)))]
    for _ in range(period):
        history.append(plain.next_boards(history[-1], LIFE, torus=False))
    generations = np.stack(history, axis=1)
    inside = generations[:, :, 1:-1, 1:-1]
    stays = generations.sum(axis=(1, 2, 3)) == inside.sum(axis=(1, 2, 3))
    found: Boards = inside[stays & (inside[:, 0] == inside[:, -1]).all(axis=(1, 2))]
    return found


def brute_force(problem: Completion) -> Boards:
    """The histories of all completions in a small box."""
    layers = problem.given
    period, height, width = len(layers), len(layers[0]), len(layers[0][0])
    left = []
    for history in histories(height, width, period):
        if any((history[t] == history[0]).all() for t in range(1, period)):
            continue
        if all(
            {".": state == 0, "O": state == 1, "=": state == history[0, y, x], "?": True}[
                layers[t][y][x]
            ]
            for (t, y, x), state in np.ndenumerate(history[:-1])
        ):
            left.append(history[:-1])
    return np.array(left, dtype=np.uint8).reshape(len(left), period, height, width)


def area(history: Boards) -> int:
    """The cells in the box that holds all generations."""
    cells = np.argwhere(history.any(axis=0))
    if not len(cells):
        return 0
    height, width = cells.max(axis=0) - cells.min(axis=0) + 1
    return int(height * width)


def objects(cells: Boards, generations: int) -> Iterator[Boards]:
    """Parts of a collection that stay apart from each other for some generations, cropped."""
    cells = np.pad(cells, generations // 2 + 2)
    ever = now = cells
    for _ in range(generations):
        now = step(now, LIFE)
        ever = ever | now
    left = set(map(tuple, np.argwhere(ever).tolist()))
    around = [(v, u) for v in range(-2, 3) for u in range(-2, 3)]
    while left:
        part, waiting = set(), [left.pop()]
        while waiting:
            y, x = waiting.pop()
            part.add((y, x))
            near = {(y + v, x + u) for v, u in around} & left
            left -= near
            waiting += near
        rows, columns = np.array([cell for cell in sorted(part) if cells[cell]]).T
        board = np.zeros_like(cells)
        board[rows, columns] = 1
        yield board[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def period_of(cells: Boards, most: int) -> int | None:
    """The period of an object, or None if it does not come back within `most` generations."""
    first = now = np.pad(cells, most // 2 + 2)
    for t in range(1, most + 1):
        now = step(now, LIFE)
        if np.array_equal(now, first):
            return t
    return None


# Oscillators: period and RLE. All are in LifeWiki and in the collections that come with Golly.
OSCILLATORS = {
    "blinker": (2, "3o!"),
    "toad": (2, "b3o$3o!"),
    "beacon": (2, "2o$2o$2b2o$2b2o!"),
    "clock": (2, "2bo$obo$bobo$bo!"),
    "caterer": (3, "2bo$o3b4o$o3bo$o$3bo$b2o!"),
    "jam": (3, "3b2o$2bo2bo$o2bobo$o3bo$o$3bo$b2o!"),
    "mold": (4, "3b2o$2bo2bo$o2bobo$4bo$ob2o$bo!"),
    "pulsar": (
        3,
        (
            "2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$o4bobo4bo$o4bobo4bo$"
            "o4bobo4bo2$2b3o3b3o!"
        ),
    ),
    "pentadecathlon": (15, "2bo4bo$2ob4ob2o$2bo4bo!"),
    "octagon 2": (5, "3b2o$2bo2bo$bo4bo$o6bo$o6bo$bo4bo$2bo2bo$3b2o!"),
    "figure eight": (8, "2o$2obo$4bo$bo$2bob2o$4b2o!"),
    "tumbler": (14, "bo5bo$obo3bobo$o2bobo2bo$2bo3bo$2b2ob2o!"),
}
