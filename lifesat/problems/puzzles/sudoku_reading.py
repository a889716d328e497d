"""Sudokus read from text."""

import re
from collections.abc import Sequence
from itertools import count, groupby
from math import isqrt
from typing import NamedTuple

from lifesat.formats.errors import FormatError
from lifesat.problems.puzzles.sudoku import SIZES, SYMBOLS, Sudoku

_EMPTY = frozenset(".0_*")
_NUMBERS = {letter: number for number, letter in enumerate(SYMBOLS, 1)} | {
    letter.lower(): number for number, letter in enumerate(SYMBOLS, 1)
}
_WHOLE = tuple(size * size for size in SIZES)


class Puzzle(NamedTuple):
    """A Sudoku of a text and the number of its first line."""

    line: int
    sudoku: Sudoku


class _Row(NamedTuple):
    """A line's cells, their columns and the one after them, and what the empty ones are."""

    line: int
    cells: list[int]
    columns: list[int]
    end: int
    blanks: frozenset[str]


def read(text: str) -> list[Puzzle]:
    """Return the Sudokus of a text.

    A Sudoku is one line with all its cells, or a line for each row. Cells are characters, 1 to 9
    and then A to Z, or numbers with spaces between them; one of ``.0_*`` is an empty cell. Spaces
    and bars between characters, rulers of ``-=+``, empty lines, and what follows a ``#`` mean
    nothing.

    Raises
    ------
    FormatError
        If there is no Sudoku, or if the text is invalid.
    """
    rows = [row for row in map(_row, text.split("\n"), count(1)) if row.cells]
    if not rows:
        raise FormatError(
            "no Sudoku found", 1, 1, hint="a 9x9 Sudoku is a line of 81 cells or 9 lines of 9"
        )
    puzzles: list[Puzzle] = []
    used = 0
    for width, run in groupby(rows, key=lambda row: len(row.cells)):
        same = list(run)
        used += len(same)
        if _in_one_line(same, width):
            puzzles += (_puzzle(_split(row)) for row in same)
            continue
        if width not in SIZES:
            raise _odd_width(same[0], puzzles)
        for start in range(0, len(same), width):
            part = same[start : start + width]
            if len(part) < width:
                _check_numbers(part, width)
                raise _unfinished(part, rows[used] if used < len(rows) else None)
            puzzles.append(_puzzle(part))
    return puzzles


def _row(text: str, line: int) -> _Row:
    """Read one line."""
    text = text.partition("#")[0].rstrip()
    if set(text) <= set("-=+| \t"):
        return _Row(line, [], [], 1, frozenset())
    tokens = [(match[0], match.start() + 1) for match in re.finditer(r"[^\s|]+", text)]
    counted = len(tokens) in SIZES[1:] + _WHOLE[1:]
    if not (counted and all(_is_number(word) for word, _ in tokens)):
        tokens = [
            (symbol, column + place) for word, column in tokens for place, symbol in enumerate(word)
        ]
    cells = [_value(word, line, column) for word, column in tokens]
    # "00" is a 0 as well.
    blanks = frozenset(word[0] for (word, _), cell in zip(tokens, cells, strict=True) if not cell)
    return _Row(line, cells, [column for _, column in tokens], len(text) + 1, blanks)


def _is_number(word: str) -> bool:
    return word in _EMPTY or (len(word) <= 2 and word.isascii() and word.isdigit())


def _value(word: str, line: int, column: int) -> int:
    """Return the number of a cell, 0 if it is empty."""
    if word in _EMPTY:
        return 0
    if _is_number(word):
        return int(word)
    if word not in _NUMBERS:
        hint = "cells are 1 to 9 and A to Z, or one of . 0 _ * where empty"
        raise FormatError(f"invalid cell {word!r}", line, column, word, hint)
    return _NUMBERS[word]


def _in_one_line(rows: Sequence[_Row], width: int) -> bool:
    """Whether each of some lines of `width` cells is a whole Sudoku, not a row of a larger one.

    16 cells are a 4x4 grid or a row of a 16x16 one, which has numbers beyond 4.
    """
    if width not in _WHOLE or width not in SIZES:
        return width in _WHOLE
    return all(max(row.cells) <= isqrt(width) for row in rows)


def _split(row: _Row) -> list[_Row]:
    """Split a line that is a whole Sudoku into rows."""
    size = isqrt(len(row.cells))
    return [
        row._replace(
            cells=row.cells[start : start + size], columns=row.columns[start : start + size]
        )
        for start in range(0, size * size, size)
    ]


def _check_numbers(rows: Sequence[_Row], size: int) -> None:
    for row in rows:
        for number, column in zip(row.cells, row.columns, strict=True):
            if number > size:
                letters = ", where A is 10" if number > 9 else ""
                hint = f"the numbers of a {size}x{size} Sudoku are 1 to {size}{letters}"
                raise FormatError(f"{number} is too large", row.line, column, hint=hint)


def _puzzle(rows: Sequence[_Row]) -> Puzzle:
    """Make a Sudoku of its rows."""
    _check_numbers(rows, len(rows))
    blanks = frozenset().union(*(row.blanks for row in rows))
    if len(blanks) > 1:
        # In some 16x16 grids 0 is a number, and another character is the empty cell.
        named = " and ".join(sorted(blanks))
        raise FormatError(
            f"{named} are both used for empty cells", rows[0].line, rows[0].columns[0],
            hint="use one of them; numbers begin with 1",
        )  # fmt: skip
    return Puzzle(rows[0].line, Sudoku(tuple(tuple(row.cells) for row in rows)))


def _odd_width(row: _Row, before: Sequence[Puzzle]) -> FormatError:
    size = before[-1].sudoku.size if before else 9
    hint = (
        f"a row of a {size}x{size} Sudoku has {size} cells, a line with the whole puzzle {size**2}"
    )
    return FormatError(f"{len(row.cells)} cells", row.line, row.end, hint=hint)


def _unfinished(rows: Sequence[_Row], following: _Row | None) -> FormatError:
    """Say that a grid ends too early."""
    size = len(rows[0].cells)
    number = len(rows) + 1
    if following is None:
        message = f"row {number} of a {size}x{size} Sudoku is missing"
        return FormatError(message, rows[-1].line + 1, 1, hint=f"it has {size} rows")
    count = len(following.cells)
    column = following.columns[size] if count > size else following.end
    message = f"{count} cells in row {number} of a {size}x{size} Sudoku"
    return FormatError(message, following.line, column, hint=f"each row has {size}")
