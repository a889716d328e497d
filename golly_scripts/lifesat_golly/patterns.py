"""Patterns: the selection as RLE, lifesat's output, and the layer that shows it."""

from __future__ import annotations

import re
from itertools import groupby
from typing import NamedTuple, Sequence

import golly as g

from lifesat_golly.running import UserError

NOT_UNDERSTOOD = "lifesat wrote output that these scripts cannot read; run: lifesat golly install"

MOST_CELLS = 1_000_000
"""The largest box that is read from Golly's universe, in cells."""


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
    left, top, width, height = box
    if width * height > MOST_CELLS:
        size = "%s x %s cells" % (format(width, ","), format(height, ","))
        limit = format(MOST_CELLS, ",")
        raise UserError("the selection is too large: %s, and the limit is %s" % (size, limit))
    cells = g.getcells(box)
    head = "#CXRLE Pos=%d,%d\nx = %d, y = %d" % (left, top, width, height)
    return head + ", rule = %s\n" % g.getrule() + _rle(
        cells, left, top, multistate=g.numstates() > 2
    ), bool(cells)


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
    """A two-state pattern that lifesat wrote, with its position."""

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
    sizes = g.getwidth(), g.getheight()
    cells = []
    for board in boards:
        for size, low, extent in zip(sizes, board[:2], board[2:4]):
            if size and not -(size // 2) <= low <= size - size // 2 - extent:
                raise UserError("the pattern reaches beyond the bounded grid of its rule")
        cells += g.parse(board.body, board.left, board.top)
    g.putcells(cells)


def check_layer(name: str) -> None:
    """Refuse when there is no room for a layer of this name."""
    if _layer(name) is None and g.numlayers() >= g.maxlayers():
        many = g.maxlayers()
        raise UserError("all %d layers are in use: delete one, or name one '%s'" % (many, name))


def open_layer(name: str, rule: str) -> None:
    """Go to the layer of this name, emptied, or to a new one, and set its rule."""
    layer = _layer(name)
    if layer is None:
        g.addlayer()
        g.setname(name)
    else:
        g.setlayer(layer)
        empty_layer()
    try:
        g.setrule(rule)
    except RuntimeError:
        # Golly 3 knows these states for Life alone.
        if not rule.endswith("History"):
            raise
        g.setrule("LifeHistory")


def empty_layer() -> None:
    """Clear the current layer."""
    box = g.getrect()
    if box:
        g.select(box)
        g.clear(0)


def show_box(box: list[int]) -> None:
    """Select a rectangle and fit it into the view."""
    g.select(box)
    g.fitsel()


def _layer(name: str) -> int | None:
    return next((n for n in range(g.numlayers()) if g.getname(n) == name), None)
