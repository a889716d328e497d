"""Sudokus: their solutions and how many there are."""

import re
from itertools import repeat
from math import isqrt
from typing import Any, ClassVar

import numpy as np

from lifesat.errors import UserError
from lifesat.problems.problem import Boards
from lifesat.puzzles.reading import Puzzles
from lifesat.puzzles.sudoku.problem import SYMBOLS, Sudoku
from lifesat.puzzles.sudoku.reading import Puzzle
from lifesat.puzzles.sudoku.reading import parts as sudoku_parts
from lifesat.queries.count_solutions import ByListing, CountByListing, Uniqueness

from ..board.pictures import Picture, Styled
from ..kinds.fields import FIELDS, FormField, Values, form, of_option
from ..kinds.kind import Display, Step
from ..kinds.targets import counted_words
from .puzzle import PUZZLE, PuzzleKind, puzzle_effort

NUMBER = of_option("puzzle", "number", "which of several; empty: the only one")
# What stands between cells, and the cells of grids that most people have.
_BETWEEN = re.compile(r"[\s|,+=-]|#.*")
_CELLS = re.compile(r"[0-9._*]+")
_WHOLE = 81
_WIDTHS = (4, 9, 16, _WHOLE)
# A pattern has none of them.
_NUMBERS = frozenset("23456789")
EFFORT = puzzle_effort("sudoku.encoding", Sudoku.encodings[0], FIELDS["solver"])
_CLUE = "bold default"


class SudokuDisplay(Display[Sudoku]):
    """A grid, in which the clues stand out."""

    measure = ""
    cellwise = False

    def history(self, problem: Sudoku, board: Boards) -> list[Picture]:
        """Return the grid, in which the clues stand out."""
        text = drawn(board)
        clues = (np.array(problem.clues) > 0).ravel().tolist()
        spans = [
            (_CLUE, y, found.start(), found.end())
            for y, line in enumerate(text.splitlines())
            if "─" not in line
            for found in re.finditer(r"[^\s│]+", line)
            if clues.pop(0)
        ]
        return [Styled(text, spans)]

    def target(self, problem: Sudoku) -> tuple[str, Picture]:
        """Return the clues."""
        return "clues", Styled(drawn(np.array(problem.clues)), ())


class Sudokus(PuzzleKind[Sudoku]):
    """The solutions of a Sudoku."""

    name = "sudoku"
    description = "the solutions of a Sudoku"
    details = "Every way to fill the grid, or the first ones; of up to 49x49 cells."
    emblem = "12│34\n34│12\n──┼──\n21│43\n43│21"
    command = "sudoku"
    problem_class = Sudoku
    read_noun = "clues"
    number = NUMBER.name
    parts = staticmethod(sudoku_parts)
    display = SudokuDisplay()
    fields = (*PUZZLE, NUMBER, *form("limit time_limit"), *EFFORT)

    def takes(self, values: Values) -> dict[str, str]:
        """Read the Sudokus, but reject a list of 0 and 1, which is the cells of a pattern."""
        text = values["text"] or ""
        if text.lstrip().startswith(("[", "(")) and not set(text) & _NUMBERS:
            raise UserError("this is a list of the cells of a pattern")
        return super().takes(values)

    def resembles(self, text: str) -> bool:
        """Return whether half of the lines are rows of a Sudoku or whole Sudokus."""
        lines = [line for line in map(_BETWEEN.sub, repeat(""), text.splitlines()) if line]
        rows = [line for line in lines if len(line) in _WIDTHS and _CELLS.fullmatch(line)]
        numbered = any(set(row) & _NUMBERS for row in rows)
        enough = len(rows) > 2 or any(len(row) == _WHOLE for row in rows)
        return numbered and enough and 2 * len(rows) >= len(lines)

    def chosen(self, puzzles: Puzzles[Puzzle], values: Values) -> Sudoku:
        """Return the Sudoku with the given number."""
        return puzzles.chosen(values.get("puzzle"), "Sudoku").sudoku

    def texts_of(self, problem: Sudoku) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        lines = drawn(np.array(problem.clues)).splitlines()
        rows = [line.replace("·", ".").replace("│", "|") for line in lines if "─" not in line]
        return {"text": "".join(f"{row}\n" for row in rows)}

    def draw(self, subject: Sudoku) -> tuple[Picture, str]:
        """Return the clues."""
        return Styled(drawn(np.array(subject.clues)), ()), f"{subject.size}x{subject.size}"


def drawn(board: Boards) -> str:
    """Return a grid as lines of text, with rules between its boxes.

    >>> print(drawn(np.array([[1, 2, 3, 4], [3, 4, 0, 0], [2, 0, 0, 0], [4, 3, 2, 1]])))
    1 2 │ 3 4
    3 4 │ · ·
    ────┼────
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
    lines = [" │ ".join(row) for row in boxes]
    parts = [len(box) for box in boxes[0]]
    rule = "─┼─".join("─" * part for part in parts)
    bands = ("\n".join(lines[y : y + side]) for y in range(0, len(lines), side))
    return f"\n{rule}\n".join(bands)


_QUESTION = FormField(
    "question", "question", "a count of many takes long", "count", ("count", "unique")
)


class SudokuAnswerDisplay(SudokuDisplay):
    """The answer beside the clues, or the clues alone."""

    answer_title = "clues"

    def answer_steps(self, query: Any, state: Any) -> list[Step]:
        """Return the answer beside the clues, or the clues alone."""
        clues = drawn(np.array(query.problem.clues))
        if isinstance(query, CountByListing) and state.answered:
            words = counted_words(state.found, {}, query.problem.noun)
            return [Step(words, "count", (self.answer_title, clues))]
        return [Step(clues, self.answer_title)]


class SudokuCount(Sudokus):
    """The number of solutions, or whether there is exactly one."""

    name = "sudoku count"
    description = "the number of solutions"
    details = "How many ways there are to fill a grid, or whether there is exactly one."
    emblem = "1·│··\n·3│··\n──┼──\n··│4·\n··│·1"
    queries = (ByListing,)
    chosen_by = _QUESTION.name
    choices: ClassVar = {
        "count": (CountByListing, "--count"),
        "unique": (Uniqueness, "--unique"),
    }
    display = SudokuAnswerDisplay()
    fields = (*PUZZLE, NUMBER, _QUESTION, *form("time_limit"), *EFFORT)
