"""Sudokus read from text."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import isqrt
from typing import NamedTuple

from lifesat.formats.errors import FormatError
from lifesat.puzzles.sudoku.files import listed_rows, wrapped_rows
from lifesat.puzzles.sudoku.problem import SIZES, Sudoku
from lifesat.puzzles.sudoku.rows import WHOLE, Row, rows


class Puzzle(NamedTuple):
    """A Sudoku of a text and the number of its first line."""

    line: int
    sudoku: Sudoku


class Part(NamedTuple):
    """The rows of a Sudoku, as many as cells in a row; it may be invalid."""

    # The number of its first line.
    line: int
    rows: tuple[Row, ...]

    def read(self) -> Puzzle:
        """Validate the rows and return the Sudoku."""
        cells = [row.cells() for row in self.rows]
        _check_numbers(self.rows, cells, len(self.rows))
        blanks: set[str] = set().union(*map(Row.blanks, self.rows, cells))
        if len(blanks) > 1:
            # In some 16x16 grids 0 is a number, and another character is the empty cell.
            named = " and ".join(sorted(blanks))
            raise FormatError(
                f"{named} are both used for empty cells", self.line, self.rows[0].columns[0],
                hint="use one of them; numbers begin with 1",
            )  # fmt: skip
        for row, numbers in zip(self.rows, cells, strict=True):
            row.check_solution(numbers)
        return Puzzle(self.line, Sudoku(tuple(map(tuple, cells))))


def read(text: str) -> list[Puzzle]:
    """Return the Sudokus of a text, at least one."""
    return [part.read() for part in parts(text)]


def parts(text: str) -> Iterator[Part]:
    """Yield the rows of each Sudoku of a text.

    A Sudoku is one line with all its cells, or a line for each row. Cells are characters, 1 to 9
    and then A to Z, or numbers with spaces or commas between them; one of ``.0_*``, or nothing
    between commas, is an empty cell. Spaces, bars and commas between characters, separators of rows
    in one line, rulers of ``-=+``, empty lines, and what follows a ``#`` are ignored. The lists,
    tables and addresses of other programs are read as `lifesat.puzzles.sudoku.files`
    describes.
    """
    found = listed_rows(text) or wrapped_rows(text) or [*rows(text)]
    if not found:
        raise FormatError(
            "no Sudoku found", 1, 1, hint="a 9x9 Sudoku is a line of 81 cells or 9 lines of 9"
        )
    used = 0
    size = 9
    for (section, width), run in groupby(found, key=lambda row: (row.section, len(row.words))):
        same = tuple(run)
        used += len(same)
        if _in_one_line(same, width):
            size = isqrt(width)
            yield from (Part(row.line, _split(row)) for row in same)
            continue
        if width not in SIZES:
            raise _odd_width(same[0], size)
        size = width
        whole = len(same) - len(same) % width
        if whole < len(same):
            # A row may be missing in any of them, so none is certain.
            _check_numbers(same, [row.cells() for row in same], width)
            following = next((row for row in found[used:] if row.section == section), None)
            raise _unfinished(same[whole:], following)
        for start in range(0, whole, width):
            yield Part(same[start].line, same[start : start + width])


def _in_one_line(rows: Sequence[Row], width: int) -> bool:
    """Return whether lines of `width` cells are whole Sudokus, not rows of a larger one.

    16 cells are a 4x4 grid or a row of a 16x16 one, which has numbers beyond 4.
    """
    if width not in WHOLE or width not in SIZES:
        return width in WHOLE
    return all(max(row.cells()) <= isqrt(width) for row in rows)


def _split(row: Row) -> tuple[Row, ...]:
    """Split a line that is a whole Sudoku into rows."""
    size = isqrt(len(row.words))
    return tuple(
        row._replace(
            words=row.words[start : start + size],
            columns=row.columns[start : start + size],
            solution=row.solution[start : start + size],
        )
        for start in range(0, size * size, size)
    )


def _check_numbers(rows: Sequence[Row], cells: Sequence[Sequence[int]], size: int) -> None:
    for row, numbers in zip(rows, cells, strict=True):
        for number, column in zip(numbers, row.columns, strict=True):
            if number > size:
                letters = ", where A is 10" if number > 9 else ""
                hint = f"the numbers of a {size}x{size} Sudoku are 1 to {size}{letters}"
                raise FormatError(f"{number} is too large", row.line, column, hint=hint)


def _odd_width(row: Row, size: int) -> FormatError:
    """Return the error for a row with a wrong number of cells after a Sudoku of some size."""
    many = len(row.cells())
    hint = (
        f"a row of a {size}x{size} Sudoku has {size} cells, a line with the whole puzzle {size**2}"
    )
    return FormatError(f"{many} cells", row.line, row.end, hint=hint)


def _unfinished(rows: Sequence[Row], following: Row | None) -> FormatError:
    """Return the error for a grid that ends too early."""
    size = len(rows[0].words)
    number = len(rows) + 1
    if following is None:
        message = f"row {number} of a {size}x{size} Sudoku is missing"
        return FormatError(message, rows[-1].line + 1, 1, hint=f"it has {size} rows")
    many = len(following.cells())
    column = following.columns[size] if many > size else following.end
    message = f"{many} cells in row {number} of a {size}x{size} Sudoku"
    return FormatError(message, following.line, column, hint=f"each row has {size}")
