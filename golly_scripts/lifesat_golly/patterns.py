"""Patterns: the selection as RLE, and lifesat's output."""

from __future__ import annotations

import re
from itertools import groupby
from typing import NamedTuple, Sequence

import golly as g

from lifesat_golly.running import UserError

NOT_UNDERSTOOD = "lifesat wrote output that these scripts cannot read; run: lifesat golly install"

MOST_CELLS = 1_000_000
"""The largest box that is read from Golly's universe, in cells."""

_LARGE = 100 * 100  # cells, from which a search may take very long


def selection() -> tuple[str, bool]:
    """Return the selection as RLE with its position and rule, and whether it has live cells.

    Raises
    ------
    UserError
        If there is no selection, or one that is too large.
    """
    box = g.getselrect()
    if not box:
        raise UserError("select a pattern first")
    return region(box), bool(g.getcells(box))


def region(box: list[int]) -> str:
    """Return the cells in a box as RLE with their position and rule.

    Raises
    ------
    UserError
        If the box is too large.
    """
    left, top, width, height = box
    if width * height > MOST_CELLS:
        size = "%s x %s cells" % (format(width, ","), format(height, ","))
        limit = format(MOST_CELLS, ",")
        raise UserError("the pattern is too large: %s, and the limit is %s" % (size, limit))
    cells = g.getcells(box)
    head = "#CXRLE Pos=%d,%d\nx = %d, y = %d" % (left, top, width, height)
    return (
        head + ", rule = %s\n" % g.getrule() + _rle(cells, left, top, multistate=g.numstates() > 2)
    )


def warn_of_size() -> None:
    """Say what to expect if the selection is large, before the search begins."""
    width, height = g.getselrect()[2:]
    if width * height >= _LARGE:
        g.note(
            "The selection has %d x %d cells. Drawings of this size take seconds to minutes, random"
            " soups may take hours. The status bar shows the row that has been reached; Escape"
            " stops." % (width, height)
        )


def _rle(cells: list[int], left: int, top: int, *, multistate: bool) -> str:
    """Return Golly's list of cells as RLE; one of several states ends with a padding zero."""
    step = 3 if multistate else 2
    end = len(cells) - len(cells) % step
    states = cells[2:end:3] if multistate else [1] * (end // 2)
    found = sorted(zip(cells[1:end:step], cells[0:end:step], states))
    text, row = [], top
    for y, living in groupby(found, key=lambda cell: cell[0]):
        text.append(_run(y - row, "$"))
        row, column = y, left
        for x, state in [(x, state) for _, x, state in living]:
            text.append(_run(x - column, "." if multistate else "b"))
            text.append(_letters(state) if multistate else "o")
            column = x + 1
        text.append("\n")
    return "".join(text) + "!\n"


def _run(length: int, letter: str) -> str:
    return "%d%s" % (length, letter) if length else ""


def _letters(state: int) -> str:
    high, low = divmod(state - 1, 24)
    return (chr(ord("p") + high - 1) if high else "") + chr(ord("A") + low)


class Board(NamedTuple):
    """A pattern that lifesat wrote, with its position."""

    left: int
    top: int
    width: int
    height: int
    rule: str
    body: str

    @staticmethod
    def read(text: str) -> Board:
        """Read the RLE of an event."""
        place = re.search(r"^#CXRLE.*Pos=(-?[0-9]{1,18}),(-?[0-9]{1,18})", text, re.MULTILINE)
        size = r"^x = ([0-9]{1,18}), y = ([0-9]{1,18})"
        head = re.search(size + ", rule = (.*)\n", text, re.MULTILINE)
        if not head:
            raise UserError(NOT_UNDERSTOOD)
        left, top = map(int, place.groups()) if place else (0, 0)
        width, height, rule = int(head[1]), int(head[2]), head[3].strip()
        return Board(left, top, width, height, rule, text[head.end() :])


def put(boards: Sequence[Board]) -> None:
    """Put patterns into the current layer, all or, if a cell lies outside its universe, none."""
    g.putcells(cells_of(boards))


def cells_of(boards: Sequence[Board]) -> list[int]:
    """Return patterns as Golly's list of cells.

    Raises
    ------
    UserError
        If a cell lies outside the universe of the current layer.
    """
    sizes = g.getwidth(), g.getheight()
    lists = []
    for board in boards:
        for size, low, extent in zip(sizes, board[:2], board[2:4]):
            if size and not -(size // 2) <= low <= size - size // 2 - extent:
                raise UserError("the pattern reaches beyond the bounded grid of its rule")
        lists.append(g.parse(board.body, board.left, board.top))
    return _joined(lists)


def _joined(lists: Sequence[list[int]]) -> list[int]:
    """Join Golly's lists of cells; a list of an odd length has the states of its cells too."""
    cells: list[int] = []
    if not any(len(each) % 2 for each in lists):
        for each in lists:
            cells += each
        return cells
    for each in lists:
        if len(each) % 2:
            cells += each[: len(each) - len(each) % 3]
        else:
            for x, y in zip(each[::2], each[1::2]):
                cells += [x, y, 1]
    return cells if len(cells) % 2 else [*cells, 0]
