"""Eaters: against plain Life from afar, against Knuth's own formula, and the known answers."""

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pysat.solvers import Solver as AnySolver

from lifesat.cnf.formula import Template
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.knuth.program import PROGRAMS, symbolic
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.eater import CORNERS, NEAR, QUIESCENT, Eater, undisturbed
from lifesat.problems.problem import Boards
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.eaters import PHASES, Cells, flown, from_afar, live
from tests.support.environment import quick_first

# Rows of small still lifes.
STILL_LIFES = [
    ["OO", "OO"],
    [".O.", "O.O", ".O."],
    ["OO.", "O.O", ".O."],
    [".OO.", "O..O", ".OO."],
    ["OO..", "O..O", "..OO"],
    ["OO.", "O.O", ".OO"],
]


def listed(problem: Eater, options: Options | None = None) -> tuple[Boards, Done]:
    boards = [np.zeros((0, problem.height, problem.width), dtype=np.uint8)]
    for event in search(ListSolutions(problem), options or Options(method="sat", limit=None)):
        if isinstance(event, Solutions):
            boards.append(event.boards)
    assert isinstance(event, Done)
    return np.concatenate(boards), event


def at_corner(problem: Eater, board: Boards) -> Cells:
    """The glider that `with_glider` adds, which must be a glider in that corner."""
    return live(problem.with_glider(board[None])[0]) - live(board)


def sense(corner: str) -> tuple[int, int]:
    return (1 if corner.endswith("left") else -1), (-1 if corner.startswith("lower") else 1)


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("phase", range(4))
def test_eaters_eat_a_glider_that_comes_from_afar(corner: str, phase: int) -> None:
    problem = Eater(8, 8, 6, corner=corner, phase=phase)  # type: ignore[arg-type]
    boards, done = listed(problem)
    assert done.status == "complete"
    assert done.found == len(boards) > 0
    assert len(np.unique(boards, axis=0)) == len(boards)
    for board in boards:
        still, glider = live(board), at_corner(problem, board)
        assert len(glider) == 5
        before = from_afar(glider, sense(corner))
        assert list(flown(before, 20))[-1] == glider
        history = list(flown(still | before, 20 + 6 + 40))
        assert history[19] == still | glider
        assert all(cells == still for cells in history[20 + 4 :])


@pytest.mark.quick
def test_the_glider_lies_as_knuth_has_it() -> None:
    for phase, cells in enumerate(PHASES):
        problem = Eater(5, 6, 2, phase=phase)
        corner = at_corner(problem, np.zeros((6, 5), dtype=np.uint8))
        assert corner == {(x, 5 - y) for x, y in cells}


@pytest.mark.quick
def test_known_answers(oracles: Path) -> None:
    oracle = json.loads((oracles / "knuth.json").read_text())["sat-life-grid-eater"]
    for sizes, expected in oracle.items():
        if "answer" in expected:
            rows, columns, generations = map(int, sizes.split())
            for as_published in (False, True):
                problem = Eater(columns, rows, generations, as_published=as_published)
                _, done = listed(problem, Options(limit=1))
                assert done.found == (expected["answer"] == "satisfiable")


def test_published_clauses_have_the_models_of_knuths_own_formula() -> None:
    text = "".join(symbolic(PROGRAMS["sat-life-grid-eater"](8, 8, 6)))
    names: dict[str, int] = {}
    with AnySolver("glucose4") as solver:
        for line in text.splitlines()[1:]:
            solver.add_clause(
                [
                    (-1 if word[0] == "~" else 1)
                    * names.setdefault(word.lstrip("~"), len(names) + 1)
                    for word in line.split()
                ]
            )
        last = [names[f"{x}g{y}"] for x in range(1, 9) for y in range(1, 9)]
        theirs = set()
        while solver.solve():
            model = set(solver.get_model())
            theirs.add(tuple(variable in model for variable in last))
            solver.add_clause([-v if v in model else v for v in last])
    ours, _ = listed(Eater(8, 8, 6, as_published=True))
    assert theirs == {tuple(board.ravel().astype(bool).tolist()) for board in ours}
    assert len(theirs) == 2


def test_the_smallest_in_eight_by_eight_is_the_fishhook() -> None:
    *_, found, done = search(BestSolution(Eater(8, 8, 8), "fewest"), Options())
    assert isinstance(found, Solutions)
    assert isinstance(done, Done)
    assert done.status == "complete"
    rows = ["".join(".O"[cell] for cell in row).strip(".") for row in found.boards[0]]
    assert "/".join(filter(None, rows)) == "O/OOO/O/OO"
    _, none = listed(Eater(8, 8, 8, max_population=6))
    assert none.status == "none"


