"""Several patterns in one text are as many when they are read, and when they are written."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat import FormatError, Pattern, read_all, read_text, write_text
from lifesat.cli import main
from lifesat.formats import several
from lifesat.formats.registry import EXTENSIONS
from lifesat.formats.several import Joiner
from lifesat.life.pattern import UNKNOWN
from tests.support.random_patterns import drawn, only

GLIDER = ".O.\n..O\nOOO"
BLOCK = "OO\nOO"
BLINKER = "OOO"

# A text, and what it holds.
TEXTS = {
    "names": (f"!Name: Glider\n{GLIDER}\n\n!Name: Blinker\n{BLINKER}\n", [GLIDER, BLINKER]),
    "a name after words": (
        f"!Author: me\n!Name: a\n{BLOCK}\n! words\n!Name: b\n!\n{BLINKER}\n! end\n",
        [BLOCK, BLINKER],
    ),
    "a name after the first": (f"{BLOCK}\n!Name:\n{BLINKER}\n", [BLOCK, BLINKER]),
    "blank lines": (f"{GLIDER}\n\n \n{BLOCK}\n\n", [GLIDER, BLOCK]),
    "RLE without a header, then with one": (
        "#C a!\nbo$2bo$3o!\n#C b\nx = 2, y = 2\n2o$2o!\n",
        [GLIDER, BLOCK],
    ),
    "RLE whose header follows at once": (
        "x = 3, y = 3\nbo$2bo$3o!x = 2, y = 2\n2o$2o!\n",
        [GLIDER, BLOCK],
    ),
    "Life 1.05": (
        "#Life 1.05\n#P 0 0\n**\n**\n#Life 1.05\n#R 23/36\n#P 0 0\n.*\n.*\n.*\n",
        [BLOCK, ".O\n.O\n.O"],
    ),
    "Life 1.06": ("#Life 1.06\n0 0\n1 0\n0 1\n1 1\n#Life 1.06\n0 3\n1 3\n2 3\n", [BLOCK, BLINKER]),
    "MCell": (
        "#MCell 4.00\n#GAME Life\n#RULE 23/3\n#L .A$..A$3A\n#MCell 4.00\n#RULE 23/36\n#L AA$AA\n",
        [GLIDER, BLOCK],
    ),
    "macrocell": (
        "[M2] (golly 2.0)\n#R B3/S23\n**$**$\n[M2] (golly 2.0)\n#R B3/S23\n***$\n",
        [BLOCK, BLINKER],
    ),
    "RLE": ("x = 2, y = 2\n2o$2o!\n#N b\nx = 3, y = 1\n3o!\n", [BLOCK, BLINKER]),
    "RLE without headers": ("bo$2bo$3o!\n2o$2o!\n 3o!\n", [GLIDER, BLOCK, BLINKER]),
    "grids": ("# one\n11\n11\n# two\n\n111\n# end\n", [BLOCK, BLINKER]),
    "apgcodes": ("xs4_33\n\nxp2_111\n", [BLOCK, BLINKER]),
    "different formats": ("#Life 1.06\n0 0\n1 0\n2 0\n#Life 1.05\n**\n**\n", [BLINKER, BLOCK]),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_each_is_read(kind: str, tmp_path: Path) -> None:
    text, found = TEXTS[kind]
    path = tmp_path / "several.txt"
    path.write_text(text)
    assert [str(each) for each in read_all(path)] == found


@pytest.mark.parametrize("kind", TEXTS)
def test_one_cannot_be_read_of_several(kind: str) -> None:
    text, found = TEXTS[kind]
    with pytest.raises(FormatError, match=f"the second of {len(found)} patterns begins") as error:
        read_text(text)
    rest = "\n".join(text.split("\n")[error.value.line - 1 :])[error.value.column - 1 :]
    with suppress(FormatError):  # a third one
        assert str(read_text(rest)) == found[1]


@pytest.mark.parametrize(
    "text",
    [
        "bo$2bo$3o!\nwow, so good!\n",
        "bo$2bo$3o!\nboo!\n",
        "!Name: a\nOOO\n\nOOO\n! Name: b\nOO\n",
        "#C [M2]\nx = 3, y = 1\n3o!\n",
        "#Life 1.05\n#P 0 0\n**\n#P 5 5\n**\n",
        "# LLS\n11\n11\n# end\n",
    ],
)
def test_what_is_one_pattern(text: str) -> None:
    assert read_text(text).warnings == ()


def test_a_header_inside_cells_is_no_other_pattern() -> None:
    with pytest.raises(FormatError, match="second header inside the cells"):
        read_text("x = 3, y = 3\nbo$2bo$\nx = 2, y = 2\n2o!\n")


def test_a_comment_that_names_a_tag_is_no_tag(tmp_path: Path) -> None:
    path = tmp_path / "post.txt"
    pattern = Pattern.from_rows(["OO"], comments=("use [code] tags",))
    path.write_text(write_text(pattern, "forum") * 2)
    assert [each.comments for each in read_all(path, format="forum")] == [pattern.comments] * 2


def test_a_blank_line_that_may_have_been_a_row_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    path.write_text("OO\nO\n\nOO\n\nO\n")
    said = [[(each.line, each.message) for each in found.warnings] for found in read_all(path)]
    assert said == [[], [(4, "a blank line ends a pattern; a row of dead cells has dots")], []]
    path.write_text("!Name: a\nOO\n\n!Name: b\nOO\n\nO\n")
    assert [found.warnings for found in read_all(path)] == [(), ()]


def test_tags_hold_one_pattern() -> None:
    with pytest.raises(FormatError, match=r"3:3: another pattern begins before \[/code\]"):
        read_text("[code]\nx = 1, y = 1\no!x = 2, y = 1\n2o![/code]\n", format="forum")


def test_a_fault_in_the_second_one_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / "two.life"
    path.write_text("#Life 1.06\n0 0\n#Life 1.06\n1 x\n")
    with pytest.raises(FormatError, match=r"two\.life:4:1: invalid cell"):
        list(read_all(path))


plain = drawn(st.just(1)).map(only).filter(lambda each: each.width and each.height)
named = st.builds(lambda each, name: each.replace(name=name), plain, st.sampled_from(("", "a b")))


@pytest.mark.parametrize("form", EXTENSIONS)
@given(patterns=st.lists(named, min_size=1, max_size=4))
def test_what_is_written_is_read_as_so_many(form: str, patterns: list[Pattern]) -> None:
    if form == "apgcode":  # few patterns have one
        patterns = [Pattern.from_rows(["OO", "OO"])] * len(patterns)
    if form == "kaggle":  # boards are squares of one size
        side = max(max(each.width, each.height) for each in patterns)
        patterns = [Pattern.from_cells(each.cells(), size=(side, side)) for each in patterns]
    text = "".join(Joiner(form)(write_text(each, form) for each in patterns))
    parts = several.split(text, form)
    assert len(parts) == len(patterns)
    found = [read_text(part, format=form) for _, part in parts]
    assert [cells_of(each) for each in found] == [cells_of(each) for each in patterns]


def cells_of(pattern: Pattern) -> list[tuple[int, int, int]]:
    """The cells, wherever they lie; formats do not all keep the place."""
    return list(pattern.crop().cells())


@pytest.mark.parametrize("form", ["cells", "picture", "grid", "life-1.05", "life-1.06", "rle"])
def test_the_command_reads_what_it_has_written(form: str, tmp_path: Path) -> None:
    target, parents = tmp_path / "tub.rle", tmp_path / "parents"
    target.write_text("x = 3, y = 3\nbo$obo$bo!\n")
    words = ["predecessors", str(target), "--margin", "0", "--all", "-q", "--to", form]
    assert main([*words, "-o", str(parents)]) == 0
    found = list(read_all(parents))
    assert len(found) == 6
    assert {str(each.evolve(1).crop()) for each in found} == {".O.\nO.O\n.O."}


def test_unknown_cells_in_several(tmp_path: Path) -> None:
    path = tmp_path / "two.cells"
    patterns = [Pattern.from_cells([(0, 0, UNKNOWN), (1, 0, 1)]) for _ in range(2)]
    path.write_text("".join(Joiner("cells")(write_text(each, "cells") for each in patterns)))
    assert [str(each) for each in read_all(path, unknown=True)] == ["?O", "?O"]
