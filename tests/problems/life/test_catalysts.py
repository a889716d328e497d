"""Catalysts: against every still life in the free cells, run by plain Life."""

import itertools
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from lifesat.defaults import PROVER, SOLVER
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.formats import read_text
from lifesat.frontends.input.catalysts import CatalystRequest
from lifesat.life.pattern import Pattern
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.eaters import live

Cells = frozenset[tuple[int, int]]

# A glider, and the cells in which one and three still lifes eat it.
BELOW = [
    ".A......",
    "..A.....",
    "AAA.....",
    "........",
    "........",
    "....BBBB",
    "....BBBB",
    "....BBBB",
    "....BBBB",
]
BESIDE = [
    ".A........",
    "..A.......",
    "AAA...BBBB",
    "......BBBB",
    "......BBBB",
    "......BBBB",
]
EATER = "45 46 55 57 67 77 78"
NEAR = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]


def pattern(rows: list[str]) -> Pattern:
    """A LifeHistory pattern of the letters in RLE."""
    body = "$".join(rows)
    return read_text(f"x = {len(rows[0])}, y = {len(rows)}, rule = LifeHistory\n{body}!\n")


def later(cells: Cells) -> Cells:
    """The next generation on the plane."""
    counts: dict[tuple[int, int], int] = {}
    for (x, y), (dx, dy) in itertools.product(cells, NEAR):
        if dx or dy:
            counts[x + dx, y + dy] = counts.get((x + dx, y + dy), 0) + 1
    return frozenset(c for c, n in counts.items() if n == 3 or (n == 2 and c in cells))


def near(cells: Cells) -> Cells:
    return frozenset((x + dx, y + dy) for (x, y), (dx, dy) in itertools.product(cells, NEAR))


def letters(rows: list[str], wanted: str) -> Cells:
    return frozenset((x, y) for y, r in enumerate(rows) for x, c in enumerate(r) if c in wanted)


@cache
def still_lifes(free: Cells, fixed: Cells) -> list[Cells]:
    """The still lifes of fixed cells and some free ones."""
    found = []
    for number in range(1 << len(free)):
        cells = fixed | {cell for k, cell in enumerate(sorted(free)) if number >> k & 1}
        if later(cells) == cells:
            found.append(cells)
    return found


def by_brute_force(rows: list[str], margin: int, **about: Any) -> set[Cells]:
    """The first generations that `CatalystRequest` describes, by every choice of free cells."""
    generations, recovered = about["generations"], about.get("recovered", 4)
    first, end = about.get("contact") or (0, generations - recovered)
    found = set()
    for still in still_lifes(letters(rows, "B"), letters(rows, "CDE")):
        if not about.get("min_population", 0) <= len(still) <= about.get("max_population", 99):
            continue
        alone, active, all_stay = letters(rows, "A"), [], True
        cells = still | alone
        cells -= letters(rows, "D")
        begun = cells
        for t in range(generations + 1):
            active.append(frozenset(c for c in near(still) if (c in cells) != (c in still)))
            all_stay &= all(
                -margin <= x < len(rows[0]) + margin and -margin <= y < len(rows) + margin
                for x, y in cells
            )
            all_stay &= letters(rows, "E") <= cells and (t >= first or cells == alone | still)
            alone, cells = later(alone), later(cells)
        if not all_stay or any(active[:first]) or any(active[generations + 1 - recovered :]):
            continue
        if not any(active[first : end + 1]):
            continue
        if max(map(len, active)) > about.get("max_active", 999):
            continue
        box = about.get("active_box", (99, 99))
        ever = frozenset[tuple[int, int]]().union(*active)
        sides = [max(c[k] for c in ever) - min(c[k] for c in ever) + 1 for k in (0, 1)]
        if all(side <= most for side, most in zip(sides, box, strict=True)):
            found.add(begun)
    return found


def listed(problem: SpaceTimeSearch, margin: int) -> set[Cells]:
    """The first generations of all solutions, in the coordinates of the pattern."""
    found = []
    for event in search(ListSolutions(problem), Options(limit=None)):
        if isinstance(event, Solutions):
            found += [frozenset(live(board[0])) for board in event.boards]
    assert isinstance(event, Done)
    assert event.status in ("complete", "none")
    assert len(set(found)) == len(found)
    return {frozenset((x - margin, y - margin) for x, y in cells) for cells in found}


