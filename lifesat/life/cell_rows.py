"""Sparse rows of cells: pieces of bytes, one byte for each cell, without long dead gaps.

A dense soup takes little more than one byte for each cell; distant cells take no space in between.
"""

from __future__ import annotations

import re
from operator import index
from typing import TYPE_CHECKING

from lifesat.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Pieces = tuple[tuple[int, bytes], ...]

UNKNOWN = 2
"""The state of an unknown cell; only two-state patterns have unknown cells."""

MAX_CELLS = 2**28
"""The limit on the cells of a pattern, at one byte each."""

GAP = 64
"""The number of adjacent dead cells in a row that separates two pieces."""

_DEAD_GAP = bytes(GAP)
_DEAD_RUN = re.compile(rb"\0{%d,}" % GAP)


class PatternError(UserError):
    """Invalid cells, or an operation that is invalid for a pattern."""


class CellRows(dict[int, "Pieces"]):
    """The pieces ``(x, states)`` of each row with live cells, from the top.

    Each piece begins and ends with a cell that is not dead, and at least `GAP` dead cells separate
    two pieces, so equal cells have equal representations.
    """

    __slots__ = ()

    @classmethod
    def pack(cls, rows: Mapping[int, Iterable[tuple[int, bytes]]]) -> CellRows:
        """Pack the pieces of each row, which are given from left to right and must not overlap.

        Rows that are packed already are returned unchanged.
        """
        if isinstance(rows, CellRows):
            return rows
        packed = ((y, _pack(rows[y])) for y in sorted(rows))
        return cls((y, pieces) for y, pieces in packed if pieces)

    def stored(self) -> Iterator[bytes]:
        """Yield the states of every piece."""
        return (data for pieces in self.values() for _, data in pieces)

    @property
    def extent(self) -> tuple[int, int]:
        """The smallest width and height of a box from (0, 0) that holds the cells."""
        right = max((row[-1][0] + len(row[-1][1]) for row in self.values()), default=0)
        return right, max(self, default=-1) + 1

    @property
    def corner(self) -> tuple[int, int]:
        """The smallest column and row with a live cell; (0, 0) if there are none."""
        return min((row[0][0] for row in self.values()), default=0), min(self, default=0)

    def dense_rows(self, width: int, height: int) -> Iterator[bytes]:
        """Return the rows of a box from the top, each ``width`` bytes.

        Raises PatternError if the box has more than `MAX_CELLS` cells.
        """
        if max(width, 1) * max(height, 1) > MAX_CELLS:
            raise PatternError(
                f"a box of {width:,} x {height:,} cells exceeds the limit of {MAX_CELLS:,} cells"
            )
        return (_dense_row(self.get(y, ()), width) for y in range(height))

    def flipped_x(self, width: int) -> CellRows:
        """Return the rows with left and right swapped in a box of this width."""
        return CellRows(
            (y, tuple((width - x - len(data), data[::-1]) for x, data in reversed(row)))
            for y, row in self.items()
        )

    def flipped_y(self, height: int) -> CellRows:
        """Return the rows with top and bottom swapped in a box of this height."""
        return CellRows((height - 1 - y, row) for y, row in reversed(self.items()))

    def transposed(self, width: int, height: int) -> CellRows:
        """Return the rows of a ``width`` x ``height`` box with x and y swapped."""
        if width * height <= min(8 * sum(map(len, self.stored())) + 10**6, MAX_CELLS):
            box = b"".join(self.dense_rows(width, height))
            return self.pack({x: [(0, box[x::width])] for x in range(width)})
        columns: dict[int, list[tuple[int, bytes]]] = {}
        for x, y, state in self.cells():
            columns.setdefault(x, []).append((y, bytes((state,))))
        return self.pack(columns)

    def moved(self, x: int, y: int) -> CellRows:
        """Return the rows moved right by ``x`` and down by ``y``."""
        return CellRows(
            (top + y, tuple((left + x, data) for left, data in row)) for top, row in self.items()
        )

    def cells(self) -> Iterator[tuple[int, int, int]]:
        """Yield ``(x, y, state)`` of every cell that is not dead, row by row."""
        for y, row in self.items():
            for start, data in row:
                for x, state in enumerate(data, start):
                    if state:
                        yield x, y, state


def cells_by_row(cells: Iterable[tuple[int, ...]]) -> dict[int, dict[int, bytes]]:
    """Return the states of cells ``(x, y, state)``, or live ``(x, y)``, by row and column."""
    rows: dict[int, dict[int, bytes]] = {}
    try:
        for x, y, *state in cells:
            rows.setdefault(index(y), {})[index(x)] = bytes(state[:1] or (1,))
    except (TypeError, ValueError) as error:
        raise PatternError(
            "each cell must be (x, y) or (x, y, state), with ints and a state from 0 to 255"
        ) from error
    return rows


def cell_pieces(
    rows: dict[int, dict[int, bytes]], left: int, top: int
) -> dict[int, list[tuple[int, bytes]]]:
    """Return the pieces of cells by row and column, with (`left`, `top`) as the origin."""
    return {y - top: [(x - left, row[x]) for x in sorted(row)] for y, row in rows.items()}


def _dense_row(row: Pieces, width: int) -> bytes:
    parts: list[bytes] = []
    end = 0
    for x, data in row:
        parts += (bytes(x - end), data)
        end = x + len(data)
    return b"".join(parts).ljust(width, b"\0")


def _pack(pieces: Iterable[tuple[int, bytes]]) -> Pieces:
    """Trim pieces to their live cells, split them at long gaps and join them over short ones."""
    if isinstance(pieces, list) and len(pieces) == 1:
        return tuple(_split(*pieces[0]))  # the usual case, in a third of the time
    joined: list[tuple[int, list[bytes]]] = []
    end = 0
    for x, data in pieces:
        for start, live in _split(x, data):
            if joined and start < end:
                raise PatternError(f"the cell in column {start} of a row occurs twice")
            if joined and start - end < GAP:
                joined[-1][1].extend((bytes(start - end), live))
            else:
                joined.append((start, [live]))
            end = start + len(live)
    return tuple((start, b"".join(parts)) for start, parts in joined)


def _split(x: int, data: bytes) -> Sequence[tuple[int, bytes]]:
    live = data.lstrip(b"\0")
    x += len(data) - len(live)
    live = live.rstrip(b"\0")
    if _DEAD_GAP not in live:
        return ((x, live),) if live else ()
    pieces = []
    begin = 0
    for gap in _DEAD_RUN.finditer(live):
        pieces.append((x + begin, live[begin : gap.start()]))
        begin = gap.end()
    return [*pieces, (x + begin, live[begin:])]
