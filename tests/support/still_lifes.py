"""Still lifes by brute force."""

import itertools
from collections.abc import Iterator, Set
from typing import Any

import numpy as np

from lifesat.engines.options import Options
from lifesat.life.rule import LIFE, Rule
from lifesat.problems.problem import Boards, Problem
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support import plain

# The transforms of a pattern, other than none, that each symmetry asks for.
TRANSFORMS_OF = {
    "C1": set(),
    "C2": {"rot180"},
    "C4": {"rot90", "rot180", "rot270"},
    "D2_+": {"flip_x"},
    "D2_+2": {"flip_x"},
    "D2_x": {"transpose"},
    "D4_+": {"flip_x", "flip_y", "rot180"},
    "D4_x": {"transpose", "anti_transpose", "rot180"},
    "D8": {"flip_x", "flip_y", "transpose", "anti_transpose", "rot90", "rot180", "rot270"},
}


def listed(problem: Problem, **options: Any) -> tuple[Boards, Done]:
    boards: list[Boards] = []
    for event in search(ListSolutions(problem), Options(**{"limit": None, **options})):
        if isinstance(event, Solutions):
            boards.extend(event.boards)
    assert isinstance(event, Done)
    return np.array(boards), event


def as_set(boards: Boards) -> set[bytes]:
    texts = {board.tobytes() for board in boards}
    assert len(texts) == len(boards)
    return texts


def still_lifes(height: int, width: int, rule: Rule = LIFE) -> Boards:
    around = np.pad(plain.all_boards(height, width), ((0, 0), (1, 1), (1, 1)))
    still = (plain.next_boards(around, rule, torus=False) == around).all(axis=(1, 2))
    found: Boards = around[still][:, 1:-1, 1:-1]
    return found


def divisions(islands: int) -> Iterator[tuple[int, ...]]:
    """Every way to put islands into two parts or more."""
    for parts in itertools.product(range(islands), repeat=islands):
        in_order = all(p <= max(parts[:k], default=-1) + 1 for k, p in enumerate(parts))
        if in_order and max(parts) > 0:
            yield parts


def kind_by_brute_force(board: Boards, rule: Rule = LIFE) -> str:
    """LifeWiki's definitions, word by word, over all divisions of the islands."""
    left = {(x, y) for y, x in np.argwhere(board).tolist()}
    whole, islands = frozenset(left), []
    while left:
        island, edge = set(), {left.pop()}
        while edge:
            island |= edge
            edge = {c for c in left if any(max(abs(c[0] - x), abs(c[1] - y)) < 2 for x, y in edge)}
            left -= edge
        islands.append(island)
    still = []
    for numbers in divisions(len(islands)):
        parts = [set[tuple[int, int]]() for _ in range(max(numbers) + 1)]
        for number, island in zip(numbers, islands, strict=True):
            parts[number] |= island
        if all(plain.next_cells(part, rule) == part for part in parts):
            still.append(parts)
    pairs = (parts for parts in still if len(parts) == 2)
    if not whole or any(not touching(one, other, rule.birth) for one, other in pairs):
        return "several"
    return "pseudo" if still else "strict"


def touching(one: set[tuple[int, int]], other: set[tuple[int, int]], born: Set[int]) -> bool:
    """Whether a dead cell has more live neighbours than births take, but too few in either part."""
    for x, y in itertools.product(range(-1, 12), repeat=2):
        near = [{(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & part
                for part in (one, other)]  # fmt: skip
        dead = (x, y) not in one | other
        if dead and len(near[0]) + len(near[1]) > max(born) and max(map(len, near)) < min(born):
            return True
    return False
