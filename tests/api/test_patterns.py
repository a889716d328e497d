"""Patterns for programs: arrays, evolution, pictures in notebooks, and what is not loaded."""

import os
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike, NDArray

from lifesat import UNKNOWN, Pattern, PatternError
from lifesat.life.rule import LIFE
from tests.support import drawn, plain

SVG = "{http://www.w3.org/2000/svg}"
boards = st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**32)).map(
    lambda t: np.random.default_rng(t[2]).integers(0, 2, size=t[:2], dtype=np.uint8)
)


@given(boards)
def test_arrays_there_and_back(board: NDArray[np.uint8]) -> None:
    pattern = Pattern.from_array(board, position=(3, 4))
    assert (pattern.height, pattern.width) == board.shape
    assert np.array_equal(pattern.to_array(), board)
    assert pattern.position == (3, 4)
    # An array that is not of bytes, and a view whose rows do not lie one after the other.
    assert Pattern.from_array(board.astype(bool)) == Pattern.from_array(board)
    assert Pattern.from_array(board.T) == Pattern.from_array(board).transform("transpose")
    assert Pattern.from_array(board[:, ::-1].tolist()) == Pattern.from_array(board).transform(
        "flip_x"
    )


def test_an_array_is_a_copy() -> None:
    block = Pattern.from_rows(["OO", "OO"])
    block.to_array()[:] = 0
    assert block.population == 4
    states = np.ones((2, 2), dtype=np.uint8)
    pattern = Pattern.from_array(states)
    states[:] = 0
    assert pattern == block


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ([0, 1], "two dimensions"),
        ([[0.5]], "states must be integers from 0 to 255"),
        ([[300]], "states must be integers from 0 to 255"),
        ([[3]], "state 3"),
    ],
)
def test_arrays_that_are_no_patterns(cells: ArrayLike, sentence: str) -> None:
    with pytest.raises(PatternError, match=sentence):
        Pattern.from_array(cells)


@given(boards, st.integers(0, 20))
def test_evolution_agrees_with_plain_life(board: NDArray[np.uint8], generations: int) -> None:
    pattern = Pattern.from_array(board, position=(0, 0))
    cells = {(x, y) for x, y, _ in pattern.cells()}
    for _ in range(generations):
        cells = plain.next_cells(cells, LIFE)
    after = pattern.evolve(generations)
    assert after.position is not None
    left, top = after.position
    assert {(x + left, y + top) for x, y, _ in after.cells()} == cells


@pytest.mark.parametrize(
    ("pattern", "generations", "sentence"),
    [
        (Pattern.from_rows(["O"]), -1, "generations is -1; it must be an int of at least 0"),
        (Pattern.from_rows(["O"]), 1.5, "generations is 1.5; it must be an int"),
        (Pattern.from_rows(["?"]), 1, "unknown cells cannot evolve"),
        (Pattern.from_rows(["O"], rule="B0/S"), 1, "births without neighbours"),
    ],
)
def test_what_cannot_evolve(pattern: Pattern, generations: int, sentence: str) -> None:
    with pytest.raises(PatternError, match=sentence):
        pattern.evolve(generations)


def test_a_picture_has_every_cell_in_its_colour() -> None:
    pattern = Pattern.from_rows([".OO?", "....", "O?.O"], name="<a & b>")
    picture = pattern._repr_html_()
    assert picture is not None
    root = ElementTree.fromstring(picture)  # noqa: S314 - our own text
    (drawn_cells,) = drawn.svg_boards(picture, 4, 3)
    assert np.array_equal(drawn_cells, pattern.to_array() == 1)
    title = root.find(f"{SVG}title")
    assert title is not None
    assert "<a & b>" in str(title.text)
    live, unknown = [path for path in root.iter(f"{SVG}path") if path.get("fill")]
    assert live.get("d") == "M1 0h2v1h-2zM0 2h1v1h-1zM3 2h1v1h-1z"
    assert unknown.get("d") == "M3 0h1v1h-1zM1 2h1v1h-1z"
    assert live.get("fill") != unknown.get("fill")
    # In a rule of more states the state 2 is a state like others.
    many = Pattern.from_cells([(0, 0, UNKNOWN)], rule="345/2/4")._repr_html_()
    assert many is not None
    assert '"M0 0h1v1h-1z"' in many


def test_what_is_too_large_or_empty_has_no_picture() -> None:
    assert Pattern.from_cells([], size=(0, 0))._repr_html_() is None
    assert Pattern.from_cells([(0, 0), (10**9, 10**9)])._repr_html_() is None


@pytest.mark.parametrize(
    ("code", "loaded"),
    [
        ("import lifesat.formats", "[]"),
        ("from lifesat import Pattern; Pattern.from_rows(['O'])._repr_html_()", "[]"),
        ("from lifesat import Pattern; Pattern.from_rows(['O']).to_array()", "['numpy']"),
        ("from lifesat import Pattern; Pattern.from_rows(['O']).evolve()", "['numpy']"),
    ],
)
def test_numpy_is_loaded_by_the_methods_that_need_it(code: str, loaded: str) -> None:
    code += "; import sys; print([m for m in ('numpy', 'pysat') if m in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    words = [sys.executable, "-c", code]
    result = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
    assert result.stdout == f"{loaded}\n"
