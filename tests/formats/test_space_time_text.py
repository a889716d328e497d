"""The text of Logic Life Search: what its users write is read, and mistakes are named."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat.formats import space_time_text
from lifesat.formats.errors import FormatError
from lifesat.formats.space_time_text import read, rule_of, standard_cell, write

pytestmark = pytest.mark.quick

CELLS = ("0", "1", "*", "a", "-a", "b12", "-b12", "Long_name")
SEPARATORS = st.text(" ,\t", min_size=1, max_size=3)


@st.composite
def texts(draw: st.DrawFn) -> tuple[space_time_text.Generations, str]:
    """Generations, and a text that has them with any separators, ends and comments."""
    generations, height, width = (draw(st.integers(1, 3)) for _ in range(3))
    cell = st.tuples(st.sampled_from(CELLS), st.sampled_from(["", "'"])).map("".join)
    block = tuple(
        tuple(tuple(draw(cell) for _ in range(width)) for _ in range(height))
        for _ in range(generations)
    )
    edge = st.text(" ,\t", max_size=2)
    comment = st.sampled_from(["", "", "# a1 x=", "#"])
    blank = st.sampled_from(["\n", " ,\t\n", "# comment, a b c\n", "\n\n#\n"])
    text = draw(st.sampled_from(["", "\n", "# first\n", "Rule = B3/S23\n"]))
    for t, rows in enumerate(block):
        text += draw(blank) if t else ""
        for row in rows:
            words = [row[0], *(draw(SEPARATORS) + word for word in row[1:])]
            text += f"{draw(edge)}{''.join(words)}{draw(edge)}{draw(comment)}\n"
    return block, text + draw(st.sampled_from(["", "\n", " ,\n"]))


@given(texts())
def test_generations_are_read_whatever_separates_them(example: tuple[object, str]) -> None:
    block, text = example
    assert read(text) == block
    assert read(text.rstrip("\n")) == block


@given(texts())
def test_what_is_written_is_read_again(
    example: tuple[space_time_text.Generations, str],
) -> None:
    block, _ = example
    text = write(block, ["Rule = B36/S23", "and a word"])
    assert (read(text), rule_of(text)) == (block, "B36/S23")


@pytest.mark.parametrize(
    ("word", "cell"),
    [
        ("--a", "a"),
        ("---a'", "-a'"),
        ("-0", "1"),
        ("-1'", "0'"),
        ("-*", "*"),
        ("a''", "a'"),
        ("a\N{RIGHT SINGLE QUOTATION MARK}", "a'"),
        ("-", None),
        ("2", None),
        ("a-b", None),
        ("'a", None),
        ("\N{GREEK SMALL LETTER ALPHA}", None),
        ("a" * 41, None),
    ],
)
def test_the_standard_form_of_a_cell(word: str, cell: str | None) -> None:
    assert standard_cell(word) == cell


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "1:1: no cells found; a cell is 0, 1, * or a name"),
        ("# 0 1\n", "1:1: no cells found"),
        ("0 1\n0 010", "2:3: invalid cell '010'; separate cells by commas or blanks, as in 0,1,0"),
        ("0,.,0", "1:3: invalid cell '.'; a dead cell is 0 and a live one is 1"),
        ("0 ?", "1:3: invalid cell '?'; an unknown cell is *"),
        ("0 7", "1:3: invalid cell '7'; a cell is 0, 1, * or a name of up to 40 letters"),
        ("Background:\n0", "1:1: invalid cell 'Background:'"),
        ("0 1\n0", "2:1: this row has 1 cell, but the first one has 2; all rows need"),
        ("0\n0\n\n0 # last\n\n0\n0", "4:1: generation 1, which ends here, has 1 row; generation 0"),
        ("0\n\n0\n0\n\n\n", "4:1: generation 1, which ends here, has 2 rows; generation 0 has 1;"),
        ("0 " + "x" * 50, f"1:3: invalid cell '{'x' * 20}...'; a cell is"),
    ],
)
def test_mistakes(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=f"^{re.escape(sentence)}"):
        read(text)
