"""What readers accept with a warning, and what they reject with the place."""

from pathlib import Path

import pytest

from lifesat import read_text
from lifesat.cli import main
from lifesat.errors import UserError

GLIDER = "bo$2bo$3o!\n"


def warned(text: str, **options: str) -> list[str]:
    return list(map(str, read_text(text, **options).warnings))  # type: ignore[arg-type]


# ---------------------------------------------------------------- capitals in headers


@pytest.mark.parametrize(
    ("header", "keys"),
    [
        ("x = 3, Y = 3, RULE = B36/S23", ["1:8: Y", "1:15: RULE"]),
        ("x = 3, y = 3, Rule = B36/S23", ["1:15: Rule"]),
        ("x = 3, Y = 3, rule = B36/S23", ["1:8: Y"]),
        ("  x=3,Y=3,rule=b36s23", ["1:7: Y"]),
        ("x = 3, y = 3, rule = B36/S23", []),
    ],
)
def test_capitals_in_a_header(header: str, keys: list[str]) -> None:
    pattern = read_text(f"{header}\n{GLIDER}")
    assert pattern.rule.name == "B36/S23"
    assert (pattern.width, pattern.height, pattern.population) == (3, 3, 5)
    assert warned(f"{header}\n{GLIDER}") == [
        f"{key} is read as {key.rpartition(' ')[2].lower()}; other programs expect lower case"
        for key in keys
    ]
    assert warned(f"{header}\n{GLIDER}", format="rle") == warned(f"{header}\n{GLIDER}")


def test_a_wrong_header_in_capitals() -> None:
    with pytest.raises(UserError, match="1:7: invalid header; a header looks like: x = 3"):
        read_text(f"x = 3 RULES = 3\n{GLIDER}")


def test_a_header_begins_with_a_small_x() -> None:
    """Golly takes the line for cells: X is one of the states of rules with many."""
    with pytest.raises(UserError, match=r"1:1: .*header starts with x; write x = and y = in lower"):
        read_text(f"X = 3, Y = 3, rule = B3/S23\n{GLIDER}")


# ---------------------------------------------------------------- letters that mark cells


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("x = 3, y = 1\nxoo!\n", "2:1: 'x'"),
        ("x = 3, y = 2\n2ob$\noyz!\n", "3:2: 'y'"),
        ("x = 3, y = 1\n#C x y z\no2z!\n", "3:3: 'z'"),
        ("x = 4, y = 2\nobo$\n  # xyz\n3o\nx!\n", "5:1: 'x'"),
    ],
)
def test_the_first_marked_cell_is_named(text: str, place: str) -> None:
    said = f"{place} is read as a live cell, and so are all further x, y and z"
    assert warned(text) == [said]


@pytest.mark.parametrize(
    "text",
    [
        "x = 3, y = 1\n3o!\nxyz\n",
        "#C xyz\nx = 3, y = 1\n#N xyz\n3o!\n",
        "x = 2, y = 1, rule = 23/3/256\nxAyA!\n",
    ],
)
def test_other_letters_are_no_marked_cells(text: str) -> None:
    assert not warned(text)


# ---------------------------------------------------------------- bounded grids

GRIDS = {
    "x = 12, y = 3, rule = B3/S23:T10,10\n12o$o$o!\n": "1:30",
    "x = 3, y = 12, rule = B3/S23:P10,10\no11$o!\n": "1:30",
    "#r B3/S23:T5\nx = 12, y = 3, rule = B3/S23:K10*,10\n12o$o$o!\n": "2:30",
    "#r B3/S23:T5\nx = 12, y = 3\n12o!\n": "1:11",
    "x = 12, y = 1, rule = LifeHistory:S10\n12A!\n": "1:35",
    "!Name: T:T1\n!Rule: B3/S23:T4,4\nOOOOO\n": "2:15",
    "#Life 1.05\n#R B3/S23:C4,4\n#P 0 0\n*****\n": "2:11",
    "[M2]\n#R B3/S23:T2,2\n***$\n": "2:11",
    "#MCell 4.00\n#GAME Life\n#BOARD 4x4\n#L 5A\n": "3:8",
}


@pytest.mark.parametrize("text", GRIDS)
def test_a_pattern_larger_than_its_grid(text: str) -> None:
    with pytest.raises(UserError, match=r"larger than its grid :.*; --clip cuts it") as reported:
        read_text(text)
    assert str(reported.value).startswith(f"<text>:{GRIDS[text]}: the pattern has ")


@pytest.mark.parametrize(
    "text",
    [
        "x = 10, y = 10, rule = B3/S23:T10,10\n10o9$o!\n",
        "x = 40, y = 40, rule = B3/S23:T10,10\n10o!\n",
        "x = 10, y = 1, rule = B3/S23:T0,10\n999o!\n",
        "x = 10, y = 1, rule = B3/S23:T10,10\n!\n",
        "#CXRLE Pos=90,90\nx = 10, y = 1, rule = B3/S23:T10,10\n10o!\n",
    ],
)
def test_a_pattern_that_its_grid_holds(text: str) -> None:
    assert read_text(text).grid


def test_convert_and_searches_refuse_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    large, small = tmp_path / "large.rle", tmp_path / "small.rle"
    large.write_text("x = 12, y = 1, rule = B3/S23:T10,10\n12o!\n")
    small.write_text("x = 12, y = 1, rule = B3/S23\n12o!\n")
    for words in (["convert"], ["convert", "--check"], ["predecessors"], ["count"], ["orphan"]):
        assert main([*words, str(large)]) == 2
        assert f"{large}:1:30: the pattern has 12 x 1 cells, larger" in capsys.readouterr().err
    assert main(["convert", str(small), "--rule", "B3/S23:T10,10"]) == 2
    assert (
        "12 x 1 cells, larger than its grid :T10,10; give --rule a larger"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("text", "rule", "said"),
    [
        ("x = 3, y = 3\n#r 23/36\nbo$2bo$3o!\n", "B36/S23", ()),
        ("x = 3, y = 3\n#C a!\n\n#r 23/36\nbo$2bo$3o!\n", "B36/S23", ()),
        (
            "x = 3, y = 3, rule = B36/S23\n#r 23/3\n3o!\n",
            "B36/S23",
            ("the header's rule is used, B36/S23; Golly 3 takes this one",),
        ),
        (
            "#R 23/36\nx = 3, y = 3\n3o!\n",
            "B3/S23",
            ("#R is not read as a rule; write #r B36/S23",),
        ),
        ("#R 23/36\nx = 3, y = 3, rule = b36s23\n3o!\n", "B36/S23", ()),
        ("#R 4 5\n3o!\n", "B3/S23", ()),
        ("#R my own words\n3o!\n", "B3/S23", ()),
        (
            "#Life 1.06\n#R 36/125\n1 0\n",
            "B125/S36",
            ("the rule is read, although Life 1.06 has none",),
        ),
        ("#Life 1.06\n#R no rule, but words\n1 0\n", "B3/S23", ()),
    ],
)
def test_rules_in_lines_of_their_own(text: str, rule: str, said: tuple[str, ...]) -> None:
    pattern = read_text(text)
    assert pattern.rule.name == rule
    assert tuple(warning.message for warning in pattern.warnings) == said


def test_comments_after_the_header_are_kept() -> None:
    pattern = read_text("#C a\nx = 3, y = 1\n#N name\n#C b\n3o!\n")
    assert (pattern.name, pattern.comments) == ("name", ("a", "b"))
