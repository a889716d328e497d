"""Patterns as values: boxes, cells, symmetries, LifeHistory targets."""

import pickle
import sys
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from lifesat.life.life_history import life_history_target
from lifesat.life.pattern import UNKNOWN, Pattern, PatternError
from lifesat.life.symmetry import TRANSFORMS

pytestmark = pytest.mark.quick

GLIDER = Pattern.from_rows([".O.", "..O", "OOO"])

NUMPY_TRANSFORMS: dict[str, Callable[[NDArray[np.uint8]], NDArray[np.uint8]]] = {
    "identity": np.copy,
    "rot90": lambda states: np.rot90(states, -1),
    "rot180": lambda states: np.rot90(states, 2),
    "rot270": lambda states: np.rot90(states, 1),
    "flip_x": np.fliplr,
    "flip_y": np.flipud,
    "transpose": np.transpose,
    "anti_transpose": lambda states: np.rot90(states, 2).T,
}

cells = st.dictionaries(
    st.tuples(st.integers(0, 400), st.integers(0, 12)), st.integers(1, 6), max_size=30
)
far_cells = st.dictionaries(
    st.tuples(st.integers(-(10**30), 10**30), st.integers(-(10**30), 10**30)),
    st.just(1),
    max_size=8,
)


def make(states: dict[tuple[int, int], int], size: tuple[int, int] = (401, 13)) -> Pattern:
    found = ((x, y, state) for (x, y), state in states.items())
    return Pattern.from_cells(found, size=size, rule="LifeHistory")


@given(cells)
def test_cells_come_back(states: dict[tuple[int, int], int]) -> None:
    pattern = make(states)
    assert {(x, y): state for x, y, state in pattern.cells()} == states
    assert pattern.population == len(states)
    rows = [[states.get((x, y), 0) for x in range(401)] for y in range(13)]
    assert [list(row) for row in pattern.dense_rows()] == rows


@given(cells, st.sampled_from(TRANSFORMS))
def test_transforms_are_those_of_arrays(states: dict[tuple[int, int], int], name: str) -> None:
    array = np.zeros((13, 401), dtype=np.uint8)
    for (x, y), state in states.items():
        array[y, x] = state
    drawn = [list(row) for row in make(states).transform(name).dense_rows()]
    assert drawn == NUMPY_TRANSFORMS[name](array).tolist()


@given(far_cells)
def test_cells_far_apart_cost_only_themselves(states: dict[tuple[int, int], int]) -> None:
    pattern = Pattern.from_cells(states)
    left, top = pattern.position or (0, 0)
    assert {(x + left, y + top) for x, y, _ in pattern.cells()} == set(states)
    turned = pattern.transform("transpose")
    assert {(y + left, x + top) for x, y, _ in turned.cells()} == set(states)
    assert sum(len(data) for _, row in pattern.pieces() for _, data in row) <= 64 * len(states)


def test_the_eight_transforms_are_closed() -> None:
    images = {name: GLIDER.transform(name) for name in TRANSFORMS}
    assert len(set(images.values())) == 8
    for image in images.values():
        assert {image.transform(name) for name in TRANSFORMS} == set(images.values())


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        ([".O.", "..O", "OOO"], "C1"),
        (["OO..", "O.O.", "...O", "..OO"], "D2_x"),
        (["OO", "OO"], "D8_4"),
        ([".O.", "O.O", ".O."], "D8_1"),
        (["OOO"], "D4_+1"),
        (["OO."], "D4_+2"),
        ([".OO.", "O..O", ".OO."], "D4_+2"),
        (["OO.", "O.O", ".OO"], "D4_x1"),
        (["OO..", "O...", "...O", "..OO"], "D4_x4"),
        ([".OO", ".O.", "OO."], "C2_1"),
        (["OO.", ".OO"], "C2_2"),
        (["O.OO", "OO.O"], "C2_4"),
        (["OOO", ".O."], "D2_+1"),
        (["OOOO", ".OO."], "D2_+2"),
        (["O.", "OO", "O."], "D2_+1"),
        (["O..O.", "O.O..", ".OOO.", "..O.O", ".O..O"], "C2_1"),
        ([".O..", "...O", "O...", "..O."], "C4_4"),
        (["..O.", "O.O.", ".O.O", ".O.."], "C2_4"),
        ([".O...", ".O.OO", "..O..", "OO.O.", "...O."], "C4_1"),
    ],
)
def test_symmetry_classes(rows: list[str], name: str) -> None:
    pattern = Pattern.from_rows(rows)
    assert pattern.symmetry_class() == name
    assert pattern.pad(3).transform("rot90").symmetry_class() == name


def test_symmetries_are_those_within_the_box() -> None:
    block = Pattern.from_rows(["OO..", "OO.."])
    assert block.symmetries() == ("identity", "flip_y")
    assert len(block.crop().symmetries()) == 8


