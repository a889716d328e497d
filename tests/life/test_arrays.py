"""Patterns as arrays."""

import numpy as np
import pytest

from lifesat.life.pattern import UNKNOWN, Pattern, PatternError, from_boards

pytestmark = pytest.mark.quick


def test_rows_are_y_and_columns_x() -> None:
    pattern = Pattern.from_rows(["O..?", ".O.."])
    assert pattern.to_array().tolist() == [[1, 0, 0, UNKNOWN], [0, 1, 0, 0]]
    assert pattern.to_array().dtype == np.uint8


def test_an_array_makes_the_same_pattern_again() -> None:
    states = np.random.default_rng(5).integers(0, 2, (40, 300))
    pattern = Pattern.from_array(states, position=(3, -4))
    assert pattern.position == (3, -4)
    assert (pattern.to_array() == states).all()
    assert Pattern.from_array(pattern.to_array(), position=(3, -4)) == pattern


def test_the_array_is_the_callers_own() -> None:
    pattern = Pattern.from_rows(["O"])
    pattern.to_array()[0, 0] = 0
    assert pattern.population == 1


@pytest.mark.parametrize("shape", [(0, 0), (3, 0), (0, 2)])
def test_empty_boxes(shape: tuple[int, int]) -> None:
    pattern = Pattern.from_array(np.zeros(shape, dtype=bool))
    assert (pattern.height, pattern.width) == shape
    assert pattern.to_array().shape == shape


def test_wrong_arrays_are_refused() -> None:
    with pytest.raises(PatternError, match="two dimensions"):
        Pattern.from_array([0, 1])
    with pytest.raises(PatternError, match="integers"):
        Pattern.from_array([[0.5]])
    with pytest.raises(PatternError, match="integers"):
        Pattern.from_array([[256]])
    with pytest.raises(PatternError, match="state 3"):
        Pattern.from_array([[3]])


@pytest.mark.parametrize("shape", [(50, 4, 5), (20, 3, 300), (3, 0, 2), (3, 2, 0), (0, 2, 2)])
def test_many_boards_make_the_same_patterns_as_one_at_a_time(shape: tuple[int, int, int]) -> None:
    # Rows without live cells, and long gaps in rows.
    boards = (np.random.default_rng(7).random(shape) < 0.05).astype(np.uint8)
    each = [
        Pattern.from_array(board, rule="B36/S23:T400,400", position=(-2, 3)) for board in boards
    ]
    patterns = list(from_boards(boards, rule="B36/S23:T400,400", position=(-2, 3)))
    assert patterns == each
    assert list(map(hash, patterns)) == list(map(hash, each))  # the order of the rows counts


def test_what_many_boards_have_in_common_is_checked() -> None:
    with pytest.raises(PatternError, match="single line"):
        next(from_boards(np.zeros((1, 2, 2), dtype=np.uint8), name="two\nlines"))
