"""The number of solutions of a Sudoku."""

from typing import Any

from .fields import TIME, FormField, Texts
from .of_puzzle import PUZZLE
from .sudoku import EFFORT, Sudokus

_COUNT, _UNIQUE = "count", "unique"
_QUESTION = FormField(
    "question", "question", "a count of many takes long", _COUNT, (_COUNT, _UNIQUE)
)


class SudokuCount(Sudokus):
    """The number of solutions, or whether there is exactly one."""

    name = "sudoku count"
    description = "the number of solutions"
    job = False
    negative = "the answer"
    fields = (*PUZZLE, _QUESTION, TIME, *EFFORT[:2])

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the words of the command line."""
        unique = texts[_QUESTION.name] == _UNIQUE
        return [*super().words(texts, subject), "--unique" if unique else "--count"]
