"""Writing apgcodes: the census's own words, lifelib's answers, every phase and orientation."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat.arrays import from_array, to_array
from lifesat.errors import UserError
from lifesat.evolution import evolve
from lifesat.formats import read_text, write_text
from lifesat.formats.apgcode import code_of
from lifesat.pattern import TRANSFORMS, Pattern
from lifesat.rules import LIFE
from tests import plain

KNOWN = {
    "xs0_0": 1,
    "xs4_33": 1,
    "xs4_252": 1,
    "xs6_696": 1,
    "xs7_2596": 1,
    "xs7_178c": 1,
    "xs12_raar": 1,
    "xp2_7": 2,
    "xp2_7e": 2,
    "xp2_318c": 2,
    "xp3_co9nas0san9oczgoldlo0oldlogz1047210127401": 3,
    "xp15_4r4z4r4": 15,
    "xq4_153": 4,
    "xq4_6frc": 4,
    "xq4_27dee6": 4,
    "xq4_27deee6": 4,
}


@pytest.fixture(autouse=True, scope="module")
def soon_given_up() -> Iterator[None]:
    """Soups that never settle take seconds otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lifesat.formats.apgcode._MOST_ROWS", 3000)
        yield


@pytest.mark.parametrize("code", KNOWN)
def test_every_phase_in_every_orientation_has_the_known_code(code: str) -> None:
    start = to_array(read_text(code).pad(8))
    for t in range(KNOWN[code]):
        phase = from_array(evolve(start, LIFE, t))
        for turn in TRANSFORMS:
            assert code_of(phase.transform(turn)) == code


small = st.integers(0, 2**30 - 1).map(
    lambda bits: from_array(np.array([bits >> k & 1 for k in range(30)]).reshape(5, 6))
)


@given(small)
@settings(max_examples=40)
def test_a_code_holds_a_phase_of_what_it_names(soup: Pattern) -> None:
    cells = {(x, y) for x, y, _ in soup.cells()}
    for _ in range(200):
        cells = plain.next_cells(cells, LIFE)
    try:
        code = code_of(Pattern.from_cells(cells))
    except UserError:
        return  # it sends gliders in several ways, or has not settled
    kind, number = code[1], int(code[2 : code.index("_")])
    start = {(x, y) for x, y, _ in read_text(code).cells()}
    now = start
    if kind == "s":
        assert len(start) == number
    for _ in range(1 if kind == "s" else number):
        now = plain.next_cells(now, LIFE)
    assert normal(now) == normal(start)
    assert (now == start) == (kind != "q")
    assert code_of(Pattern.from_cells(start)) == code


def normal(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    left, top = (min((cell[k] for cell in cells), default=0) for k in (0, 1))
    return {(x - left, y - top) for x, y in cells}


def test_lifelib_names_small_objects_alike(lifelib_pattern: Callable[[str], Any]) -> None:
    named = 0
    boards = plain.all_boards(4, 4)
    for board in boards[::311]:
        settled = from_array(evolve(np.pad(board, 40), LIFE, 60)).crop()
        if not settled.population:
            continue
        try:
            ours = code_of(settled)
        except UserError:
            continue
        assert lifelib_pattern(write_text(settled)).apgcode == ours
        named += 1
    assert named > 50


def test_far_apart_cells_need_many_letters() -> None:
    blocks = [(x + dx, y) for x in (0, 4, 9, 100) for dx in (0, 1) for y in (0, 1)]
    code = code_of(Pattern.from_cells(blocks))
    assert code == "xs16_33w33x33yzyzy733"
    assert code_of(read_text(code)) == code


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 1, y = 1\no!", "dies out"),
        ("x = 3, y = 3\nb2o$2o$bo!", "does not come back in"),
        ("x = 2, y = 2, rule = B36/S23\n2o$2o!", "no place for a rule"),
        ("x = 2, y = 2, rule = B3/S23:T9,9\n2o$2o!", "no place for a rule or a grid"),
    ],
)
def test_what_is_no_object_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        code_of(read_text(text))
    with pytest.raises(UserError, match="unknown cells"):
        write_text(Pattern.from_rows(["?"]), "apgcode")
