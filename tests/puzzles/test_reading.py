"""Puzzles: read, and the one that is meant."""

from pathlib import Path

import pytest

from lifesat.errors import UserError
from lifesat.puzzles.reading import Puzzles, puzzles_of_file
from lifesat.puzzles.sokoban import text as sokoban
from lifesat.puzzles.sudoku.reading import parts

pytestmark = pytest.mark.quick

ONE = "1...............\n"
NINE = f"{'1':.<81}\n"
LEVEL = "#####\n#@$.#\n#####\n"


def test_a_file_and_a_text_are_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text(ONE)
    assert puzzles_of_file(parts, str(path)).all() == Puzzles(parts, ONE).all()


def test_errors_name_the_file_or_the_text(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text("1..x............\n")
    with pytest.raises(UserError, match=r"in\.txt:1:4: "):
        puzzles_of_file(parts, str(path)).all()
    with pytest.raises(UserError, match=r"^text:1:4: "):
        Puzzles(parts, path.read_text()).only("Sudoku")


def test_the_only_puzzle() -> None:
    assert Puzzles(parts, ONE, "in").only("Sudoku").line == 1
    with pytest.raises(UserError, match=r"^in:2: a second Sudoku; a search is for one$"):
        Puzzles(parts, ONE * 2, "in").only("Sudoku")


def test_the_puzzle_with_a_number() -> None:
    two = Puzzles(sokoban.parts, f"{LEVEL}\n{LEVEL}", "in")
    one = Puzzles(sokoban.parts, LEVEL, "in")
    assert two.chosen(2, "level").line == 5
    assert one.chosen(None, "level").line == 1
    with pytest.raises(UserError, match=r"^in: 2 levels; choose one by its number$"):
        two.chosen(None, "level")
    with pytest.raises(UserError, match=r"^in: no level 3; there are 2 levels$"):
        two.chosen(3, "level")
    with pytest.raises(UserError, match=r"^in: no level 2; there is 1 level$"):
        one.chosen(2, "level")
    with pytest.raises(UserError, match=r"^in: no level 1000000000000000000000; there is 1 level$"):
        one.chosen(10**21, "level")


@pytest.mark.parametrize("odd", ["#####\n#@x.#\n#####\n", "#####\n#@ .#\n#####\n", "##\n", "5#2\n"])
def test_a_level_is_read_whatever_is_wrong_with_others(odd: str) -> None:
    first = Puzzles(sokoban.parts, f"{LEVEL}\n{odd}", "in")
    last = Puzzles(sokoban.parts, f"{odd}\n{LEVEL}", "in")
    assert first.chosen(1, "level").line == 1
    assert last.chosen(2, "level").level == first.chosen(1, "level").level
    for puzzles, number in ((first, 2), (last, 1)):
        with pytest.raises(UserError, match=r"^in:\d+:\d+: "):
            puzzles.chosen(number, "level")
        with pytest.raises(UserError, match=r"^in:\d+:\d+: "):
            puzzles.all()


@pytest.mark.parametrize(
    ("text", "number", "line"),
    [
        (f"x{NINE[1:]}{NINE}", 2, 2),
        (f"?{NINE[1:]}{NINE}", 2, 2),
        (f"{NINE[:-2]}0\n{NINE}", 2, 2),
        (f"{ONE}{ONE}1.\n", 2, 2),
        (f"{ONE}12..\n....\n", 1, 1),
        ("9...\n....\n....\n....\n1...\n....\n....\n....\n", 2, 5),
    ],
)
def test_a_sudoku_is_read_whatever_is_wrong_with_others(text: str, number: int, line: int) -> None:
    puzzles = Puzzles(parts, text, "in")
    assert puzzles.chosen(number, "Sudoku").line == line
    with pytest.raises(UserError, match=r"^in:\d+:\d+: "):
        puzzles.all()


def test_a_number_is_not_guessed_where_the_rows_of_a_sudoku_are_not_clear() -> None:
    # The third row of the first Sudoku is short.
    text = "12..\n....\n..\n...4\n\n1...\n....\n....\n....\n"
    for number in (1, 2, 3):
        with pytest.raises(UserError, match=r"^in:3:3: 2 cells in row 3 of a 4x4 Sudoku"):
            Puzzles(parts, text, "in").chosen(number, "Sudoku")
