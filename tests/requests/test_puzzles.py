"""Puzzles: read, and the one that is meant."""

from pathlib import Path

import pytest

from lifesat.errors import UserError
from lifesat.problems.puzzles.sokoban import text as sokoban
from lifesat.problems.puzzles.sudoku_reading import read
from lifesat.requests.puzzles import chosen_puzzle, only_puzzle, puzzles_of_text, read_puzzles

ONE = "1...............\n"
LEVEL = "#####\n#@$.#\n#####\n"


def test_a_file_and_a_text_are_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text(ONE)
    assert read_puzzles(read, str(path)) == puzzles_of_text(read, ONE)


def test_errors_name_the_file_or_the_text(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text("1..x............\n")
    with pytest.raises(UserError, match=r"in\.txt:1:4: "):
        read_puzzles(read, str(path))
    with pytest.raises(UserError, match=r"^text:1:4: "):
        puzzles_of_text(read, path.read_text())


def test_the_only_puzzle() -> None:
    assert only_puzzle(puzzles_of_text(read, ONE), "in", "Sudoku").line == 1
    with pytest.raises(UserError, match=r"^in:2: a second Sudoku; a search is for one$"):
        only_puzzle(puzzles_of_text(read, ONE * 2), "in", "Sudoku")


def test_the_puzzle_with_a_number() -> None:
    entries = puzzles_of_text(sokoban.read, f"{LEVEL}\n{LEVEL}")
    assert chosen_puzzle(entries, 2, "in", "level").line == 5
    assert chosen_puzzle(entries[:1], None, "in", "level").line == 1
    with pytest.raises(UserError, match=r"^in: 2 levels; choose one by its number$"):
        chosen_puzzle(entries, None, "in", "level")
    with pytest.raises(UserError, match=r"^in: no level 3; there are 2 levels$"):
        chosen_puzzle(entries, 3, "in", "level")
    with pytest.raises(UserError, match=r"^in: no level 2; there is 1 level$"):
        chosen_puzzle(entries[:1], 2, "in", "level")