def test_crop_and_pad_leave_the_cells_in_place() -> None:
    drawn = Pattern.from_rows(["....", "..O.", "...."], position=(10, 20))
    cropped = drawn.crop()
    assert (cropped.position, cropped.width, cropped.height) == ((12, 21), 1, 1)
    padded = cropped.pad(2)
    assert (padded.position, padded.width, padded.height) == ((10, 19), 5, 5)
    assert padded.bounding_box == (2, 2, 1, 1)
    assert drawn.pad(-1).bounding_box == (1, 0, 1, 1)
    with pytest.raises(PatternError, match="box"):
        cropped.pad(-1)


def test_a_turned_torus_is_a_torus_turned() -> None:
    torus = Pattern.from_rows(["O.."], rule="B3/S23:T30+7,20")
    assert str(torus.transform("rot90").grid) == "T20,30-7"
    assert str(torus.transform("transpose").grid) == "T20,30+7"
    assert str(torus.transform("flip_x").grid) == "T30-7,20"
    assert str(torus.transform("rot180").grid) == "T30+7,20"
    klein = Pattern.from_rows(["O"], rule="B3/S23:K4*+1,6")
    assert str(klein.transform("rot90").grid) == "K6,4*+1"
    sphere = Pattern.from_rows(["O"], rule="B3/S23:S30")
    assert sphere.transform("rot180") == sphere
    with pytest.raises(PatternError, match="unknown transform"):
        sphere.transform("turn")


def test_unknown_cells_are_neither_live_nor_dead() -> None:
    pattern = Pattern.from_rows(["O?."])
    assert (pattern.population, pattern.has_unknown) == (1, True)
    assert str(pattern) == "O?."
    assert list(pattern.cells()) == [(0, 0, 1), (1, 0, UNKNOWN)]
    assert not Pattern.from_rows(["O.."]).has_unknown


def test_patterns_are_values() -> None:
    again = Pattern.from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)], size=(3, 3))
    assert again == GLIDER
    assert hash(again) == hash(GLIDER)
    assert pickle.loads(pickle.dumps(GLIDER)) == GLIDER  # noqa: S301
    assert GLIDER.replace(name="glider") != GLIDER
    assert GLIDER.replace(width=4) != GLIDER
    assert repr(GLIDER) == "<Pattern 3x3, 5 live, B3/S23>"
    with pytest.raises(AttributeError, match="cannot be changed"):
        GLIDER.width = 4


@pytest.mark.parametrize(
    ("make_it", "said"),
    [
        (lambda: Pattern.from_rows(["ox"]), "'x' at column 1, row 0"),
        (lambda: Pattern.from_cells([(3, 0)], size=(3, 3)), "outside a box of 3 x 3"),
        (lambda: Pattern.from_cells([(-1, 0)], size=(3, 3)), "left of the box"),
        (lambda: Pattern.from_cells([(0, -1)], size=(3, 3)), "outside a box"),
        (lambda: Pattern.from_cells([(0, 0, 3)]), "cell (0, 0) has state 3"),
        (lambda: GLIDER.replace(name="two\nlines"), "single line"),
        (lambda: GLIDER.replace(comments=("a\rb",)), "single line"),
        (lambda: make({(0, 0): 6}).replace(rule="B3/S23"), "has state 6"),
        (lambda: Pattern.from_cells([], size=(10**9, 10**9)).dense_rows(), "exceeds the limit"),
        (lambda: Pattern({0: [(0, b"\1\1"), (1, b"\1")]}, 3, 1), "occurs twice"),
    ],
)
def test_what_makes_no_pattern(make_it: Callable[[], object], said: str) -> None:
    with pytest.raises(PatternError) as rule_error:
        make_it()
    assert said in str(rule_error.value)


def test_life_history_targets() -> None:
    drawn = make({(0, 0): 1, (1, 0): 2, (2, 0): 3, (3, 0): 4, (4, 0): 5}, size=(6, 1))
    assert str(life_history_target(drawn, unknown=True)) == "O.O.O?"
    assert str(life_history_target(drawn, unknown=False)) == "O.O.O."
    high = drawn.replace(rule="B36/S23History:T6,6", name="t")
    target = life_history_target(high, unknown=True)
    assert (target.rule.name, str(target.grid), target.name) == ("B36/S23", "T6,6", "t")
    with pytest.raises(PatternError, match=r"cell \(5, 0\) has state 6"):
        life_history_target(make({(5, 0): 6}, size=(6, 1)), unknown=True)
    with pytest.raises(PatternError, match="not a LifeHistory rule"):
        life_history_target(GLIDER, unknown=True)


def test_a_dense_soup_costs_little_more_than_a_byte_a_cell() -> None:
    row = bytes(range(256)).translate(bytes(i % 2 for i in range(256))) * 16
    pattern = Pattern({y: [(0, row)] for y in range(1000)}, len(row), 1000)
    stored = sum(
        sys.getsizeof(data) + sys.getsizeof(row) for _, row in pattern.pieces() for _, data in row
    )
    assert stored < 1.1 * pattern.width * pattern.height
