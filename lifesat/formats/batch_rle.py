"""Many boards of one size as RLE texts, hundreds of thousands a second.

What the boards have in common is written once, and each distinct row is encoded once; a board is
then a sequence of encoded rows.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.formats import rle
from lifesat.formats.rle_cells import LINE_LENGTH, write_cells
from lifesat.life.cell_rows import CellRows
from lifesat.life.pattern import Pattern

_LINE = re.compile(rf".{{0,{LINE_LENGTH - 1}}}[bo$!]")
_END = "!\n"


def write_boards(
    boards: NDArray[np.uint8], blank: Pattern, names: Iterable[str], comments: Iterable[str] = ()
) -> list[str]:
    """Return what `lifesat.formats.rle.write` returns for each board.

    The boards have shape ``(boards, height, width)``. `blank` holds what their patterns have in
    common: box, position, rule, grid and comments. There is one nonempty name for each board, and
    one nonempty comment, after the common ones, or none at all. Joined, the texts are a stream of
    patterns.

    Examples
    --------
    >>> boards = np.array([[[1, 1], [0, 1]], [[0, 0], [0, 1]]], dtype=np.uint8)
    >>> first, second = write_boards(boards, Pattern.from_rows(["..", ".."]), ["one", "two"])
    >>> print(second, end="")
    #N two
    x = 2, y = 2, rule = B3/S23
    $bo!
    """
    common = blank.with_rows(CellRows(), name="?", comments=(*blank.comments, "?"))
    before, rest = rle.write(common).removesuffix(_END).split("#N ?\n", 1)
    between, after = rest.rsplit("#C ?\n", 1)
    own = [f"{between}#C {comment}\n{after}" for comment in comments]
    own = own or [between + after] * len(boards)
    return [
        f"{before}#N {name}\n{middle}{cells}"
        for name, cells, middle in zip(names, _cells(boards), own, strict=True)
    ]


def _cells(boards: NDArray[np.uint8]) -> list[str]:
    """Return the cells of each board, encoded, with the exclamation mark and line feeds."""
    number, height, _ = boards.shape
    if not boards.size:
        return [_END] * number
    rows, which = _distinct_rows(boards)
    encoded = [_row(row.tobytes()) for row in rows]
    inner, last = ([row + end for row in encoded] for end in ("$", _END))
    texts = np.array([*inner, *last, ""], dtype=object)
    # A row is followed by another, or the last one that has live cells, or not written.
    place = np.arange(height)
    end = (boards.max(axis=2) * place).max(axis=1, keepdims=True)
    which += len(rows) * (place == end)
    which[place > end] = 2 * len(rows)
    lines = _with_counts("".join(texts[which].ravel().tolist())).splitlines()
    return [f"{line}\n" if len(line) <= LINE_LENGTH else _broken(line) for line in lines]


def _distinct_rows(boards: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """Return the distinct rows, and for each board the numbers of its rows from the top."""
    number, height, width = boards.shape
    words = -(-width // 64)
    padded = np.zeros((number * height, 64 * words), dtype=np.uint8)
    padded[:, :width] = boards.reshape(-1, width)
    keys = np.packbits(padded, axis=1).view(np.uint64)
    if words == 1:
        keys = keys[:, 0]
    _, first, which = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    return padded[first, :width], which.reshape(number, height)


@lru_cache(maxsize=1 << 15)
def _row(row: bytes) -> str:
    """Return the cells of a row, encoded, without dead cells at its end."""
    cells = CellRows.pack({0: [(0, row)]})
    return write_cells(iter(cells.items()), 2, columns=3 + 2 * len(row)).removesuffix(_END)


def _with_counts(rows: str) -> str:
    """Replace successive row ends by one with a count."""
    if "$" * 10 in rows:
        rows = re.sub(r"\${10,}", lambda run: f"{len(run[0])}$", rows)
    for count in range(9, 1, -1):
        rows = rows.replace("$" * count, f"{count}$")
    return rows


def _broken(line: str) -> str:
    return "".join(f"{part}\n" for part in _LINE.findall(line))
