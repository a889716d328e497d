"""Strict and pseudo still lifes: whether a still life can be taken apart into smaller ones.

An island is a set of live cells each of which touches another, sideways or at a corner. A dead cell
that several islands touch ties them together if they are many enough to keep it dead: it has more
than three live neighbours, and none of the islands alone gives it so many. Then, as LifeWiki has
it (*Strict still life*, *Pseudo still life*):

- a still life is **strict** if all of it is tied together and no division of its islands into parts
  leaves every part a still life;
- it is **pseudo** if all of it is tied together and there is such a division.

What is not tied together is several objects, and neither. Four parts suffice wherever there is a
division at all, since islands lie in the plane and the parts are a colouring of them.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.problems.problem import Boards
from lifesat.problems.still_life import StillLife

Kind = Literal["strict", "pseudo", "several"]
Cell = tuple[int, int]
# How many live neighbours each island gives a dead cell.
Touch = Counter[int]

_MOST_PARTS = 4


def kind_of(board: Boards) -> Kind:
    """Return what kind of still life lies on a board, all dead outside; nothing counts as several.

    Parameters
    ----------
    board
        A still life, shape ``(height, width)``.
    """
    islands = _islands({(x, y) for y, x in np.argwhere(board).tolist()})
    number = len(set(islands.values()))
    shared = [touch for touch in _touches(islands) if len(touch) > 1]
    tied = [touch for touch in shared if touch.total() > 3 and max(touch.values()) < 4]
    if len(_joined(number, [list(touch) for touch in tied])) != 1:
        return "several"
    return "pseudo" if _divisible(number, tied) else "strict"


def _neighbours(cell: Cell) -> Iterator[Cell]:
    x, y = cell
    return ((x + dx, y + dy) for dx, dy in product((-1, 0, 1), repeat=2) if dx or dy)


def _islands(cells: set[Cell]) -> dict[Cell, int]:
    """Return the number of the island, from 0 on the left, on which each live cell lies."""
    islands: dict[Cell, int] = {}
    left, number = set(cells), 0
    for start in sorted(cells):
        if start not in left:
            continue
        left.remove(start)
        edge = [start]
        while edge:
            cell = edge.pop()
            islands[cell] = number
            near = left.intersection(_neighbours(cell))
            left -= near
            edge.extend(near)
        number += 1
    return islands


def _touches(islands: dict[Cell, int]) -> list[Touch]:
    """Return for each dead cell beside a live one which islands touch it, and how often."""
    touches: dict[Cell, Touch] = {}
    for cell, island in islands.items():
        for dead in _neighbours(cell):
            if dead not in islands:
                touches.setdefault(dead, Counter())[island] += 1
    return list(touches.values())


def _joined(number: int, together: list[list[int]]) -> list[set[int]]:
    """Return the sets into which 0, 1 .. fall when some are joined."""
    sets = [{member} for member in range(number)]
    for members in together:
        meeting = [each for each in sets if not each.isdisjoint(members)]
        sets = [each for each in sets if each.isdisjoint(members)] + [set().union(*meeting)]
    return sets


def _divisible(number: int, tied: list[Touch]) -> bool:
    """Return whether islands can be put into two parts or more that are still lifes each.

    A part is still unless some dead cell has just three neighbours in it.
    """
    # Of two islands one that gives three neighbours needs the other.
    joined = _joined(number, [list(t) for t in tied if len(t) == 2 and 3 in t.values()])
    joined.sort(key=min)
    place = {island: at for at, islands in enumerate(joined) for island in islands}
    limits: list[list[Touch]] = [[] for _ in joined]
    for touch in tied:
        limits[max(place[island] for island in touch)].append(
            _summed(touch, [place[island] for island in range(number)])
        )
    return _continued([], limits)


def _continued(parts: list[int], limits: list[list[Touch]]) -> bool:
    """Return whether a division that says the parts of the first islands can be completed.

    Parameters
    ----------
    parts
        A number from 0 for each of the first islands.
    limits
        For each island the dead cells that touch it and only islands before it.
    """
    if len(parts) == len(limits):
        return max(parts) > 0
    for part in range(min(max(parts, default=-1) + 2, _MOST_PARTS)):
        tried = [*parts, part]
        still = all(3 not in _summed(t, tried).values() for t in limits[len(parts)])
        if still and _continued(tried, limits):
            return True
    return False


def _summed(touch: Touch, parts: list[int]) -> Touch:
    """Return how many live neighbours each part gives a dead cell."""
    given: Touch = Counter()
    for island, times in touch.items():
        given[parts[island]] += times
    return given


class StrictStillLife(StillLife):
    """A still life that cannot be taken apart: the formula lists all, and `wanted` chooses."""

    kind: ClassVar[str] = "strict_still_life"
    noun: ClassVar[str] = "strict still life"
    nouns: ClassVar[str] = "strict still lifes"

    def wanted(self, boards: Boards) -> NDArray[np.bool_]:
        """Say which still lifes are strict."""
        return _are(boards, "strict")


class PseudoStillLife(StillLife):
    """A still life that can be taken apart, though its parts hold each other's neighbours dead."""

    kind: ClassVar[str] = "pseudo_still_life"
    noun: ClassVar[str] = "pseudo still life"
    nouns: ClassVar[str] = "pseudo still lifes"

    def wanted(self, boards: Boards) -> NDArray[np.bool_]:
        """Say which still lifes are pseudo."""
        return _are(boards, "pseudo")


def _are(boards: Boards, kind: Kind) -> NDArray[np.bool_]:
    return np.array([kind_of(board) == kind for board in boards], dtype=bool)
