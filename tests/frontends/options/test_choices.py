"""The names a user can choose from are those that the problems know."""

from typing import get_args

import pytest

from lifesat.frontends.input.objects import STILL_LIFE_PROBLEMS
from lifesat.frontends.options import table as choices
from lifesat.life.symmetry import SYMMETRY_GROUPS, TRANSFORMS
from lifesat.problems.life import eater
from lifesat.problems.life.surroundings import OUTSIDES
from lifesat.problems.life.window import Outside
from lifesat.puzzles import options as puzzle_options
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sudoku.problem import Sudoku

pytestmark = pytest.mark.quick


def test_choices() -> None:
    assert get_args(Outside) == choices.OUTSIDES
    assert choices.BLOCK_OUTSIDES == OUTSIDES
    assert tuple(SYMMETRY_GROUPS) == choices.SYMMETRIES
    assert choices.TRANSFORMS == TRANSFORMS
    assert choices.CORNERS == eater.CORNERS
    assert tuple(STILL_LIFE_PROBLEMS) == choices.STILL_LIFE_CLASSES
    assert Sudoku.encodings == puzzle_options.SUDOKU_ENCODINGS
    assert Sokoban.encodings == puzzle_options.SOKOBAN_ENCODINGS
