"""Boards of the contests "Conway's Reverse Game of Life" on Kaggle: CSV with a board in each row.

The columns are ``id``, ``delta`` (how many generations later the board stopped), and the cells of
a square row by row: ``start_0``, ... and ``stop_0``, ... of 2020, on a torus, or ``start.1``, ...
and ``stop.1``, ... of 2014, 20x20 with dead cells outside. Rows without a header are read too.
"""

from __future__ import annotations

import re
from math import isqrt
from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.formats.errors import FormatError, place
from lifesat.life.bounded_grid import BoundedGrid
from lifesat.life.pattern import Pattern, ReadWarning
from lifesat.life.rule import LIFE

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADER = re.compile(
    r'\s*(?:"?id"?\s*,\s*)?(?:"?delta"?\s*,\s*)?"?(?:start|stop)[._][0-9]+"?\s*'
    r'(?:,\s*"?(?:start|stop)[._].*|,?)',
    re.IGNORECASE,
)
"""The first line of such a file."""

SIDES = (20, 25)
"""The sides of the boards of 2014 and of 2020."""

_ROW = re.compile(r"^.*\S.*$", re.MULTILINE)


def layout(columns: int, header: str = "") -> tuple[int, int] | None:
    """Return the number of columns before the boards and the side of a board, or None.

    `header` is the line with the names of the columns; without it, their number decides. The cells
    of the board to read come last. None means that no board is square.
    """
    shapes = [(2, 1), (2, 2), (1, 1), (0, 1)]
    if header:
        shapes = [(len(_leading(header)), len(_first_cells(header)) or 1)]
    for before, boards in shapes:
        cells, rest = divmod(columns - before, boards)
        if cells > 0 and not rest and isqrt(cells) ** 2 == cells:
            return before, isqrt(cells)
    return None


def parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield each row with its offset, followed by the column names that matter.

    The first part has all that stands above the row. Rows must have the same number of columns.
    """
    header, columns, begun = "", 0, False
    for row in _ROW.finditer(text):
        found = row[0].count(",") + 1
        if HEADER.fullmatch(row[0]):
            # A header is long, and there may be many rows.
            header = "".join(f"{name}," for name in (*_leading(row[0]), *_first_cells(row[0])))
            columns = found
            continue
        columns = columns or found
        if found != columns:
            message = f"this row has {found} columns; those above have {columns}"
            raise FormatError(message, *place(text, row.start()), row[0][:20])
        begin = row.start() if begun else 0
        yield begin, f"{text[begin : row.end()]}\n{header}"
        begun = True
    if not begun:
        yield 0, text


def _leading(header: str) -> list[str]:
    """Return the names of the columns before the boards."""
    return re.findall(r"\b(?:id|delta)\b", header.lower())


def _first_cells(header: str) -> list[str]:
    """Return the names of the first cells of the boards."""
    return re.findall(r"\b(?:start_0|stop_0|start\.1|stop\.1)\b", header.lower())


def is_kaggle(text: str) -> bool:
    """Return whether a text begins with such a header, or has such rows without one.

    Raises FormatError if its rows may also be those of a grid.
    """
    first = _ROW.search(text)
    if not first or "," not in first[0]:
        return False
    if HEADER.fullmatch(first[0]):
        return True
    columns = first[0].count(",") + 1
    found = layout(columns)
    if not found or not re.fullmatch(r"[0-9, \t\n]+", text):
        return False
    before, side = found
    if re.search("[2-9]|[0-9]{2}", text):
        return before > 0
    rows = len(text.split())
    if side in SIDES and (before or rows not in (1, columns)):
        message = f"ambiguous format: these may be rows of a grid or boards of {side}x{side} cells"
        hint = "give --from kaggle if each row is a board, or --from grid"
        raise FormatError(message, *place(text, first.start()), hint=hint)
    return False


def read(text: str) -> Pattern:
    """Read the board in a row, which may follow a header."""
    lines = list(_ROW.finditer(text))
    begins = bool(lines) and HEADER.fullmatch(lines[0][0]) is not None
    if len(lines) < 1 + begins:
        hint = "a row with the cells of a board follows the names of the columns"
        raise FormatError("no pattern found", *place(text, 0), hint=hint)
    row = lines[begins]
    header = "".join(line[0] for line in lines[:2] if line is not row)
    numbers = re.sub('[ \t"]', "", row[0]).split(",")
    at = place(text, row.start())
    found = layout(len(numbers), header)
    if found is None:
        hint = "a row has id, delta and the cells of a square, such as 625"
        raise FormatError(f"a row of {len(numbers)} columns has no board", *at, row[0][:20], hint)
    before, side = found
    if wrong := set(numbers[before:]) - {"0", "1"}:
        column = next(k for k, n in enumerate(numbers[before:], before + 1) if n in wrong)
        number = numbers[column - 1]
        message = f"invalid cell {number!r} in column {column}; cells are 0 and 1"
        raise FormatError(message, *at, number)
    cells = bytes(map(int, numbers[-side * side :]))
    rows = {y: [(0, cells[y * side : (y + 1) * side])] for y in range(side)}
    delta = _delta(numbers[1], at) if before == 2 else None
    warnings: tuple[ReadWarning, ...] = ()
    if delta is not None and begins:
        message = "the column delta says how many generations back a predecessor lies"
        warnings = (ReadWarning(1, 1, message),)
    return Pattern(
        rows,
        side,
        side,
        name=numbers[0].strip() if before else "",
        grid=None if _is_old(header, side) else BoundedGrid("T", side, side),
        generation=delta,
        delta=delta,
        warnings=warnings,
    )


def _is_old(header: str, side: int) -> bool:
    """Return whether a board is of 2014, by the names of its columns or else by its size."""
    return "." in header if header else side == SIDES[0]


def _delta(text: str, at: tuple[int, int]) -> int:
    if re.fullmatch("[1-9][0-9]{0,8}", text):
        return int(text)
    hint = "it is a number of generations, at least 1"
    raise FormatError(f"invalid delta {text!r} in column 2", *at, text, hint)


def write(pattern: Pattern) -> str:
    """Write a board as an answer: a header, and a row with ``id`` and the cells of the start.

    The name up to the first comma is the ``id``. Only squares of known cells in Life are supported.
    """
    side = pattern.width
    if side != pattern.height or not side:
        size = f"{pattern.width}x{pattern.height}"
        raise UserError(f"boards of the contest are squares; this pattern is {size}")
    if pattern.rule != LIFE or pattern.has_unknown:
        kept = "unknown cells" if pattern.rule == LIFE else "rules other than Life"
        raise UserError(f"kaggle does not support {kept}; write RLE")
    old = side == SIDES[0]
    names = (f"start.{k + 1}" if old else f"start_{k}" for k in range(side * side))
    cells = map(str, b"".join(pattern.dense_rows()))
    name = pattern.name.partition(",")[0].replace('"', "")
    return f"id,{','.join(names)}\n{name},{','.join(cells)}\n"


def following(text: str) -> str:
    """Return the text of a board without its header, to be appended to others."""
    return text.partition("\n")[2]
