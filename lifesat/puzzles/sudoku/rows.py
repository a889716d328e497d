"""The lines of a text as rows of a Sudoku: which characters are cells."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lifesat.formats.errors import FormatError
from lifesat.puzzles.sudoku.problem import SIZES, SYMBOLS

WHOLE = tuple(size * size for size in SIZES)
"""The numbers of cells of whole Sudokus."""

_EMPTY = frozenset(".0_*")
NAMES_OF_NOTHING = ("None", "null", "NULL", "nil", "NaN", "nan")
"""Names of empty cells in lists."""
_NUMBERS = {letter: number for number, letter in enumerate(SYMBOLS, 1)} | {
    letter.lower(): number for number, letter in enumerate(SYMBOLS, 1)
}
# The name of an empty cell between commas, for messages.
_NOTHING = "nothing between commas"
# Rulers between rows; - and = are never cells, but the corners . and * can be.
_PLAIN_RULER = re.compile(r"[-=+|\s]*")
_CORNERED_RULER = re.compile(r"\s*[.:'*+|](?:[-=]{2,}[.:'*+|])+\s*")
# "Grid 01" before each Sudoku of a collection.
_TITLE = re.compile(r"\s*(?:grid|puzzle|sudoku|game|board)\b[\s:.0-9]*", re.IGNORECASE)
_NO_CELLS = (_PLAIN_RULER, _CORNERED_RULER, _TITLE)
_SECTION = re.compile(r"\[(\s*[^\W\d][^\]]*)\]")
# What stands between commas, without spaces and bars around it.
_FIELD = re.compile(r"[^\s|](?:.*[^\s|])?")
# Sections with a player's work on the Sudoku.
_LEFT_OUT = ("state", "pencilmarks")

# A cell as it is written, and its column.
_Token = tuple[str, int]


class Row(NamedTuple):
    """A line with cells."""

    line: int
    # The number of its section of the file.
    section: int
    # The cells as they are written, "" where nothing stands between commas.
    words: list[str]
    columns: list[int]
    # The column after the last cell.
    end: int
    # The same cells in the solution beside the Sudoku, if there is one.
    solution: Sequence[str] = ()

    def cells(self) -> list[int]:
        """Return the numbers of the cells, 0 for an empty one."""
        pairs = zip(self.words, self.columns, strict=True)
        return [_value(word, self.line, column) for word, column in pairs]

    def blanks(self, cells: list[int]) -> set[str]:
        """Return how the empty cells are written; `cells` are the numbers of the cells."""
        numbers = zip(self.words, cells, strict=True)
        # "00" is a 0 as well.
        return {
            word if word in NAMES_OF_NOTHING else word[:1] or _NOTHING
            for word, number in numbers
            if not number
        }

    def check_solution(self, cells: list[int]) -> None:
        """Reject a solution beside the Sudoku that contradicts its cells."""
        for word, cell, column in zip(self.solution, cells, self.columns, strict=False):
            if _value(word, self.line, column) not in (cell, 0) and cell:
                message = f"the cell is {cell} here and {word} in the solution beside the Sudoku"
                raise FormatError(message, self.line, column, hint="correct one, or leave it out")


def rows(text: str) -> Iterator[Row]:
    """Yield the lines that have cells.

    Notes, rulers, and the sections of .sdk files for a player's work are left out. Raises
    FormatError at a section of an unknown kind.
    """
    section = 0
    left_out = False
    for number, noted in enumerate(text.split("\n"), 1):
        line = noted.partition("#")[0].rstrip()
        if name := _SECTION.fullmatch(line.strip()):
            section += 1
            kind = name[1].strip().lower()
            left_out = kind in _LEFT_OUT
            if not left_out and kind != "puzzle":
                hint = "the Sudoku is in [Puzzle]; [State] and [PencilMarks] are left out"
                column = line.index("[") + 1
                raise FormatError(f"unknown section [{name[1]}]", number, column, name[1], hint)
        elif not (left_out or any(nothing.fullmatch(line) for nothing in _NO_CELLS)):
            words, columns = map(list, zip(*split(line), strict=True))
            yield Row(number, section, words, columns, len(line) + 1)


def split(text: str) -> list[_Token]:
    """Split a line into cells and their columns."""
    if "," in text or ";" in text:
        fields = _fields(text)
        if any(not word for word, _ in fields):
            return fields
        text = re.sub("[,;]", " ", text)
    tokens = [(match[0], match.start() + 1) for match in re.finditer(r"[^\s|]+", text)]
    if len(tokens) in SIZES[1:] + WHOLE[1:] and all(_is_number(word) for word, _ in tokens):
        return tokens
    left_out = _joint(tokens[0][0]) if len(tokens) == 1 else ""
    return [
        (symbol, column + place)
        for word, column in tokens
        for place, symbol in enumerate(word)
        if symbol != left_out
    ]


def _fields(text: str) -> list[_Token]:
    """Return what stands between commas or semicolons; the last one may end the row."""
    fields = []
    start = 1
    for field in re.split("[,;]", text):
        word = _FIELD.search(field)
        fields.append((word[0], start + word.start()) if word else ("", start))
        start += len(field) + 1
    if not fields[-1][0] and len(fields) > 2 and len(fields) not in SIZES + WHOLE:
        fields.pop()
    return fields


def _joint(word: str) -> str:
    """Return the character that joins the rows of a whole Sudoku, or "".

    With the joints between rows, the number of characters is not the number of cells of any Sudoku.
    """
    for joint in "./:-":
        lengths = {len(row) for row in word.split(joint)}
        if lengths == {word.count(joint) + 1} and lengths <= set(SIZES[1:]):
            return joint
    return ""


def _is_number(word: str) -> bool:
    return word in _EMPTY or (len(word) <= 2 and word.isascii() and word.isdigit())


def _value(word: str, line: int, column: int) -> int:
    """Return the number of a cell, 0 if it is empty."""
    if not word or word in _EMPTY or word in NAMES_OF_NOTHING:
        return 0
    if _is_number(word):
        return int(word)
    if word not in _NUMBERS:
        hint = "cells are 1 to 9 and A to Z, or one of . 0 _ * where empty"
        raise FormatError(f"invalid cell {word!r}", line, column, word, hint)
    return _NUMBERS[word]
