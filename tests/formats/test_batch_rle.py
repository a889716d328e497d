"""Boards written together, against the writer of single patterns and the reader."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat import Pattern
from lifesat.formats import rle
from lifesat.formats.batches import write_boards
from lifesat.life.rule import BoundedGrid, parse_rule
from lifesat.problems.life.predecessor import Predecessor
from tests.support.plain import Boards

pytestmark = pytest.mark.quick

POND = Pattern.from_rows([".OO.", "O..O", "O..O", ".OO."])


@st.composite
def several_boards(draw: st.DrawFn) -> Boards:
    shape = draw(
        st.one_of(
            st.tuples(st.integers(0, 4), st.integers(1, 9), st.integers(1, 9)),
            st.tuples(st.integers(1, 3), st.integers(1, 30), st.integers(60, 200)),
        )
    )
    density = draw(st.sampled_from([0.0, 0.005, 0.05, 0.4, 0.9, 1.0]))
    chance = np.random.default_rng(draw(st.integers(0, 99)))
    return (chance.random(shape) < density).astype(np.uint8)


@given(
    boards=several_boards(),
    rule=st.sampled_from(["B3/S23", "B36/S23"]),
    grid=st.booleans(),
    position=st.sampled_from([None, (0, 0), (-5, 17)]),
    comments=st.sampled_from([(), ("one", "#N ?", "")]),
)
def test_as_one_by_one(
    boards: Boards,
    rule: str,
    grid: bool,
    position: tuple[int, int] | None,
    comments: tuple[str, ...],
) -> None:
    _, height, width = boards.shape
    about: dict[str, Any] = {
        "rule": parse_rule(rule)[0],
        "grid": BoundedGrid("T", width, height) if grid else None,
        "position": position,
        "comments": comments,
    }
    names = [f"$$! {number}" for number in range(len(boards))]
    texts = write_boards(boards, Pattern.from_array(np.ones((height, width)), **about), names)
    patterns = [
        Pattern.from_array(board, name=name, **about)
        for board, name in zip(boards, names, strict=True)
    ]
    assert texts == [rle.write(pattern) for pattern in patterns]
    assert [rle.read(text) for text in texts] == patterns


@pytest.mark.parametrize(
    "problem",
    [
        Predecessor(POND, outside="free"),
        Predecessor(POND.replace(position=(-3, 8)), margin=2),
        Predecessor(POND.replace(grid=BoundedGrid("T", 7, 9), position=(-3, -4)), outside="torus"),
    ],
)
def test_the_boards_of_a_problem(problem: Predecessor) -> None:
    shape = (50, *problem.target_states.shape)
    boards = np.random.default_rng(1).integers(0, 2, shape, dtype=np.uint8)
    names = [f"pond, predecessor {number}" for number in range(7, 57)]
    texts = write_boards(boards, problem.pattern(boards[0]), names)
    for board, name, text in zip(boards, names, texts, strict=True):
        assert text == rle.write(problem.pattern(board).replace(name=name))
        assert (rle.read(text).to_array() == board).all()
    for number in (0, 50):
        reported = list(problem.texts(boards[:number], 7, "rle"))
        named = (f"target, predecessor {7 + k}" for k in range(number))
        each = (problem.pattern(board) for board in boards[:number])
        assert reported == [rle.write(p.replace(name=n)) for p, n in zip(each, named, strict=True)]


def test_a_name_is_missing() -> None:
    with pytest.raises(ValueError, match="argument"):
        write_boards(np.zeros((2, 1, 1), dtype=np.uint8), Pattern.from_rows(["."]), ["one"])
