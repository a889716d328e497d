"""Lines that name a size or a rule before cells, in other spellings than the standard one."""

from pathlib import Path

import pytest

from lifesat.cli import main
from lifesat.errors import UserError
from lifesat.formats import read_text
from lifesat.formats.reading import read_all

pytestmark = pytest.mark.quick

RLE = "bo$2bo$3o!\n"
ROWS = ".O.\n..O\nOOO\n"
WHOLE = "x = 3, y = 3, rule = B36/S23"


@pytest.mark.parametrize(
    ("header", "read_as"),
    [
        # the beginning is lost
        ("y = 3, rule = B36/S23", "y = 3, rule = B36/S23"),
        (" = 3, y = 3, rule = B36/S23", WHOLE),
        ("3, y = 3, rule = B36/S23", WHOLE),
        (", rule = B36/S23", "rule = B36/S23"),
        ("rule = B36/S23", "rule = B36/S23"),
        ("B36/S23", "rule = B36/S23"),
        ("3, 3, B36/S23", WHOLE),
        # other separators, keys, orders and capitals
        ("x = 3; y = 3; rule = B36/S23", WHOLE),
        ("x = 3 y = 3 rule = B36/S23", WHOLE),
        ("x: 3, y: 3, rule: B36/S23", WHOLE),
        ("x 3, y 3, rule B36/S23", WHOLE),
        ("x=3y=3rule=B36/S23", WHOLE),
        ("x＝3，y＝3，rule＝B36/S23", WHOLE),  # noqa: RUF001
        ("Width = 3, Height = 3, RULE: B36/S23", WHOLE),
        ("width = 3, height = 3, rulestring = B36/S23", WHOLE),
        ("rule = B36/S23, x = 3, y = 3", WHOLE),
        ("Rule: HighLife", "rule = HighLife"),
        # wrapped
        ("x = 3, y = 3,\nrule = B36/S23", WHOLE),
        ("x = 3,\ny = 3, rule = B36/S23", WHOLE),
        ("x = 3, y = 3\nrule = B36/S23", WHOLE),
        ("x = 3, y = 3, rule =\nB36/S23", WHOLE),
        ("x = 3, y = 3, rule\n= B36/S23", WHOLE),
    ],
)
def test_a_header_is_read_with_a_warning(header: str, read_as: str) -> None:
    pattern = read_text(f"{header}\n{RLE}")
    assert str(pattern.rule) == "B36/S23"
    assert pattern == read_text(f"{WHOLE}\n{RLE}")
    assert [warning.message for warning in pattern.warnings] == [
        f"this is read as the header {read_as}"
    ]


@pytest.mark.parametrize("header", ["3x3", "3 3", "3, 3", "y = 3", "x = 3\ny = 3", "width: 3"])
def test_a_size_alone(header: str) -> None:
    pattern = read_text(f"{header}\n{RLE}")
    assert pattern == read_text(f"x = 3, y = 3\n{RLE}")
    assert len(pattern.warnings) == 1


def test_three_numbers_before_cells_are_a_rule() -> None:
    pattern = read_text("345/2/4\n.A$..B$3A!\n")
    assert (str(pattern.rule), pattern.population) == ("345/2/4", 5)


def test_a_size_that_is_larger_than_the_cells() -> None:
    pattern = read_text(f"height = 7\n{RLE}")
    assert (pattern.width, pattern.height) == (3, 7)


@pytest.mark.parametrize(
    "text",
    [
        f"`{WHOLE} {RLE.strip()}`",
        f"try `{WHOLE} {RLE.strip()}` now",
        f"({WHOLE} {RLE.strip()})",
        f"**{WHOLE}**\n{RLE}",
        f"_{WHOLE}_\n{RLE}",
        f"``{WHOLE}``\n``{RLE.strip()}``",
        f'He says "{WHOLE}\n{RLE}"',
        f"In HighLife: {WHOLE} {RLE.strip()} is a glider",
        f"rule = B36/S23\n\n`{RLE.strip()}`",
    ],
)
def test_inline_code_and_words(text: str) -> None:
    pattern = read_text(text)
    assert (str(pattern.rule), pattern.population) == ("B36/S23", 5)


