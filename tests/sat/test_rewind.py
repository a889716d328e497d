"""Going back one generation at a time; every oldest generation is run forward by plain Life."""

from pathlib import Path

import pytest

from lifesat import Pattern, read_file
from lifesat.defaults import SOLVER
from lifesat.problems.life.predecessor import Predecessor
from lifesat.sat.rewind import Rewind, generations_of
from tests.support import plain

EXAMPLES = Path(__file__).parents[2] / "examples"
TUB = Pattern.from_rows([".O.", "O.O", ".O."], position=(7, -4))


def live(pattern: Pattern) -> set[tuple[int, int]]:
    left, top = pattern.position or (0, 0)
    return {(left + x, top + y) for x, y, _ in pattern.cells()}


def go_back(problem: Predecessor, generations: int, workers: int = 1) -> Rewind:
    with Rewind(problem, problem.encodings[0], SOLVER, workers) as search:
        while search.generations < generations and not search.impossible:
            search.advance(0.1)
    return search


@pytest.mark.parametrize("name", ["space-invader", "life"])
def test_eight_generations_with_anything_around(name: str) -> None:
    target = read_file(EXAMPLES / f"{name}.rle")
    problem = Predecessor(target, outside="free")
    search = go_back(problem, 8)
    assert search.generations == 8
    assert search.oldest is not None
    cells = live(search.oldest)
    for _ in range(8):
        cells = plain.next_cells(cells, target.rule)
    left, top = target.position or (0, 0)
    columns, rows = range(left, left + target.width), range(top, top + target.height)
    box = {(x, y) for x in columns for y in rows}
    assert cells & box == live(target)


def test_dead_around() -> None:
    search = go_back(Predecessor(TUB), 3)
    assert search.oldest is not None
    cells = live(search.oldest)
    for _ in range(3):
        cells = plain.next_cells(cells, TUB.rule)
    assert cells == live(TUB)


def test_all_generations_follow_each_other() -> None:
    problem = Predecessor(TUB, outside="free")
    search = go_back(problem, 4)
    assert search.oldest is not None
    every = generations_of(problem, search.oldest, 4)
    assert len(every) == 5
    assert live(every[-1]) == live(TUB)


def test_without_any_parent() -> None:
    search = go_back(Predecessor(Pattern.from_rows(["O"]), margin=0), 1)
    assert search.impossible
    assert search.oldest is None
