"""Many boards of one size as RLE texts or apgcodes, tens to hundreds of thousands a second.

What the boards have in common is written once. In RLE each distinct row is encoded once, and a
board is a sequence of encoded rows. For apgcodes, boards with the same smallest box are processed
together, each object once; then all strips of an orientation are written as one text.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.formats import rle
from lifesat.formats.apgcode import DIGITS, code_of, rule_suffix, shortened, sort_key
from lifesat.formats.rle import LINE_LENGTH, write_cells
from lifesat.life.arrays import transform
from lifesat.life.cell_rows import CellRows
from lifesat.life.pattern import Pattern
from lifesat.life.rule import Rule

_LINE = re.compile(rf".{{0,{LINE_LENGTH - 1}}}[bo$!]")
_END = "!\n"


def write_boards(
    boards: NDArray[np.uint8], blank: Pattern, names: Iterable[str], comments: Iterable[str] = ()
) -> list[str]:
    """Return what `lifesat.formats.rle.write` returns for each board; joined, a stream of patterns.

    The boards have shape ``(boards, height, width)``, and `blank` is an empty pattern with what
    they have in common. There is one nonempty name for each, and one nonempty comment or none at
    all.

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


_LETTERS = np.frombuffer(DIGITS.encode(), dtype=np.uint8)
_WEIGHTS = np.array([1, 2, 4, 8, 16], dtype=np.uint8)[:, None]


def still_life_codes(boards: NDArray[np.uint8], rule: Rule) -> list[str]:
    """Return what `lifesat.formats.apgcode.code_of` returns for each board.

    The boards, shape ``(boards, height, width)``, are still lifes under a rule of two states and
    3x3 cells without births from nothing.

    >>> from lifesat.life.rule import LIFE
    >>> boards = np.array([[[1, 1, 0], [1, 1, 0]], [[0, 1, 1], [0, 1, 1]]], dtype=np.uint8)
    >>> still_life_codes(boards, LIFE)
    ['xs4_33', 'xs4_33']
    """
    if rule.family == "hexagonal":  # it has orientations that are not symmetries of the square
        return [code_of(Pattern.from_array(board, rule=rule)) for board in boards]
    codes = np.full(len(boards), f"xs0_0{rule_suffix(rule)}", dtype=object)
    for (top, bottom, left, right), which in _smallest_boxes(boards):
        cropped = boards[which, top : bottom + 1, left : right + 1]
        _, first, back = np.unique(
            np.packbits(cropped.reshape(len(which), -1), axis=1),
            axis=0, return_index=True, return_inverse=True,
        )  # fmt: skip
        objects = cropped[first]
        bodies = [_bodies(transform(objects, name)) for name in rule.symmetries]
        populations = objects.sum(axis=(1, 2), dtype=np.intp).tolist()
        texts = [
            f"xs{population}_{min(texts, key=sort_key)}{rule_suffix(rule)}"
            for population, *texts in zip(populations, *bodies, strict=True)
        ]
        codes[which] = np.array(texts, dtype=object)[back.ravel()]
    result: list[str] = codes.tolist()
    return result


def _smallest_boxes(
    boards: NDArray[np.uint8],
) -> Iterator[tuple[tuple[int, int, int, int], NDArray[np.intp]]]:
    """Yield each smallest box, as first and last row and column, with the numbers of its boards."""
    live = np.flatnonzero(boards.any(axis=(1, 2)))
    if not len(live):
        return
    sides = []
    for axis in (2, 1):
        lines: NDArray[np.bool_] = np.any(boards[live], axis=axis)
        sides += [lines.argmax(axis=1), lines.shape[1] - 1 - lines[:, ::-1].argmax(axis=1)]
    boxes, back = np.unique(np.column_stack(sides), axis=0, return_inverse=True)
    for number, (top, bottom, left, right) in enumerate(boxes.tolist()):
        yield (top, bottom, left, right), live[back.ravel() == number]


def _bodies(boards: NDArray[np.uint8]) -> list[str]:
    """Return the cells of each board as in an apgcode."""
    number, height, width = boards.shape
    strips = -(-height // 5)
    padded = np.zeros((number, 5 * strips, width), dtype=np.uint8)
    padded[:, :height] = boards
    values = (padded.reshape(number, strips, 5, width) * _WEIGHTS).sum(axis=2, dtype=np.uint8)
    text = np.full((number, strips, width + 1), ord("z"), dtype=np.uint8)
    text[:, :, :-1] = _LETTERS[values]
    text[:, -1, -1] = ord("\n")
    return shortened(text.tobytes().decode()).splitlines()
