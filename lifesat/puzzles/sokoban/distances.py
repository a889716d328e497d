"""Distances of the player and of boxes, without regard to other boxes."""

from collections import deque
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.puzzles.sokoban.level import BACK, Cells, Level

FAR = 1 << 20
"""A number larger than any distance."""


@lru_cache(maxsize=8)
def walks(level: Level) -> Cells:
    """Return the number of moves that take the player to each square, shape ``(squares,)``."""
    distances = np.full(len(level.squares), FAR, dtype=np.intp)
    distances[level.player] = 0
    frontier = np.array([level.player], dtype=np.intp)
    while len(frontier):
        near = np.unique(level.neighbours[frontier])
        nearest = int(distances[frontier[0]]) + 1
        frontier = near[(near >= 0) & (distances[near] == FAR)]
        distances[frontier] = nearest
    return distances


@lru_cache(maxsize=8)
def to_goals(level: Level) -> Cells:
    """Return the number of pushes from each square to each goal, shape ``(squares, goals)``.

    It is `FAR` where no pushes bring a box to the goal.
    """
    return np.stack([_spread(level, [goal], BACK) for goal in level.goals.tolist()], axis=1)


@lru_cache(maxsize=8)
def from_boxes(level: Level) -> Cells:
    """Return the number of pushes that bring some box to each square, shape ``(squares,)``."""
    return _spread(level, level.boxes.tolist(), range(4))


def alive(level: Level) -> NDArray[np.bool_]:
    """Return the squares from which a box can be pushed to some goal, shape ``(squares,)``."""
    living: NDArray[np.bool_] = to_goals(level).min(axis=1) < FAR
    return living


def _spread(level: Level, origins: Sequence[int], ways: Sequence[int]) -> Cells:
    """Return the number of pushes from the nearest origin to each square, or back.

    For each direction of a push, `ways` has the direction of the search: the same, or the opposite.
    """
    neighbours = level.beside
    distances = [FAR] * len(neighbours)
    frontier = deque(origins)
    for square in origins:
        distances[square] = 0
    while frontier:
        square = frontier.popleft()
        for pushed, way in enumerate(ways):
            other = neighbours[square][way]
            if other < 0 or distances[other] < FAR:
                continue
            # The player stands behind the box before it is pushed.
            before = square if way == pushed else other
            if neighbours[before][BACK[pushed]] >= 0:
                distances[other] = distances[square] + 1
                frontier.append(other)
    return np.array(distances, dtype=np.intp)


@lru_cache(maxsize=8)
def fewest(level: Level) -> int:
    """Return a lower bound on the pushes of a solution, at least `FAR` if there is none.

    It is the least cost of an assignment of boxes to goals (H. W. Kuhn, "The Hungarian method for
    the assignment problem", 1955).
    """
    return _assigned(to_goals(level)[level.boxes].tolist())


def _assigned(costs: list[list[int]]) -> int:
    """Return the least sum of one cost from each row, no two from the same column.

    Each row is added along a cheapest augmenting path; potentials keep all reduced costs
    non-negative. There may be more columns than rows.
    """
    height, width = len(costs), len(costs[0])
    # The last place of each list is for no row and no column.
    rows, columns = [0] * (height + 1), [0] * (width + 1)
    matched = [height] * (width + 1)
    for row in range(height):
        matched[width] = row
        best = [FAR * (height + 1)] * width
        came = [width] * width
        used = [False] * (width + 1)
        column = width
        while matched[column] != height or column == width:
            used[column] = True
            here = matched[column]
            for k in (k for k in range(width) if not used[k]):
                reduced = costs[here][k] - rows[here] - columns[k]
                if reduced < best[k]:
                    best[k], came[k] = reduced, column
            following = min((k for k in range(width) if not used[k]), key=best.__getitem__)
            step = best[following]
            for k in range(width + 1):
                if used[k]:
                    rows[matched[k]] += step
                    columns[k] -= step
                elif k < width:
                    best[k] -= step
            column = following
        while column != width:
            matched[column] = matched[came[column]]
            column = came[column]
    return sum(costs[matched[k]][k] for k in range(width) if matched[k] < height)
