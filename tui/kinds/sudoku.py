"""Sudokus."""

from math import isqrt
from typing import Any

import numpy as np

from lifesat.problems.problem import Boards
from lifesat.problems.puzzles.sudoku import SYMBOLS, Sudoku
from lifesat.problems.puzzles.sudoku_reading import Puzzle, read
from lifesat.requests.puzzles import only_puzzle

from ..pictures import Picture
from .fields import LIMIT, NAME, SOLVER, TIME, Values
from .of_puzzle import PUZZLE, OfPuzzle, puzzle_effort

EFFORT = puzzle_effort(Sudoku.encodings, SOLVER)


class Sudokus(OfPuzzle[Sudoku]):
    """The solutions of a Sudoku."""

    name = "sudoku"
    description = "the solutions of a Sudoku"
    command = "sudoku"
    problem_class = Sudoku
    read_noun = "clues"
    measure = ""
    fields = (NAME, *PUZZLE, LIMIT, TIME, *EFFORT)

    def puzzles(self, text: str) -> list[Puzzle]:
        """Return the Sudokus in a text."""
        return read(text)

    def chosen(self, puzzles: list[Puzzle], values: Values, source: str) -> Sudoku:  # noqa: ARG002
        """Return the only Sudoku."""
        return only_puzzle(puzzles, source, "Sudoku").sudoku

    def problem(self, values: Values, subject: Any) -> Sudoku:  # noqa: ARG002
        """Return the Sudoku."""
        sudoku: Sudoku = subject
        return sudoku

    def texts_of(self, problem: Sudoku) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        clues = drawn(np.array(problem.clues)).translate({ord("·"): ".", ord("│"): "|"})
        return {"text": f"{clues}\n"}

    def preview(self, subject: Any) -> tuple[Picture | None, str]:
        """Return the clues."""
        if not isinstance(subject, Sudoku):
            return None, ""
        return drawn(np.array(subject.clues)), f"{subject.size}x{subject.size}"

    def history(self, problem: Sudoku, board: Boards) -> list[Picture]:  # noqa: ARG002
        """Return the grid."""
        return [drawn(board)]

    def reference(self, problem: Sudoku, board: Boards) -> tuple[str, Picture]:  # noqa: ARG002
        """Return the clues."""
        return "clues", drawn(np.array(problem.clues))


def drawn(board: Boards) -> str:
    """Return a grid as lines of text, with bars between its boxes.

    Examples
    --------
    >>> print(drawn(np.array([[1, 2, 3, 4], [3, 4, 0, 0], [2, 0, 0, 0], [4, 3, 2, 1]])))
    1 2 │ 3 4
    3 4 │ · ·
    2 · │ · ·
    4 3 │ 2 1
    """
    side = isqrt(len(board))
    if len(board) > len(SYMBOLS):
        cells = [[f"{number or '·':>2}" for number in row] for row in board.tolist()]
    else:
        cells = [["·" if not number else SYMBOLS[number - 1] for number in row]
                 for row in board.tolist()]  # fmt: skip
    boxes = [[" ".join(row[x : x + side]) for x in range(0, len(row), side)] for row in cells]
    return "\n".join(" │ ".join(row) for row in boxes)