def changed(rows: list[str], cells: str, letter: str) -> list[str]:
    """Rows with another letter at columns and rows such as ``62 71``."""
    found = [list(row) for row in rows]
    for place in cells.split():
        found[int(place[1])][int(place[0])] = letter
    return ["".join(row) for row in found]


@pytest.mark.parametrize(
    ("rows", "margin", "about", "number"),
    [
        (BELOW, 2, {"generations": 12}, 1),
        (BELOW, 0, {"generations": 10}, 1),
        (BESIDE, 1, {"generations": 14}, 3),
        (BESIDE, 1, {"generations": 11, "recovered": 3}, 3),
        (BESIDE, 1, {"generations": 11, "recovered": 4}, 0),
        (BELOW, 1, {"generations": 12, "contact": (5, 5)}, 1),
        (BELOW, 1, {"generations": 12, "contact": (4, 8)}, 1),
        (BELOW, 1, {"generations": 12, "contact": (6, 8)}, 0),
        (BELOW, 1, {"generations": 12, "contact": (0, 4)}, 0),
        (BELOW, 1, {"generations": 12, "max_active": 2}, 1),
        (BELOW, 1, {"generations": 12, "max_active": 1}, 0),
        (BESIDE, 1, {"generations": 12, "max_active": 1, "active_box": (1, 1)}, 3),
        (BELOW, 1, {"generations": 12, "active_box": (1, 2)}, 0),
        (BESIDE, 1, {"generations": 12, "min_population": 7}, 1),
        (BESIDE, 1, {"generations": 12, "max_population": 6}, 2),
        (changed(BELOW, EATER, "C"), 1, {"generations": 12}, 1),
        (changed(BELOW, EATER, "E"), 1, {"generations": 12}, 0),
        (changed(BELOW, "67 77 78", "E"), 1, {"generations": 12}, 1),
        # Three cells of a block, which is whole one generation later.
        (["AA....CCBB", "AA....CDBB"], 1, {"generations": 6}, 1),
        (["AA....CCBB", "AA....CDBB"], 1, {"generations": 6, "recovered": 6}, 1),
    ],
)
def test_every_still_life_that_recovers(
    rows: list[str], margin: int, about: dict[str, Any], number: int
) -> None:
    found = listed(CatalystRequest(margin=margin, **about).problem(pattern(rows)), margin)
    assert found == by_brute_force(rows, margin, **about)
    assert len(found) == number


def test_the_smallest_still_life_is_proved() -> None:
    problem = CatalystRequest(generations=12, margin=1).problem(pattern(BESIDE))
    *events, done = search(BestSolution(problem, "fewest"), Options())
    assert isinstance(done, Done)
    assert done.status == "complete"
    boards = [board for each in events if isinstance(each, Solutions) for board in each.boards]
    assert boards[-1][-1].sum() == 6


def test_in_two_states_the_unknown_cells_are_free() -> None:
    rows = [row.translate(str.maketrans("AB", "O?")) for row in BESIDE]
    problem = CatalystRequest(generations=12, margin=1).problem(Pattern.from_rows(rows))
    assert problem == CatalystRequest(generations=12, margin=1).problem(pattern(BESIDE))


def test_without_unknown_cells_all_farther_ones_are_free() -> None:
    problem = CatalystRequest(generations=5, margin=3).problem(Pattern.from_rows(["OO", "OO"]))
    words = [row.split() for row in problem.cells[-1]]
    free = {(x, y) for y, row in enumerate(words) for x, word in enumerate(row) if word != "0"}
    assert free == {(x, y) for x in range(8) for y in range(8) if {x, y} & {0, 7}}


ATE = "x = 4, y = 4, rule = LifeHistory\n#CXRLE Pos=4,5\n2A2D$A3D$D3A$3D{corner}!\n"


@pytest.mark.parametrize(("corner", "number"), [("A", 1), ("D", 0)])
def test_filters(corner: str, number: int) -> None:
    given = read_text(ATE.format(corner=corner))
    request = CatalystRequest(generations=12, margin=1, filter=((10, given),))
    assert len(listed(request.problem(pattern(BELOW)), 1)) == number
    request = CatalystRequest(generations=12, margin=1, different_from=(given,))
    assert len(listed(request.problem(pattern(BELOW)), 1)) == 1 - number


