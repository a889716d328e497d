"""Soups, large enough to be searched strip by strip, and parts of their predecessors."""

import numpy as np

from lifesat.life.evolution import evolve
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Partial
from lifesat.queries.sentences import strip_line


def _cells(height: int, width: int) -> np.ndarray:
    """Return random cells, dead at the edges."""
    return np.pad(np.random.default_rng(5).random((height, width)) < 0.4, 1).astype(np.uint8)


def soup(height: int, width: int) -> Predecessor:
    """Return the parents of what a random soup becomes."""
    return Predecessor(Pattern.from_array(evolve(_cells(height, width), LIFE, 1)))


def drawing(height: int, width: int) -> Predecessor:
    """Return the predecessors of a block among dead cells."""
    cells = np.zeros((height + 2, width + 2), dtype=np.uint8)
    cells[height // 2 :, width // 2 :][:2, :2] = 1
    return Predecessor(Pattern.from_array(cells))


def partial_of(problem: Predecessor, row: int) -> Partial:
    """Return the first rows of a soup, or its first columns, as strips reach them."""
    height, width = problem.target.height - 2, problem.target.width - 2
    board = np.pad(_cells(height, width), 1)
    lines = board.T if strip_line(problem) == "column" else board
    lines[row:] = UNKNOWN
    return Partial(row, len(lines) + 2, board, problem)
