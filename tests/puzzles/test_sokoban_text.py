"""Sokoban levels as text."""

import re

import pytest

from lifesat.formats.errors import FormatError
from lifesat.puzzles.sokoban.text import parts, read

pytestmark = pytest.mark.quick

SMALLEST = "#####\n#@$.#\n#####\n"


def test_many_levels_in_one_text() -> None:
    text = (
        "A collection\n\n; 1\n\n" + SMALLEST + "\n'Second'\n\n#####\n#.$@#\n#####\n"
        "Title: Third? No, second\nAuthor: nobody\n\n----------\n\n"
        + SMALLEST
        + "\nTitle: Last\n\n"
        + SMALLEST.replace(" ", "-")
    )
    entries = read(text)
    assert [entry.line for entry in entries] == [5, 11, 19, 25]
    assert [entry.title for entry in entries] == ["1", "Third? No, second", "", "Last"]


@pytest.mark.parametrize(
    "text",
    [
        "######\n#@ $.#\n######",
        "######\n#@_$.#\n######\n",
        "\t\n6#\n#@-$.#\n6#\n",
        "6#|#@-$.#|6#",
        "2(3#)|#@1-$.#|3(2#)|",
        "  \n-\n######  \n#@-$.#\n######  # $ .\n",
        "6#\n#@ $.#\n######",
        "######\n#p bo#\n######",
        "6#|#p-bo#|6#",
        "6#|#@ $.#|6#|",
        "######|\n#@ $.#|\n######|",
        "bob\n6#\n#p-b1o#\n2(3#)\npop",
        "Pb\n\n######\n#p_$o#\n######b",
    ],
)
def test_ways_of_writing(text: str) -> None:
    (entry,) = read(text)
    assert [row[:6] for row in entry.level.rows if "#" in row] == ["######", "#@ $.#", "######"]
    assert "$" not in "".join(row[6:] for row in entry.level.rows)


def test_an_invalid_row_does_not_change_the_numbers_of_the_levels_after_it() -> None:
    for odd in ("x@$.#", "?#@$.#", "a#"):
        text = f"; 1\n\n#####\n{odd}\n#####\n\n{SMALLEST}; #2\n{SMALLEST}\n---\n; #3\n{SMALLEST}"
        first, second, third, fourth = parts(text)
        assert (first.line, second.line, third.line, fourth.line) == (3, 7, 11, 17)
        assert second.read().level == third.read().level == fourth.read().level
        with pytest.raises(FormatError, match=f"^4:1: invalid square '{re.escape(odd[0])}'"):
            first.read()


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("#####\n#Pb #\n#####", ("#####", "#+$ #", "#####")),
        ("#######\n#PBbo-#\n#######", ("#######", "#+*$. #", "#######")),
        ("7#|#2o2-bp#|#3-b2-#|7#", ("#######", "#..  $@#", "#   $  #", "#######")),
        # Outside the walls.
        ("b#####\no#pbo#\n-#####\n", (" #####", " #@$.#", " #####")),
    ],
)
def test_letters_for_player_boxes_and_goals(text: str, rows: tuple[str, ...]) -> None:
    assert [entry.level.rows for entry in read(text)] == [rows]


@pytest.mark.parametrize(
    "text",
    [
        "######\n#&B .#\n######\n",
        "\t######\n\t#@$ .#\n\t######\n",
        "  \t######\n  \t#@$ .#\n  \t######\n",
        "<a><Level><L>######</L><L>#@$ .#</L><L>######</L></Level></a>",
    ],
)
def test_other_ways_to_write_a_level(text: str) -> None:
    assert [entry.level.rows for entry in read(text)] == [("######", "#@$ .#", "######")]


def test_goals_where_an_ampersand_is_the_player() -> None:
    (entry,) = read("#####\n#%BX#\n# - #\n#####\n")
    assert entry.level.rows == ("#####", "#+$*#", "#   #", "#####")


def test_levels_in_xml() -> None:
    level = "".join(f"  <L>{row}</L>\n" for row in ("#####", "#@$.#", "#####"))
    text = f'<?xml version="1.0"?>\n<a>\n<Level Id="A &amp; B" Width="5">\n{level}</Level>\n'
    text += f"<Level Id='2'>\n{level}</Level>\n</a>\n"
    assert [(entry.line, entry.title) for entry in read(text)] == [(4, "A & B"), (9, "2")]


def test_titles_are_no_rows_although_they_have_the_letters_of_squares() -> None:
    level = "#####\n#pbo#\n#####\n"
    text = f"Bob\n{level}pop\n\n; b #1\n\n{level}Title: Po\n\npop #2\n{level}"
    assert [(entry.line, entry.title) for entry in read(text)] == [
        (2, "Bob"),
        (9, "Po"),
        (15, "pop #2"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "no level found; a level consists of # (wall), @"),
        ("Some words\n-----\n", 1, 1, "no level"),
        ("; 1\n\n#####\n# $.#\n#####\n", 3, 1, "the level has no player; write @, or +"),
        ("#####\n#@$.#\n#+  #\n#####\n", 3, 2, "second player; a level has one"),
        ("####\n#@.#\n####\n", 1, 1, "the level has no box; write $, or *"),
        (
            "######\n#@$$.#\n######\n",
            2,
            3,
            "2 boxes and 1 goal; the squares that the player can reach",
        ),
        ("######\n#@$$.###\n######.#\n", 2, 3, "2 boxes and 1 goal"),
        ("#####\n#@$.\n#####\n", 2, 4, "the player could leave the level here; walls (#)"),
        ("#####\n#@$.#\n## ##\n", 3, 3, "the player could leave the level here"),
        ("#####\n#@x.#\n#####\n", 2, 3, "invalid square 'x'; a level consists of"),
        ("#####\n#pxo#\n#####\n", 2, 3, "invalid square 'x'; a level consists of"),
        ("#####\n#pbo#\n#p  #\n#####\n", 3, 2, "second player; a level has one"),
        ("6#|#pbbo#|6#", 1, 6, "2 boxes and 1 goal"),
        ("5#|#pbo#|5#2", 1, 12, "count without a square; a letter must follow"),
        ("#####\n#pbo# 2\n#####\n", 2, 7, "invalid square '2'"),
        ("5#\n#@$.#\n5#2\n", 3, 3, "count without a square; a letter must follow"),
        ("5#|#@$.#|2(2#\n", 1, 11, "unmatched (; as in 2(#-)"),
        ("5#|#@$.#|2#)\n", 1, 12, "unmatched ); as in 2(#-)"),
        ("######\n#&$ .#\n######\n", 2, 2, "invalid square '&'; a level consists of # (wall)"),
        ("######\n#@$\t.#\n######\n", 2, 4, "invalid square '\\t'; write spaces"),
        ("\t ####\n  ###@ #\n\t#$ .#\n\t####\n", 1, 1, "invalid square '\\t'; write spaces"),
        ("+ + + +\n+ * @ X +\n+ + + +\n", 1, 1, "this level has walls of '+'; a level consists"),
        ("<a><Level><L>####</L>\n<L>#@x#</L></Level></a>", 2, 6, "invalid square 'x'"),
        ("<SokobanLevels></SokobanLevels>", 1, 1, "no level found"),
        ("99999999#\n", 1, 9, "the level is too large"),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert words in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
