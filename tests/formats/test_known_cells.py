"""Known cells as rlifesrc reads them."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat.formats.errors import FormatError
from lifesat.formats.known_cells import read

pytestmark = pytest.mark.quick

_TAGS = {"0": "b.", "1": "oA", "2": "B", "7": "G", "*": "?"}


@st.composite
def texts(draw: st.DrawFn) -> tuple[list[list[str]], str]:
    """Generations as rows of states and ``*``, and RLE for them."""
    rows = st.lists(st.text("012*7", max_size=5), min_size=1, max_size=3)
    generations = draw(st.lists(rows, min_size=1, max_size=3))
    parts = []
    for lines in generations:
        header = draw(
            st.sampled_from(["", "x = 9, y = 9, rule = B3/S23\n", "# comment!\nx=1,y=1\n"])
        )
        body = ""
        for line in lines:
            for state, cells in groupby(line):
                number = len(list(cells))
                tag = draw(st.sampled_from(_TAGS[state]))
                body += f"{number if number > 1 else ''}{tag}{draw(st.sampled_from(['', '', ' ']))}"
            body += draw(st.sampled_from(["$", "$\n", "1$"]))
        parts.append(f"{header}{body}!{draw(st.sampled_from(['', chr(10)]))}")
    return generations, "\n".join(parts)


@given(texts())
def test_only_written_cells_are_known(example: tuple[list[list[str]], str]) -> None:
    generations, text = example
    if not any(line for lines in generations for line in lines):
        with pytest.raises(FormatError, match="no cells found"):
            read(text)
        return
    found = read(text)
    assert len({(len(rows), row.count(" ")) for rows in found for row in rows}) == 1
    for t, rows in enumerate(found):
        for y, row in enumerate(rows):
            lines = generations[t] if t < len(generations) else []
            written = lines[y] if y < len(lines) else ""
            assert row.replace(" ", "") == written.ljust(len(row.split()), "*")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 3, y = 1\n2o,b!", "2:3: invalid cell ','; cells are b, o, \\? or letters from A"),
        ("", "1:1: no cells found"),
        ("!!\n!", "1:1: no cells found"),
        ("0b!", "1:1: invalid cell '0'"),
        ("99999999999o!", "1:1: invalid cell '9'"),
        ("o99999999$o!", "1:2: there are too many cells; the limit is 16,777,216"),
    ],
)
def test_errors(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        read(text)
