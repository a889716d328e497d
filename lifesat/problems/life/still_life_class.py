"""Strict and pseudo still lifes: whether a still life can be divided into smaller ones.

An island is a set of live cells that are connected orthogonally or diagonally. A dead cell connects
the islands that it touches if it has more than three live neighbours, but at most three on each
island. Then, following LifeWiki (*Strict still life*, *Pseudo still life*):

- a still life is **strict** if all its islands are connected and they cannot be divided into parts
  that are still lifes;
- it is **pseudo** if all its islands are connected and they can be divided into such parts.

If the islands are not all connected, the pattern consists of several objects and is neither.

Only births matter, because all live neighbours of a live cell are on its own island. Rules other
than Life are supported if cells are born at consecutive numbers of live neighbours, whatever their
arrangement. More than the highest number is then too many, and fewer than the lowest is too few. If
one island alone has too many, the dead cell still connects the others to it if it would be born
beside some of the islands alone. In Life this cannot happen.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError
from lifesat.life.rule import LIFE, Rule, live_rule
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Boards

StillLifeClass = Literal["strict", "pseudo", "several"]
Cell = tuple[int, int]
# The number of live neighbours that a dead cell has on each island.
Touch = Counter[int]
# The numbers of live neighbours at which a cell is born.
Births = frozenset[int]


@lru_cache
def births(rule: Rule) -> Births:
    """Return the consecutive numbers of live neighbours at which a cell is born.

    Raises UserError if they are not consecutive, or if births depend on more than a number.
    """
    dead = [(block.bit_count(), state) for block, state in enumerate(rule.table) if not block & 16]
    live, still = ({count for count, state in dead if state == kind} for kind in (1, 0))
    if live & still or (live and len(live) <= max(live) - min(live)):
        raise UserError(
            f"strict and pseudo still lifes are defined for rules whose births are one number of "
            f"live neighbours or consecutive numbers, as in B3/S23, not for {rule}"
        )
    return frozenset(live)


def classify(board: Boards, birth: Births = LIFE.birth) -> StillLifeClass:
    """Return the class of a still life of shape ``(height, width)`` with dead cells outside.

    `birth` is the result of `births` for its rule. An empty board counts as several.
    """
    islands = _islands({(x, y) for y, x in np.argwhere(board).tolist()})
    number = len(set(islands.values()))
    shared = [touch for touch in _touches(islands) if len(touch) > 1]
    connecting = [touch for touch in shared if _connects(touch, birth)]
    if len(_joined(number, [list(touch) for touch in connecting])) != 1:
        return "several"
    return "pseudo" if _divisible(number, connecting, birth) else "strict"


def _neighbours(cell: Cell) -> Iterator[Cell]:
    x, y = cell
    return ((x + dx, y + dy) for dx, dy in product((-1, 0, 1), repeat=2) if dx or dy)


def _islands(cells: set[Cell]) -> dict[Cell, int]:
    """Return the island of each live cell; islands are numbered from 0, from the left."""
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
    """Return the islands of the live neighbours of each dead cell that has any."""
    touches: dict[Cell, Touch] = {}
    for cell, island in islands.items():
        for dead in _neighbours(cell):
            if dead not in islands:
                touches.setdefault(dead, Counter())[island] += 1
    return list(touches.values())


def _connects(touch: Touch, birth: Births) -> bool:
    """Return whether a dead cell connects the islands that it touches."""
    highest, given = max(birth, default=8), touch.values()
    if touch.total() <= highest:
        return False
    some = (sum(part) for size in range(1, len(given)) for part in combinations(given, size))
    return max(given) <= highest or not birth.isdisjoint(some)


def _joined(number: int, together: list[list[int]]) -> list[set[int]]:
    """Return the partition of 0, 1, ..., number - 1 after some of them are joined."""
    sets = [{member} for member in range(number)]
    for members in together:
        meeting = [each for each in sets if not each.isdisjoint(members)]
        sets = [each for each in sets if each.isdisjoint(members)] + [set().union(*meeting)]
    return sets


def _divisible(number: int, connecting: list[Touch], birth: Births) -> bool:
    """Return whether the islands can be divided into two or more still lifes.

    A part is a still life unless a dead cell would be born beside that part alone.
    """
    # If a dead cell would be born beside one of two islands, they belong to the same part.
    born = [list(t) for t in connecting if len(t) == 2 and not birth.isdisjoint(t.values())]
    joined = _joined(number, born)
    joined.sort(key=min)
    place = {island: at for at, islands in enumerate(joined) for island in islands}
    limits: list[list[Touch]] = [[] for _ in joined]
    for touch in connecting:
        limits[max(place[island] for island in touch)].append(
            _summed(touch, [place[island] for island in range(number)])
        )
    return _can_complete([], limits, birth)


def _can_complete(parts: list[int], limits: list[list[Touch]], birth: Births) -> bool:
    """Return whether a division of the first islands into parts can be completed.

    `parts` has the part of each of them, from 0. `limits` has for each island the dead cells that
    touch it and otherwise only earlier islands.
    """
    if len(parts) == len(limits):
        return max(parts) > 0
    for part in range(max(parts, default=-1) + 2):
        tried = [*parts, part]
        still = all(birth.isdisjoint(_summed(t, tried).values()) for t in limits[len(parts)])
        if still and _can_complete(tried, limits, birth):
            return True
    return False


def _summed(touch: Touch, parts: list[int]) -> Touch:
    """Return the number of live neighbours that a dead cell has in each part."""
    given: Touch = Counter()
    for island, times in touch.items():
        given[parts[island]] += times
    return given


class _ClassifiedStillLife(StillLife):
    """A still life of one class; the formula has all still lifes, and `wanted` selects."""

    still_life_class: ClassVar[StillLifeClass]

    def __post_init__(self) -> None:
        super().__post_init__()
        births(live_rule(self.rule))
        if self.grid is not None:
            raise UserError(f"{self.nouns} are searched for on the plane, with outside dead")

    def wanted(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which still lifes belong to the class."""
        birth = births(live_rule(self.rule))
        return np.array(
            [classify(board, birth) == self.still_life_class for board in boards], dtype=bool
        )


class StrictStillLife(_ClassifiedStillLife):
    """A still life that cannot be divided into smaller ones."""

    kind: ClassVar[str] = "strict_still_life"
    noun: ClassVar[str] = "strict still life"
    nouns: ClassVar[str] = "strict still lifes"
    still_life_class: ClassVar[StillLifeClass] = "strict"


class PseudoStillLife(_ClassifiedStillLife):
    """A still life that can be divided into smaller ones, though dead cells connect them."""

    kind: ClassVar[str] = "pseudo_still_life"
    noun: ClassVar[str] = "pseudo still life"
    nouns: ClassVar[str] = "pseudo still lifes"
    still_life_class: ClassVar[StillLifeClass] = "pseudo"
