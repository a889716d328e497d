"""Sudoku: a grid to be filled so that each row, column and box holds every number once.

A literal for each cell and number says that the number stands there. Of two encodings `report` is
that of a course report by T. Kumari and S. Sagar: all literals are variables, each number is
somewhere in every row, column and box, and no cell has two. `extended` says both, at least and at
most one, of cells, rows, columns and boxes alike (the extended encoding of I. Lynce and
J. Ouaknine, "Sudoku as a SAT problem", 2006), and has variables only for what the clues leave
open (G. Kwon and H. Jain, "Optimized CNF encoding for Sudoku puzzles", 2006).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, groupby
from math import isqrt
from string import ascii_uppercase, digits
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError
from lifesat.formats.errors import FormatError
from lifesat.formula import Formula
from lifesat.problems.problem import Boards
from lifesat.spacetime import FALSE, TRUE, Literals, fresh, is_variable

_SYMBOLS = digits[1:] + ascii_uppercase
_EMPTY = ".0_*"
_SIZES = (1, 4, 9, 16, 25, 36, 49)
_WHOLE = tuple(size * size for size in _SIZES)

Encoding = Literal["extended", "report"]


@dataclass(frozen=True)
class Sudoku:
    """Grids that complete the clues.

    Attributes
    ----------
    clues
        Rows of numbers, 0 for an empty cell. There are as many rows as columns and numbers, the
        square of a box's side: 1, 4, 9, 16, 25, 36 or 49.

    Raises
    ------
    UserError
        If the clues are no such grid.
    """

    clues: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        size = self.size
        if size not in _SIZES or any(len(row) != size for row in self.clues):
            raise UserError(f"a Sudoku has as many rows as columns, one of {_sizes()}")
        if any(not 0 <= number <= size for row in self.clues for number in row):
            raise UserError(f"the numbers of a {size}x{size} Sudoku are 1 to {size}")

    @property
    def size(self) -> int:
        """How many rows, columns, boxes and numbers there are."""
        return len(self.clues)

    @cached_property
    def _given(self) -> NDArray[np.intp]:
        return np.array(self.clues, dtype=np.intp)

    def literals(self, encoding: Encoding) -> Literals:
        """Return the literals "number k + 1 stands here", shape ``(size, size, size)``.

        Variables are numbered by row, column and number.
        """
        size = self.size
        if encoding == "report":
            return fresh((size, size, size), 0)
        side = isqrt(size)
        clue = self._given[:, :, None] == np.arange(1, size + 1)
        boxed = _boxes(clue, side).any(axis=1).reshape(side, side, size)
        seen = clue.any(axis=0)[None] | clue.any(axis=1)[:, None]
        seen = seen | boxed.repeat(side, axis=0).repeat(side, axis=1) | clue.any(axis=2)[:, :, None]
        literals = np.where(clue, TRUE, FALSE).astype(np.int32)
        literals[~seen] = np.arange(1, np.count_nonzero(~seen) + 1)
        return literals

    def projection(self, encoding: Encoding) -> int:
        """Return how many variables, from 1, tell solutions apart: all there are."""
        return int(is_variable(self.literals(encoding)).sum())

    def formula(self, encoding: Encoding) -> Formula:
        """Return the formula whose models are the solutions.

        Parameters
        ----------
        encoding
            ``extended`` or ``report``.
        """
        literals = self.literals(encoding)
        formula = Formula(self.projection(encoding))
        size = self.size
        cells = literals.reshape(-1, size)
        lines = np.concatenate(
            [
                literals.transpose(0, 2, 1).reshape(-1, size),
                literals.transpose(1, 2, 0).reshape(-1, size),
                _boxes(literals, isqrt(size)).transpose(0, 2, 1).reshape(-1, size),
            ]
        )
        if encoding == "report":
            given = self._given.ravel()
            clues = np.flatnonzero(given)
            formula.add(cells[clues, given[clues] - 1][:, None])
            formula.add(lines)
            formula.add(_no_two(cells))
        else:
            groups = np.concatenate([cells, lines])
            formula.add(groups)
            formula.add(_no_two(groups))
        return formula

    def boards(self, models: Literals, encoding: Encoding) -> Boards:
        """Return the grids, shape ``(models, size, size)``, that projected models stand for."""
        literals = self.literals(encoding)
        true = np.repeat((literals == TRUE)[None], len(models), axis=0)
        true[:, is_variable(literals)] = models > 0
        boards: Boards = (true.argmax(axis=3) + 1).astype(np.uint8)
        return boards

    def holds(self, boards: Boards) -> NDArray[np.bool_]:
        """Say, by the rules alone, which grids are solutions."""
        size, side = self.size, isqrt(self.size)
        boxes = boards.reshape(-1, side, side, side, side).swapaxes(2, 3).reshape(-1, size, size)
        good: NDArray[np.bool_] = ((boards == self._given) | (self._given == 0)).all(axis=(1, 2))
        for groups in (boards, boards.swapaxes(1, 2), boxes):
            good &= (np.sort(groups, axis=2) == np.arange(1, size + 1)).all(axis=(1, 2))
        return good


def _boxes(cells: NDArray[np.generic], side: int) -> NDArray[np.generic]:
    """Return cells, shape ``(size, size, k)``, box by box, shape ``(size, size, k)``."""
    size = side * side
    split = cells.reshape(side, side, side, side, -1).swapaxes(1, 2)
    return split.reshape(size, size, -1)


def _no_two(groups: Literals) -> Literals:
    """Return clauses that let at most one literal of each row of `groups` be true."""
    first, second = np.triu_indices(groups.shape[1], 1)
    pairs: Literals = -np.stack([groups[:, first], groups[:, second]], axis=2).reshape(-1, 2)
    return pairs


# -------------------------------------------------------------------- text


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
        If there is none, or something else stands there.
    """
    rows = [row for row in map(_row, text.split("\n"), count(1)) if row.cells]
    if not rows:
        raise FormatError("no Sudoku", 1, 1, hint="a 9x9 one is a line of 81 cells or 9 lines of 9")
    puzzles: list[Puzzle] = []
    used = 0
    for width, run in groupby(rows, key=lambda row: len(row.cells)):
        same = list(run)
        used += len(same)
        if _in_one_line(same, width):
            puzzles += (_puzzle(_split(row)) for row in same)
            continue
        if width not in _SIZES:
            raise _odd_width(same[0], puzzles)
        for start in range(0, len(same), width):
            part = same[start : start + width]
            if len(part) < width:
                _check_numbers(part, width)
                raise _unfinished(part, rows[used] if used < len(rows) else None)
            puzzles.append(_puzzle(part))
    return puzzles