@pytest.mark.parametrize(("size", "phase"), [((7, 8), 0), ((8, 7), 1)])
def test_two_phases_are_mirror_images_about_the_way_of_the_glider(
    size: tuple[int, int], phase: int
) -> None:
    ours, _ = listed(Eater(size[0], size[1], 6, phase=phase))
    mirrored, _ = listed(Eater(size[1], size[0], 6, phase=phase + 2))
    assert len(ours) == len(mirrored) == 1
    assert (ours[0] == np.rot90(mirrored[0].T, 2)).all()


def placed() -> Iterator[Boards]:
    """Small still lifes in every place of a box but the glider's corner."""
    for rows, turns in itertools.product(STILL_LIFES, range(4)):
        shape = np.rot90(np.array([[cell == "O" for cell in row] for row in rows]), turns)
        height, width = shape.shape
        for y, x in itertools.product(range(10 - height), range(10 - width)):
            board = np.zeros((9, 9), dtype=np.uint8)
            board[y : y + height, x : x + width] = shape
            if not board[-4:, :4].any():
                yield board


def allows(template: Template, board: Boards) -> bool:
    """Whether clauses over the near cells hold for a still life, the glider at the lower left."""
    states = np.array([board[-1 - up, column - 1] for up, column in NEAR], dtype=np.int32)
    truth = np.where(states == 1, 1, -1) * np.arange(1, len(NEAR) + 1)
    numbers = np.arange(1, len(NEAR) + 1, dtype=np.int32)[None]
    return all(np.isin(group, truth).any(axis=1).all() for group in template.stamp(numbers))


@pytest.mark.parametrize("phase", quick_first(1, range(4)))
def test_the_way_is_clear_just_when_plain_life_says_so(phase: int) -> None:
    problem = Eater(9, 9, 2, phase=phase)
    glider = at_corner(problem, np.zeros((9, 9), dtype=np.uint8))
    counts = Counter[bool]()
    for board in placed():
        still = live(board)
        *_, last = flown(still | from_afar(glider, (1, -1)), 20)
        assert allows(undisturbed(phase), board) == (last == still | glider), board
        counts[last == still | glider] += 1
    assert min(counts.values()) > 10


def test_the_published_clauses_let_two_blocks_disturb_the_glider() -> None:
    problem = Eater(9, 9, 2)
    glider = at_corner(problem, np.zeros((9, 9), dtype=np.uint8))
    missed = set()
    for board in placed():
        still = live(board)
        *_, last = flown(still | from_afar(glider, (1, -1)), 20)
        if allows(Template(QUIESCENT), board) and last != still | glider and len(still) == 4:
            missed.add(min(still))
        if last == still | glider:
            assert allows(Template(QUIESCENT), board)
    # Above the glider's corner in columns 1 and 2, or beside it in the rows in the middle.
    blocks = {(0, 3), (4, 6)}
    assert blocks <= missed


@pytest.mark.quick
def test_boards_that_eat_no_glider_do_not_hold() -> None:
    problem = Eater(7, 8, 6)
    (good,), _ = listed(problem)
    wrong = []
    for y, x in itertools.product(range(8), range(7)):
        board = good.copy()
        board[y, x] ^= 1
        wrong.append(board)
    assert problem.verify(good[None]).all()
    assert not problem.verify(np.array(wrong)).any()
    assert not replace(problem, min_population=8, max_population=None).verify(good[None])[0]
    assert not replace(problem, min_population=0, max_population=6).verify(good[None])[0]
    assert not Eater(7, 8, 3).verify(good[None])[0]
    assert not Eater(7, 8, 6, phase=1).verify(good[None])[0]
    assert not Eater(7, 8, 6, corner="upper-left").verify(good[None])[0]


@pytest.mark.quick
def test_json_brings_the_problem_back() -> None:
    problem = Eater(9, 8, 7, corner="upper-right", phase=3, min_population=2, max_population=9)
    assert problem_from_json(problem.to_json()) == problem
    assert json.loads(problem.to_json())["kind"] == "eater"


@pytest.mark.quick
def test_words() -> None:
    problem = Eater(9, 8, 7, corner="upper-right", phase=3, max_population=9)
    assert problem.conditions() == (
        "a box of 9x8 cells, standing again 7 generations after a glider at the upper "
        "right in phase 3, at most 9 live cells"
    )
    assert "other bounds" in problem.advice()
    assert "larger box" in Eater(9, 8, 7).advice()
    assert "Knuth" in Eater(9, 8, 7, as_published=True).conditions()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"width": 4}, "a box of 4x8 is too small"),
        ({"generations": 1}, "generations is 1; it must be at least 2"),
        ({"corner": "left"}, "corner is 'left'; it can be lower-left"),
        ({"phase": 4}, "phase is 4; a glider has phases 0 to 3"),
        ({"phase": 1, "as_published": True}, "for the glider in phase 0"),
        (
            {"min_population": 3, "max_population": 2},
            "the lower bound 3 on the population exceeds the upper bound 2",
        ),
        ({"width": 99_999, "height": 99_999}, "over 9 generations is too large"),
    ],
)
def test_faults(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        Eater(**{"width": 8, "height": 8, "generations": 8, **fields})
