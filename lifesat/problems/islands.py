"""Strict and pseudo still lifes: whether a still life can be taken apart into smaller ones.

An island is a set of live cells each of which touches another, sideways or at a corner. A dead cell
that several islands touch ties them together if they are many enough to keep it dead: it has more
than three live neighbours, and none of the islands alone gives it so many. Then, as LifeWiki has
it (*Strict still life*, *Pseudo still life*):

- a still life is **strict** if all of it is tied together and no division of its islands into parts
  leaves every part a still life;
- it is **pseudo** if all of it is tied together and there is such a division.

What is not tied together is several objects, and neither.

Only births matter here, since all live neighbours of a live cell are on its own island. Under other
rules than Life the numbers of live neighbours at which cells are born stand for three, if they
follow each other and decide alone: more than the highest of them is too many, fewer than the lowest
too few. Where one island gives too many, the others are tied to it all the same if the cell would
be born beside them alone; under Life that cannot be.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError
from lifesat.problems.problem import Boards
from lifesat.problems.still_life import StillLife
from lifesat.rules import LIFE, Rule

Kind = Literal["strict", "pseudo", "several"]
Cell = tuple[int, int]
# How many live neighbours each island gives a dead cell.
Touch = Counter[int]
# At how many live neighbours a cell is born.
Births = frozenset[int]


@lru_cache
def births(rule: Rule) -> Births:
    """Return the numbers of live neighbours, one after the other, at which a cell is born.

    Raises
    ------
    UserError
        If there are gaps between them, or if something else than a number decides.
    """
    dead = [(block.bit_count(), state) for block, state in enumerate(rule.table) if not block & 16]
    live, still = ({count for count, state in dead if state == kind} for kind in (1, 0))
    if live & still or (live and len(live) <= max(live) - min(live)):
        raise UserError(
            f"strict and pseudo still lifes are told apart where births take one number of live "
            f"neighbours, or some in a row, as in B3/S23; rule {rule} is not so"
        )
    return frozenset(live)


def kind_of(board: Boards, birth: Births = LIFE.birth) -> Kind:
    """Return what kind of still life lies on a board, all dead outside; nothing counts as several.

    Parameters
    ----------
    board
        A still life, shape ``(height, width)``.
    birth
        What `births` returns for its rule.
    """
    islands = _islands({(x, y) for y, x in np.argwhere(board).tolist()})
    number = len(set(islands.values()))
    shared = [touch for touch in _touches(islands) if len(touch) > 1]
    tied = [touch for touch in shared if _ties(touch, birth)]
    if len(_joined(number, [list(touch) for touch in tied])) != 1:
        return "several"
    return "pseudo" if _divisible(number, tied, birth) else "strict"


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


def _ties(touch: Touch, birth: Births) -> bool:
    """Return whether several islands are needed to keep a dead cell dead."""
    highest, given = max(birth, default=8), touch.values()
    if touch.total() <= highest:
        return False
    some = (sum(part) for size in range(1, len(given)) for part in combinations(given, size))
    return max(given) <= highest or not birth.isdisjoint(some)


def _joined(number: int, together: list[list[int]]) -> list[set[int]]:
    """Return the sets into which 0, 1 .. fall when some are joined."""
    sets = [{member} for member in range(number)]
    for members in together:
        meeting = [each for each in sets if not each.isdisjoint(members)]
        sets = [each for each in sets if each.isdisjoint(members)] + [set().union(*meeting)]
    return sets


def _divisible(number: int, tied: list[Touch], birth: Births) -> bool:
    """Return whether islands can be put into two parts or more that are still lifes each.

    A part is still unless some dead cell has just as many neighbours in it as births take.
    """
    # Of two islands one that gives just so many needs the other.
    born = [list(t) for t in tied if len(t) == 2 and not birth.isdisjoint(t.values())]
    joined = _joined(number, born)
    joined.sort(key=min)
    place = {island: at for at, islands in enumerate(joined) for island in islands}
    limits: list[list[Touch]] = [[] for _ in joined]
    for touch in tied:
        limits[max(place[island] for island in touch)].append(
            _summed(touch, [place[island] for island in range(number)])
        )
    return _continued([], limits, birth)


def _continued(parts: list[int], limits: list[list[Touch]], birth: Births) -> bool:
    """Return whether a division that says the parts of the first islands can be completed.

    Parameters
    ----------
    parts
        A number from 0 for each of the first islands.
    limits
        For each island the dead cells that touch it and only islands before it.
    birth
        As for `kind_of`.
    """
    if len(parts) == len(limits):
        return max(parts) > 0
    for part in range(max(parts, default=-1) + 2):
        tried = [*parts, part]
        still = all(birth.isdisjoint(_summed(t, tried).values()) for t in limits[len(parts)])
        if still and _continued(tried, limits, birth):
            return True
    return False


def _summed(touch: Touch, parts: list[int]) -> Touch:
    """Return how many live neighbours each part gives a dead cell."""
    given: Touch = Counter()
    for island, times in touch.items():
        given[parts[island]] += times
    return given


class _OfIslands(StillLife):
    """A still life of one kind: the formula lists all, and `wanted` chooses."""

    islands: ClassVar[Kind]

    def __post_init__(self) -> None:
        super().__post_init__()
        births(self.evolves_under)

    def wanted(self, boards: Boards) -> NDArray[np.bool_]:
        """Say which still lifes are of the kind."""
        birth = births(self.evolves_under)
        return np.array([kind_of(board, birth) == self.islands for board in boards], dtype=bool)


class StrictStillLife(_OfIslands):
    """A still life that cannot be taken apart."""

    kind: ClassVar[str] = "strict_still_life"
    noun: ClassVar[str] = "strict still life"
    nouns: ClassVar[str] = "strict still lifes"
    islands: ClassVar[Kind] = "strict"


class PseudoStillLife(_OfIslands):
    """A still life that can be taken apart, though its parts hold each other's neighbours dead."""

    kind: ClassVar[str] = "pseudo_still_life"
    noun: ClassVar[str] = "pseudo still life"
    nouns: ClassVar[str] = "pseudo still lifes"
    islands: ClassVar[Kind] = "pseudo"