def test_what_is_not_compared() -> None:
    given = Pattern.from_rows(["??", "?O"]).replace(position=(3, 4))  # the eater's first cell
    for t, number in ((0, 1), (12, 1)):
        request = CatalystRequest(generations=12, margin=1, filter=((t, given),))
        assert len(listed(request.problem(pattern(BELOW)), 1)) == number
    dead = Pattern.from_rows(["."]).replace(position=(4, 5))
    request = CatalystRequest(generations=12, margin=1, filter=((12, dead),))
    assert listed(request.problem(pattern(BELOW)), 1) == set()


@pytest.mark.parametrize(
    ("rows", "about", "message"),
    [
        (["...BB"], {}, "there is no pattern that could hit a still life"),
        (["A...."], {}, "no cell of the still life is unknown"),
        (
            BELOW,
            {"contact": (3, 8)},
            "cannot be hit from generation 3 to 8 and be as it was in the",
        ),
        (BELOW, {"recovered": 11}, "cannot be hit from generation 0 to -1"),
        (changed(BELOW, "45", "D"), {"contact": (1, 3)}, "cells of state 4 are active in genera"),
        (
            changed(BELOW, "45", "F"),
            {},
            "cell (4, 5) has state 6; catalysts take the states 0 to 5",
        ),
        (["AAA.....B"], {"margin": 0}, "the pattern leaves the box in generation 1"),
        (BELOW, {"max_active": 0}, "max_active is 0"),
        (BELOW, {"generations": 10**6}, "1,000,000 generations are too many; the limit is 10,000"),
        (BELOW, {"margin": 10**5}, "a box of 200008x200009 cells over 10 generations is too large"),
        (
            BELOW,
            {"filter": (("1", Pattern.from_rows(["O"])),)},
            "the generation of a filter is '1'",
        ),
        (BELOW, {"generations": 0}, "generations is 0"),
        (BELOW, {"rule": "B3/S23:T20,20"}, "has a bounded grid; leave it out"),
        (BELOW, {"rule": "/2/3"}, "rule /2/3"),
        (BELOW, {"filter": ((11, Pattern.from_rows(["O"])),)}, "there is no generation 11 to filt"),
        (
            BELOW,
            {"filter": ((1, Pattern.from_rows(["O"]).replace(position=(40, 0))),)},
            "cell (40, 0) of a given pattern is outside the box of the search, 16x17 cells at",
        ),
        (
            BELOW,
            {"filter": ((0, Pattern.from_rows(["O"])),)},
            "the cell in column 4, row 4, generation 0 is given as 1, which contradicts",
        ),
    ],
)
def test_errors(rows: list[str], about: dict[str, Any], message: str) -> None:
    request = CatalystRequest(**{"generations": 10, **about})
    with pytest.raises(UserError, match=re.escape(message)):
        request.problem(pattern(rows))


def test_a_pattern_of_more_states_is_rejected() -> None:
    with pytest.raises(UserError, match="has two states or those of LifeHistory"):
        CatalystRequest(9, rule="B3/S23").problem(Pattern.from_rows(["OO"], rule="/2/3"))


def test_solutions_stand_where_the_pattern_does() -> None:
    given = pattern(BELOW).replace(position=(10, 20))
    problem = CatalystRequest(12, margin=1).problem(given)
    (text,) = (
        text
        for event in search(ListSolutions(problem), Options(limit=1))
        if isinstance(event, Solutions)
        for text in problem.texts(event.boards, 1, "life-history")
    )
    assert read_text(text).position == problem.position == (9, 19)


def test_glucose_is_the_default() -> None:
    problem = CatalystRequest(12).problem(pattern(BELOW))
    assert problem.solver == PROVER
    assert replace(problem, population=()).solver == SOLVER


def test_long_histories_are_stated_at_once() -> None:
    """The pattern never leaves the box, so that neither time nor space grow beyond it."""
    still = CatalystRequest(2000, margin=0).problem(pattern(["AA....B", "AA....B"]))
    assert still.shape == (2003, 2, 7)
