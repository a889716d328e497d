"""How many solutions a Sudoku has."""

from typing import Any

from .fields import TIME, FormField, Texts
from .of_puzzle import PUZZLE
from .sudoku import EFFORT, Sudokus

_HOW_MANY, _UNIQUE = "how many", "whether one"
_ASKED = FormField("asked", "asked", "to count many takes long", _HOW_MANY, (_HOW_MANY, _UNIQUE))


class SudokuCount(Sudokus):
    """The number of solutions, or whether it is none, one or several."""

    name = "sudoku count"
    about = "how many solutions a Sudoku has"
    job = False
    negative = "the answer"
    fields = (*PUZZLE, _ASKED, TIME, *EFFORT[:2])

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the words of the command line."""
        unique = texts[_ASKED.name] == _UNIQUE
        return [*super().words(texts, subject), "--unique" if unique else "--count"]