@pytest.mark.parametrize("word", ["try", "see", "post", "wow", "just"])
def test_words_around_cells(word: str) -> None:
    assert read_text(f"{word} {RLE.strip()} please").population == 5


@pytest.mark.parametrize(
    ("text", "column"),
    [
        (f"HighLife\n{RLE}", 1),
        (f"HighLife glider: {RLE}", 1),
        (f"high life: {RLE}", 1),
        (f"23/36\n{RLE}", 1),
        (f"a glider in B36/S23\n{RLE}", 13),
        (f"b36s23 glider: {RLE}", 1),
        (f"The rule is B36/S23.\n\n{RLE}", 13),
        (f"#C rule = B36/S23\n{RLE}", 11),
        (f"rule = B36/S23\n[code]{RLE}[/code]", 8),
        (f"! B36/S23\n{ROWS}", 3),
    ],
)
def test_a_rule_that_is_not_read_is_named(text: str, column: int) -> None:
    pattern = read_text(text)
    assert str(pattern.rule) == "B3/S23"
    (warning,) = pattern.warnings
    assert (warning.line, warning.column) == (1, column)
    sentence = "the rule B36/S23 that stands here is not read; the cells are read under B3/S23"
    assert warning.message == sentence


@pytest.mark.parametrize(
    "text",
    [
        f"x = 3, y = 3, rule = B3/S23\n{RLE}works in B36/S23 too\n",
        f"A glider of Life (B3/S23), unlike B36/S23\n\n{RLE}",
        f"Glider\n{RLE}",
        f"10 cells of x and y\n\n{RLE}",
        f"Some Rule Of Thumb\n\n{RLE}",
    ],
)
def test_nothing_is_said_of_other_words(text: str) -> None:
    assert not read_text(text).warnings


def test_another_rule_that_is_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "glider.txt"
    path.write_text(f"HighLife\n{RLE}")
    assert main(["convert", str(path), "-", "--rule", "B2/S"]) == 0
    assert not capsys.readouterr().err


def test_rows_below_a_header() -> None:
    for header in (WHOLE, "rule = B36/S23", "B36/S23"):
        pattern = read_text(f"{header}\n{ROWS}")
        assert pattern == read_text(f"!Rule: B36/S23\n{ROWS}")
    with pytest.raises(
        UserError, match=r"^<text>:1:1: the header gives the size x = 4, y = 3, but"
    ):
        read_text(f"x = 4, y = 3\n{ROWS}")


def test_several_patterns_with_headers(tmp_path: Path) -> None:
    path = tmp_path / "two.rle"
    path.write_text(f"y = 3, rule = B36/S23\n{RLE}x = 3, y = 3,\nrule = B2/S\n{RLE}")
    first, second = read_all(path)
    assert [str(first.rule), str(second.rule)] == ["B36/S23", "B2/S"]
    assert [warning.line for warning in second.warnings] == [3]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"rule = B3x/S23\n{RLE}", "1:8: invalid rule 'B3x/S23'"),
        (f"rule = B2o3/S23H\n{RLE}", "hexagonal rules whose numbers have letters"),
        (f"x = 3, y = 3, rule =\n{RLE}", "1:21: the rule is empty"),
        (f"x = 3, y = 3, gen = 5\n{RLE}", "1:13: invalid header"),
        ("y = 3, rule = B36/S23\n", "1:1: the format is not recognised"),
        ("rule = B36/S23\n0 1 0\n0 0 1\n1 1 1\n", "1:1: the format is not recognised"),
    ],
)
def test_what_is_rejected(text: str, sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        read_text(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [ROWS, ROWS.replace("O", "o"), ROWS.replace("O", "X"), ROWS.translate({46: "0", 79: "1"})],
)
def test_lines_whose_ends_are_doubled(text: str) -> None:
    """The terminal multiplexer tmux pastes both characters of a line end as one."""
    pattern = read_text(text.replace("\n", "\r\r"))
    assert pattern == read_text(text)
    assert [str(each) for each in pattern.warnings][-1] == (
        "2:1: every other line is blank; all rows are read as one picture"
    )
