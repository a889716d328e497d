"""Sudokus read from text."""

import re
from collections.abc import Iterator, Sequence
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
    """A line's cells as they are written, their columns, and the one after them."""

    line: int
    words: list[str]
    columns: list[int]
    end: int

    def cells(self) -> list[int]:
        """Return the numbers of the cells, 0 for an empty one."""
        pairs = zip(self.words, self.columns, strict=True)
        return [_value(word, self.line, column) for word, column in pairs]


class Part(NamedTuple):
    """The rows of a Sudoku, as many as cells in a row; it may be invalid.

    Attributes
    ----------
    line
        The number of its first line.
    rows
        The rows.
    """

    line: int
    rows: tuple[_Row, ...]

    def read(self) -> Puzzle:
        """Return the Sudoku.

        Raises
        ------
        FormatError
            If it is invalid.
        """
        cells = [row.cells() for row in self.rows]
        _check_numbers(self.rows, len(self.rows))
        written = {
            # "00" is a 0 as well.
            word[0]
            for row, numbers in zip(self.rows, cells, strict=True)
            for word, number in zip(row.words, numbers, strict=True)
            if not number
        }
        if len(written) > 1:
            # In some 16x16 grids 0 is a number, and another character is the empty cell.
            named = " and ".join(sorted(written))
            raise FormatError(
                f"{named} are both used for empty cells", self.line, self.rows[0].columns[0],
                hint="use one of them; numbers begin with 1",
            )  # fmt: skip
        return Puzzle(self.line, Sudoku(tuple(map(tuple, cells))))


def read(text: str) -> list[Puzzle]:
    """Return the Sudokus of a text.

    Raises
    ------
    FormatError
        If there is no Sudoku, or if the text is invalid.
    """
    return [part.read() for part in parts(text)]


def parts(text: str) -> Iterator[Part]:
    """Yield which rows of a text belong to which Sudoku.

    A Sudoku is one line with all its cells, or a line for each row. Cells are characters, 1 to 9
    and then A to Z, or numbers with spaces between them; one of ``.0_*`` is an empty cell. Spaces
    and bars between characters, rulers of ``-=+``, empty lines, and what follows a ``#`` mean
    nothing.

    Raises
    ------
    FormatError
        If there is no Sudoku, or if the next line with cells is neither one nor its first row.
    """
    rows = [row for row in map(_row, text.split("\n"), count(1)) if row.words]
    if not rows:
        raise FormatError(
            "no Sudoku found", 1, 1, hint="a 9x9 Sudoku is a line of 81 cells or 9 lines of 9"
        )
    used = 0
    size = 9
    for width, run in groupby(rows, key=lambda row: len(row.words)):
        same = list(run)
        used += len(same)
        if _in_one_line(same, width):
            size = isqrt(width)
            yield from (Part(row.line, _split(row)) for row in same)
            continue
        if width not in SIZES:
            raise _odd_width(same[0], size)
        size = width
        for start in range(0, len(same), width):
            part = tuple(same[start : start + width])
            if len(part) < width:
                _check_numbers(part, width)
                raise _unfinished(part, rows[used] if used < len(rows) else None)
            yield Part(part[0].line, part)


def _row(text: str, line: int) -> _Row:
    """Split one line into cells."""
    text = text.partition("#")[0].rstrip()
    if set(text) <= set("-=+| \t"):
        return _Row(line, [], [], 1)
    tokens = [(match[0], match.start() + 1) for match in re.finditer(r"[^\s|]+", text)]
    counted = len(tokens) in SIZES[1:] + _WHOLE[1:]
    if not (counted and all(_is_number(word) for word, _ in tokens)):
        tokens = [
            (symbol, column + place) for word, column in tokens for place, symbol in enumerate(word)
        ]
    words, columns = map(list, zip(*tokens, strict=True))
    return _Row(line, words, columns, len(text) + 1)


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
    return all(max(row.cells()) <= isqrt(width) for row in rows)


def _split(row: _Row) -> tuple[_Row, ...]:
    """Split a line that is a whole Sudoku into rows."""
    size = isqrt(len(row.words))
    return tuple(
        row._replace(
            words=row.words[start : start + size], columns=row.columns[start : start + size]
        )
        for start in range(0, size * size, size)
    )


def _check_numbers(rows: Sequence[_Row], size: int) -> None:
    for row in rows:
        for number, column in zip(row.cells(), row.columns, strict=True):
            if number > size:
                letters = ", where A is 10" if number > 9 else ""
                hint = f"the numbers of a {size}x{size} Sudoku are 1 to {size}{letters}"
                raise FormatError(f"{number} is too large", row.line, column, hint=hint)


def _odd_width(row: _Row, size: int) -> FormatError:
    """Say that a row has a wrong number of cells; a Sudoku of some size came before."""
    many = len(row.cells())
    hint = (
        f"a row of a {size}x{size} Sudoku has {size} cells, a line with the whole puzzle {size**2}"
    )
    return FormatError(f"{many} cells", row.line, row.end, hint=hint)


def _unfinished(rows: Sequence[_Row], following: _Row | None) -> FormatError:
    """Say that a grid ends too early."""
    size = len(rows[0].words)
    number = len(rows) + 1
    if following is None:
        message = f"row {number} of a {size}x{size} Sudoku is missing"
        return FormatError(message, rows[-1].line + 1, 1, hint=f"it has {size} rows")
    many = len(following.cells())
    column = following.columns[size] if many > size else following.end
    message = f"{many} cells in row {number} of a {size}x{size} Sudoku"
    return FormatError(message, following.line, column, hint=f"each row has {size}")
