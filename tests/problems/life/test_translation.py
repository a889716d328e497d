"""Clauses that fix the place of a pattern that moves: they lose only translations."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat.engines.choice import portfolio_members, setup_of
from lifesat.engines.options import Options
from lifesat.engines.sat.solver_setup import prepared
from lifesat.problems.life.periodic import Spaceship
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.problem import Boards, Goal
from lifesat.queries.events import Event, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.blocks import block, listed, with_constraints
from tests.support.constraints import constraints
from tests.support.environment import few_and_many

# With spaceships in a box of 3x4 cells, or with patterns of other kinds.
RULES = ["B2/S", "B2/S0", "B24/S", "B2-a/S12", "B3/S23", "B13/S012V", "B25/S4"]
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (0, 0)]


def moving(shape: tuple[int, int, int], step: tuple[int, int]) -> list[list[list[str]]]:
    """Cells with names, so that the last generation is the first one, moved."""
    generations, height, width = shape
    right, down = step
    cells = [[["*"] * width for _ in range(height)] for _ in range(generations)]
    for y, x in np.ndindex(height, width):
        there = y + down, x + right
        inside = 0 <= there[0] < height and 0 <= there[1] < width
        cells[0][y][x] = f"n{y * width + x}" if inside else "0"
        before = y - down, x - right
        inside = 0 <= before[0] < height and 0 <= before[1] < width
        cells[-1][y][x] = f"n{before[0] * width + before[1]}" if inside else "0"
    return cells


@st.composite
def moving_blocks(draw: st.DrawFn) -> SpaceTimeSearch:
    """Blocks in which most patterns move, some with cells that hold them in their place."""
    shape = draw(st.sampled_from([(2, 3, 4), (2, 4, 3), (2, 3, 3), (3, 2, 3), (3, 3, 3)]))
    cells = moving(shape, draw(st.sampled_from(STEPS)))
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        t, y, x = (draw(st.integers(0, most - 1)) for most in shape)
        cells[t][y][x] = draw(st.sampled_from(["0", "1", "*", "n1", "-n1", cells[t][y][x] + "'"]))
    rows = tuple(tuple(map(" ".join, layer)) for layer in cells)
    problem = SpaceTimeSearch(
        rows,
        draw(st.sampled_from(["dead", "dead", "dead", "bounded", "torus"])),
        min_population=draw(st.sampled_from([1, 1, 2, 3, 0])),
        rule_name=draw(st.sampled_from(RULES)),
    )
    return with_constraints(problem, draw(st.just({}) | constraints(problem)))


def found(events: Iterable[Event]) -> list[Boards]:
    """The boards of all solutions of a search, in order."""
    return [board for each in events if isinstance(each, Solutions) for board in each.boards]


@few_and_many(100, 3000)
def test_there_is_a_solution_if_there_is_one_anywhere(examples: int) -> None:
    @settings(max_examples=examples)
    @given(moving_blocks())
    def agree(problem: SpaceTimeSearch) -> None:
        every = listed(problem)
        first = found(search(ListSolutions(problem), Options(limit=1, workers=1)))
        assert {board.tobytes() for board in first} <= every
        assert len(first) == min(1, len(every))

    agree()


@few_and_many(30, 1000)
def test_the_smallest_solution_is_as_small_as_anywhere(examples: int) -> None:
    @settings(max_examples=examples)
    @given(moving_blocks())
    def agree(problem: SpaceTimeSearch) -> None:
        boards = [np.frombuffer(each, dtype=np.uint8) for each in listed(problem)]
        every = [each.reshape(problem.shape)[problem.counted].sum() for each in boards]
        best = found(search(BestSolution(problem, "fewest"), Options(workers=1)))[-1:]
        assert [each[problem.counted].sum() for each in best] == ([min(every)] if every else [])

    agree()


def places(problem: SpaceTimeSearch) -> list[set[tuple[int, int, int]]]:
    """For each clause the cells with its variables: generation, row and column."""
    literals = problem.block.literals[0]
    clauses = problem.symmetry_breaking_clauses()
    cells = (np.argwhere(np.isin(literals, clause)).tolist() for clause in clauses)
    return [{(t, y, x) for t, y, x in each} for each in cells]


def c3(**about: object) -> SpaceTimeSearch:
    """A search for spaceships that move by a cell in three generations."""
    blank = "\n\n".join(["\n".join(["* " * 5] * 4)] * 4)
    values = {"symmetry": ("p3 x1",), "population": (">0",), **about}
    return block(blank, **values)


@pytest.mark.quick
def test_a_spaceship_reaches_the_side_ahead_of_it() -> None:
    (right,) = places(c3())
    assert {(t, y, 4) for t in (1, 2, 3) for y in range(4)} <= right
    (left,) = places(c3(symmetry=("p3 x-1",)))
    assert {(t, y, 0) for t in (1, 2, 3) for y in range(4)} <= left
    (bottom,) = places(c3(symmetry=("p3 y1",)))
    assert {(t, 3, x) for t in (1, 2, 3) for x in range(5)} <= bottom


@pytest.mark.quick
def test_a_diagonal_spaceship_reaches_two_sides() -> None:
    right, bottom = places(c3(symmetry=("p3 x1 y1",)))
    assert {(t, y, 4) for t in (1, 2) for y in range(4)} <= right
    assert {(t, 3, x) for t in (1, 2) for x in range(5)} <= bottom
    assert not right <= bottom
    assert not bottom <= right


@pytest.mark.quick
def test_a_diagonal_spaceship_with_a_mirror_reaches_one_of_them() -> None:
    blank = "\n\n".join(["\n".join(["* " * 5] * 5)] * 4)
    problem = block(blank, symmetry=("p3 x1 y1", "D2\\"), population=(">0",))
    (corner,) = places(problem)
    assert {(t, y, 4) for t in (1, 2) for y in range(5)} <= corner
    assert {(t, 4, x) for t in (1, 2) for x in range(5)} <= corner


@pytest.mark.quick
def test_glide_symmetry_moves_along_its_axis() -> None:
    (right,) = places(c3(symmetry=("p2 RE- x1",)))
    assert {(t, y, 4) for t in (2, 3) for y in range(4)} <= right


@pytest.mark.parametrize(
    "about",
    [
        {"symmetry": ("p3",)},
        {"population": ()},
        {"outside": "bounded"},
        {"outside": "torus"},
        {"background": ("1", "0")},
        {"asymmetry": ("D2-",)},
        {"different_from": ((("1 1 0 0 0",) * 4,),)},
    ],
)
def test_patterns_that_stay_have_no_such_clauses(about: dict[str, object]) -> None:
    assert not places(c3(**about))


@pytest.mark.parametrize("word", ["1", "0", "*'", "a"])
def test_a_cell_that_stays_holds_the_pattern(word: str) -> None:
    cells = moving((3, 4, 5), (1, 0))
    assert len(places(_of(cells))) == 1
    cells[1][2][2] = word
    if word == "a":
        cells[1][1][1] = word
    assert not places(_of(cells))


@pytest.mark.parametrize(
    "about", [{"outside": "bounded"}, {"outside": "torus"}, {"background": ("1", "0")}]
)
def test_what_is_outside_holds_the_pattern(about: dict[str, Any]) -> None:
    problem = _of(moving((3, 4, 5), (1, 0)))
    assert len(places(problem)) == 1
    assert not places(replace(problem, **about))


def _of(cells: list[list[list[str]]]) -> SpaceTimeSearch:
    return SpaceTimeSearch(tuple(tuple(map(" ".join, layer)) for layer in cells), min_population=1)


@pytest.mark.parametrize(
    ("options", "goal", "more"),
    [
        (Options(limit=1), None, 1),
        (Options(limit=1, workers=1, method="sat"), None, 1),
        (Options(method="sat", limit=None), "fewest", 1),
        (Options(method="sat", limit=None), "most", 1),
        (Options(limit=2), None, 0),
        (Options(method="sat", limit=None), None, 0),
    ],
)
def test_lists_have_every_translation(options: Options, goal: Goal | None, more: int) -> None:
    problem = c3()
    setup = next(portfolio_members(setup_of(problem, options, goal)))
    clauses = len(prepared(setup).formula) - len(problem.formula(setup.encoding))
    assert clauses == more


@pytest.mark.parametrize(
    ("size", "period", "shift", "turn", "sides"),
    [
        ((4, 4), 4, (1, 1), "identity", 2),
        ((4, 4), 4, (1, 1), "transpose", 1),
        ((5, 6), 4, (-2, 0), "flip_y", 1),
        ((3, 3), 3, (0, 1), "identity", 1),
        ((6, 5), 4, (0, 2), "flip_x", 1),
    ],
)
def test_the_spaceships_of_a_box(
    size: tuple[int, int], period: int, shift: tuple[int, int], turn: str, sides: int
) -> None:
    problem = Spaceship(*size, period, shift, glide=turn)
    assert len(problem.symmetry_breaking_clauses()) == sides
    boards = found(search(ListSolutions(problem), Options(method="sat", limit=None)))
    every = {board.tobytes() for board in boards}
    first = found(search(ListSolutions(problem), Options(limit=1, workers=1)))
    assert {board.tobytes() for board in first} <= every
    assert len(first) == min(1, len(every))
