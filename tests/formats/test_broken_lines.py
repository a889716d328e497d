"""RLE whose lines were all broken after 70 characters, as by a mail program or a text formatter."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat.formats import FormatError, read_text, write_text
from lifesat.life.pattern import Pattern

WIDTH = 70
rows = st.lists(st.text(".O", min_size=60, max_size=60), min_size=3, max_size=9)


def broken(body: str, width: int) -> str:
    text = body.replace("\n", "")
    return "".join(text[at : at + width] + "\n" for at in range(0, len(text), width))


@given(rows)
def test_counts_broken_by_a_full_line_are_joined(picture: list[str]) -> None:
    pattern = Pattern.from_rows(picture)
    header, _, body = write_text(pattern).partition("\n")
    text = f"{header}\n{broken(body, WIDTH)}"
    found = read_text(text)
    assert found == pattern
    lines = text.split("\n")[1:]
    inside = [line for line, after in itertools.pairwise(lines) if line[-1:].isdigit() and after]
    assert len(found.warnings) == len(inside)


@pytest.mark.parametrize("line", ["b" * 68 + "2", "b" * 70 + "2"])
def test_other_lines_do_not_end_in_a_count(line: str) -> None:
    with pytest.raises(FormatError, match="white space after the count 2"):
        read_text(f"x = 80, y = 1, rule = B3/S23\n{line}\no!\n")


def test_a_full_line_may_end_in_a_count() -> None:
    assert read_text(f"x = 80, y = 1\n{'b' * 69}2\no!\n").population == 2
