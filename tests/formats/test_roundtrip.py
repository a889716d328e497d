"""What is written is read as it was, for every format and every pattern that it can hold."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat.errors import UserError
from lifesat.formats import FORMATS, detect, read_text, write_text
from lifesat.formats.detection import ODD_SPACES
from lifesat.formats.registry import EXTENSIONS
from lifesat.life.pattern import UNKNOWN, Pattern
from tests.support.random_patterns import drawn, line, only

TWO_STATE_RULES = ("B3/S23", "B36/S23", "B2-a/S12", "B2/S34H", "W22", "B3/S23:T300+7,200")
MANY_STATE_RULES = {"23/3/3": 3, "LifeHistory": 7, "345/2/4:K400*,200": 4, "Codd": 256}

# What follows a pattern: it begins no other one, and has no spaces that look like plain ones.
_OTHER = re.compile(rf"\[M2\]|#(Life|MCell)|\s*x\s*=|.*[{ODD_SPACES}]", re.IGNORECASE)
after = line.filter(lambda text: not _OTHER.match(text))
far = st.integers(-(10**40), 10**40)

two_state = st.sampled_from(TWO_STATE_RULES).flatmap(lambda rule: drawn(st.just(1), rule=rule))
many_state = st.sampled_from(sorted(MANY_STATE_RULES)).flatmap(
    lambda rule: drawn(st.integers(1, MANY_STATE_RULES[rule] - 1), rule=rule)
)
with_unknown = drawn(st.sampled_from((1, UNKNOWN)), rule="B36/S23")
scattered = st.lists(st.tuples(far, far), max_size=6).map(Pattern.from_cells)


@given(st.one_of(two_state, many_state, scattered), after)
def test_rle_holds_everything(pattern: Pattern, trailing: str) -> None:
    pattern = pattern.replace(trailing=trailing)
    text = write_text(pattern)
    assert read_text(text) == pattern
    bare = write_text(only(pattern, "rule").replace(trailing=""))
    assert all(len(row) <= 70 for row in bare.splitlines()[1:])


@pytest.mark.quick
@given(with_unknown)
def test_rle_holds_unknown_cells(pattern: Pattern) -> None:
    text = write_text(pattern)
    assert read_text(text, unknown=True) == pattern
    if pattern.has_unknown:
        with pytest.raises(UserError, match="--unknown"):
            read_text(text)


@pytest.mark.quick
@given(with_unknown)
def test_plaintext_holds_box_rule_and_words(pattern: Pattern) -> None:
    pattern = only(pattern, "rule", "name", "author", "comments")
    if pattern.width and pattern.height:
        assert read_text(write_text(pattern, "cells"), format="cells", unknown=True) == pattern


@pytest.mark.quick
@given(with_unknown)
def test_a_picture_holds_the_drawn_rows(pattern: Pattern) -> None:
    pattern = only(pattern)
    if pattern.width and pattern.height:
        assert read_text(write_text(pattern, "picture"), format="picture", unknown=True) == pattern


@given(with_unknown)
def test_a_grid_holds_the_drawn_rows(pattern: Pattern) -> None:
    pattern = only(pattern)
    if pattern.width and pattern.height:
        assert read_text(write_text(pattern, "grid"), format="grid", unknown=True) == pattern


@given(two_state)
def test_life_105_holds_box_place_rule_and_words(pattern: Pattern) -> None:
    pattern = only(pattern, "rule", "author", "comments", "position")
    if pattern.width > 80 and pattern.position is None:
        pattern = pattern.replace(position=(0, 0))  # several blocks need places
    if pattern.width and pattern.height:
        assert read_text(write_text(pattern, "life-1.05")) == pattern


@given(st.one_of(drawn(st.just(1)), scattered))
def test_life_106_holds_places(pattern: Pattern) -> None:
    pattern = only(pattern.crop(), "position", "comments")
    if pattern.position is None or not pattern.population:
        pattern = pattern.replace(position=(0, 0))  # the format always has a place
    assert read_text(write_text(pattern, "life-1.06")) == pattern


@given(st.one_of(two_state, many_state, scattered))
def test_macrocell_holds_cells_rule_place_and_words(pattern: Pattern) -> None:
    pattern = pattern.crop()
    if not pattern.population:
        pattern = pattern.replace(position=None)
    elif pattern.position is None:
        pattern = pattern.replace(position=(0, 0))
    assert read_text(write_text(pattern, "macrocell")) == pattern


@given(st.one_of(two_state, many_state))
def test_a_written_format_is_detected(pattern: Pattern) -> None:
    assert detect(write_text(pattern))[0] == "rle"
    assert detect(write_text(pattern, "macrocell"))[0] == "macrocell"
    if pattern.rule.states == 2:
        assert detect(write_text(pattern, "life-1.05"))[0] == "life-1.05"


@pytest.mark.quick
@pytest.mark.parametrize("name", FORMATS)
def test_a_glider_in_every_format(name: str) -> None:
    glider = Pattern.from_rows([".O.", "..O", "OOO"])
    if name not in EXTENSIONS:
        with pytest.raises(UserError, match="read, but not written"):
            write_text(glider, name)
        return
    text = write_text(glider, name)
    # An apgcode holds the same glider in its own phase and orientation.
    shown = glider.transform("flip_y") if name == "apgcode" else glider
    assert str(read_text(text)) == str(shown)
    assert detect(text)[0] == {"picture": "cells", "lifelib": "rle", "forum": "rle"}.get(name, name)


def test_what_a_format_has_no_place_for_is_refused() -> None:
    unknown = Pattern.from_rows(["?"])
    history = Pattern.from_cells([(0, 0, 5)], rule="LifeHistory")
    for name in ("cells", "picture", "grid", "life-1.05"):
        with pytest.raises(UserError, match="two"):
            write_text(history, name)
    for name in ("life-1.05", "life-1.06", "macrocell"):
        with pytest.raises(UserError, match="unknown"):
            write_text(unknown, name)
    with pytest.raises(UserError, match="does not support rules other than Life"):
        write_text(Pattern.from_rows(["O"], rule="B36/S23"), "life-1.06")
    with pytest.raises(UserError, match="from the origin"):
        write_text(Pattern.from_cells([(2**1001, 0)]), "macrocell")