def write(board: Boards, *, lines: bool) -> str:
    """Return a grid as text that `read` understands.

    Parameters
    ----------
    board
        Shape ``(size, size)``.
    lines
        Whether each row is a line, and an empty one follows.
    """
    size = len(board)
    rows = board.tolist()
    if size > len(_SYMBOLS):
        texts, gap = [" ".join(map(str, row)) for row in rows], " "
    else:
        texts, gap = ["".join(_SYMBOLS[number - 1] for number in row) for row in rows], ""
    return "\n".join(texts) + "\n\n" if lines else gap.join(texts) + "\n"


def _row(text: str, line: int) -> _Row:
    """Read one line."""
    text = text.partition("#")[0].rstrip()
    if set(text) <= set("-=+| \t"):
        return _Row(line, [], [], 1, frozenset())
    tokens = [(match[0], match.start() + 1) for match in re.finditer(r"[^\s|]+", text)]
    counted = len(tokens) in _SIZES[1:] + _WHOLE[1:]
    if not (counted and all(_is_number(word) for word, _ in tokens)):
        tokens = [
            (symbol, column + place) for word, column in tokens for place, symbol in enumerate(word)
        ]
    cells = [_value(word, line, column) for word, column in tokens]
    blanks = frozenset(word for word, _ in tokens if word in _EMPTY)
    return _Row(line, cells, [column for _, column in tokens], len(text) + 1, blanks)


def _is_number(word: str) -> bool:
    return word in _EMPTY or (len(word) <= 2 and word.isascii() and word.isdigit())


def _value(word: str, line: int, column: int) -> int:
    """Return the number that a cell's word stands for, 0 for an empty one."""
    if word in _EMPTY:
        return 0
    if _is_number(word):
        return int(word)
    if word.upper() not in _SYMBOLS:
        hint = "cells are 1 to 9 and A to Z, or one of . 0 _ * where empty"
        raise FormatError(f"{word!r} is no cell", line, column, word, hint)
    return _SYMBOLS.index(word.upper()) + 1


def _in_one_line(rows: Sequence[_Row], width: int) -> bool:
    """Whether each of some lines of `width` cells is a whole Sudoku, not a row of a larger one.

    16 cells are a 4x4 grid or a row of a 16x16 one, which has numbers beyond 4.
    """
    if width not in _WHOLE or width not in _SIZES:
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
                letters = ", and A stands for 10" if number > 9 else ""
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
            f"{named} both stand for empty cells", rows[0].line, rows[0].columns[0],
            hint="use one of them; numbers begin with 1",
        )  # fmt: skip
    return Puzzle(rows[0].line, Sudoku(tuple(tuple(row.cells) for row in rows)))


def _odd_width(row: _Row, before: Sequence[Puzzle]) -> FormatError:
    size = before[-1].sudoku.size if before else 9
    hint = f"a row of a {size}x{size} Sudoku has {size}, a line that holds all of it {size**2}"
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


def _sizes() -> str:
    return ", ".join(map(str, _SIZES))
