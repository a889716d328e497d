"""Codes of many still lifes together, against the writer of single codes."""

import numpy as np
import pytest

from lifesat import Pattern
from lifesat.formats import write_text
from lifesat.formats.apgcode import code_of
from lifesat.formats.batches import still_life_codes
from lifesat.life.rule import LIFE, parse_rule
from lifesat.problems.life.still_life import StillLife
from tests.support import plain
from tests.support.rules import CROOKED_LIFE

RULES = [CROOKED_LIFE, "B3/S23", "B36/S125", "B2-a/S12", "B3/S2-i34q", "B3/S23H", "B2/S013V"]


def still_lifes(side: int, rule: str) -> plain.Boards:
    boards = np.pad(plain.all_boards(side, side), ((0, 0), (1, 1), (1, 1)))
    after = plain.next_boards(boards, parse_rule(rule)[0], torus=False)
    still: plain.Boards = boards[(after == boards).all(axis=(1, 2))]
    return still


@pytest.mark.parametrize("rule", RULES)
def test_as_one_by_one(rule: str) -> None:
    table = parse_rule(rule)[0]
    boards = still_lifes(4, rule)
    assert len(boards) > 5
    assert still_life_codes(boards, table) == [
        code_of(Pattern.from_array(b, rule=table)) for b in boards
    ]


@pytest.mark.quick
def test_strips_and_gaps() -> None:
    """Two strips of rows, and every number of empty columns between two blocks."""
    boards = np.zeros((60, 13, 70), dtype=np.uint8)
    for number, board in enumerate(boards):
        down = number % 8
        board[2:4, 3:5] = 1
        board[2 + down : 4 + down, 8 + number : 10 + number] = 1
    assert still_life_codes(boards, LIFE) == [
        code_of(Pattern.from_array(board)) for board in boards
    ]


@pytest.mark.quick
def test_a_gap_of_a_hundred_thousand_columns() -> None:
    """It would take minutes in a time that grows with its square."""
    code = code_of(Pattern.from_cells([(x, y) for x in (0, 1, 10**5, 10**5 + 1) for y in (0, 1)]))
    assert code == "xs8_33" + "yz" * 2564 + "w33"  # 39 columns each, and two


@pytest.mark.quick
def test_nothing_at_all() -> None:
    assert still_life_codes(np.zeros((0, 3, 3), dtype=np.uint8), LIFE) == []
    assert still_life_codes(np.zeros((2, 0, 3), dtype=np.uint8), LIFE) == ["xs0_0"] * 2


@pytest.mark.parametrize("form", ["rle", "apgcode", "cells"])
def test_texts(form: str) -> None:
    problem = StillLife(4, 4, rule_name="B36/S23")
    boards = still_lifes(4, "B36/S23")[:, 1:-1, 1:-1]
    patterns = (
        problem.pattern(board).replace(name=f"still life {number}")
        for number, board in enumerate(boards, 5)
    )
    texts = [write_text(pattern, form) for pattern in patterns]
    assert list(problem.texts(boards, 5, form)) == texts
