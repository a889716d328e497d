"""Searching, and showing what was found: one by one, or side by side."""

from __future__ import annotations

import json
import math
import time
from typing import NamedTuple, Sequence

import golly as g

from lifesat_golly.patterns import Board, empty_layer, open_layer, put, show_box
from lifesat_golly.process import PAUSE, Lifesat
from lifesat_golly.running import Undisturbed, repaint

MOST_FOUND = 10_000
"""So many are found at most; nobody looks at more."""

_BETWEEN_SHOWS = 0.2  # seconds
_KEYS = "space: next, backspace: previous, enter: keep this one, Esc: keep the first"
_MOVES = {"key space none": 1, "key delete none": -1}  # Golly's name for backspace is delete


class Found(NamedTuple):
    """What a search has found.

    Attributes
    ----------
    boards
        The patterns, in the order found.
    verdict
        A sentence about the end.
    stopped
        Whether the user has stopped the search.
    """

    boards: list[Board]
    verdict: str
    stopped: bool


def search(lifesat: Lifesat, total: int | None) -> Found:
    """Collect what lifesat finds until it ends, or the user stops it.

    Parameters
    ----------
    lifesat
        A process that writes events.
    total
        How many are sought, for the progress in the status bar; None for all, which lifesat may
        know.
    """
    boards: list[Board] = []
    shown = 0.0
    try:
        for line in lifesat.lines():
            event = json.loads(line or "{}")
            if event.get("type") == "solution":
                boards.append(Board.read(event["rle"]))
            if event.get("type") == "done":
                break
            if len(boards) >= MOST_FOUND:
                return Found(boards, "stopped at %s; there may be more" % _count(boards), False)
            total = event.get("total") or total
            if lifesat.seconds > shown + _BETWEEN_SHOWS:
                shown = lifesat.seconds
                g.show("lifesat: " + _progress(boards, total, shown))
        return Found(boards, lifesat.says(), False)
    except KeyboardInterrupt:
        return Found(boards, "%s found when stopped; there may be more" % _count(boards), True)


def show(found: Found, layer: str, gap: int | None) -> None:
    """Show what was found in a layer of its own, and say how the search ended.

    Parameters
    ----------
    found
        What to show; with nothing the layer is left alone.
    layer
        The layer's name.
    gap
        How many cells to leave between patterns side by side, or None to show one after another.
    """
    boards = found.boards
    if boards:
        with Undisturbed() as stopped:
            open_layer(layer, boards[0].rule)
            _lay_out(boards[:1] if gap is None else boards, gap or 0)
        if gap is None and len(boards) > 1 and not (found.stopped or stopped):
            _browse(boards)
    g.show("lifesat: " + found.verdict)


def _count(boards: Sequence[Board]) -> str:
    return format(len(boards), ",")


def _progress(boards: Sequence[Board], total: int | None, seconds: float) -> str:
    """Return the line for the status bar while a search runs."""
    parts = [_count(boards) + " found", "%.1f/s" % (len(boards) / seconds), "%d s" % seconds]
    if total and total > 1:
        parts.append("%d%%" % (100 * len(boards) // total))
    return ", ".join([*parts, "Escape stops"])


def _lay_out(boards: Sequence[Board], gap: int) -> None:
    """Put patterns in rows and columns into the current layer, which is empty; select them."""
    columns = math.ceil(math.sqrt(len(boards)))
    placed = [
        board._replace(
            left=board.left + n % columns * (board.width + gap),
            top=board.top + n // columns * (board.height + gap),
        )
        for n, board in enumerate(boards)
    ]
    put(placed)
    left, top = placed[0].left, placed[0].top
    right = max(board.left + board.width for board in placed)
    show_box([left, top, right - left, placed[-1].top + placed[-1].height - top])


def _browse(boards: Sequence[Board]) -> None:
    """Let keys choose the pattern that stays."""
    shown = chosen = 0
    g.getevent()  # from now on keys come here
    try:
        while True:
            g.show("lifesat: %d of %d; %s" % (chosen + 1, len(boards), _KEYS))
            repaint()
            event = g.getevent()
            while not event:
                time.sleep(PAUSE)
                event = g.getevent()
            if event == "key return none":
                return
            chosen = (chosen + _MOVES.get(event, 0)) % len(boards)
            shown = _exchange(boards, shown, chosen)
    except KeyboardInterrupt:
        _exchange(boards, shown, 0)
    finally:
        g.getevent(False)


def _exchange(boards: Sequence[Board], shown: int, chosen: int) -> int:
    """Put another pattern in the place of the one that is shown, and return its number."""
    if shown != chosen:
        with Undisturbed():
            empty_layer()
            _lay_out(boards[chosen : chosen + 1], 0)
    return chosen
