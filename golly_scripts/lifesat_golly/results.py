"""Run a search and show its results one by one or side by side."""

from __future__ import annotations

import json
import math
import time
from typing import Any, NamedTuple, Sequence

import golly as g

from lifesat_golly.patterns import NOT_UNDERSTOOD, Board, empty_layer, open_layer, put, show_box
from lifesat_golly.process import PAUSE, Lifesat
from lifesat_golly.running import Undisturbed, UserError, repaint

MOST_FOUND = 10_000
"""The largest number of results; more could not be looked at."""

_BETWEEN_SHOWS = 0.2  # seconds
_KEYS = "space: next, backspace: previous, enter: keep this one, Esc: keep the first"
_MOVES = {"key space none": 1, "key delete none": -1}  # Golly's name for backspace is delete


class Found(NamedTuple):
    """The results of a search.

    Attributes
    ----------
    boards
        The patterns, in the order found.
    verdict
        A sentence that says how the search ended.
    stopped
        Whether the user stopped the search.
    """

    boards: list[Board]
    verdict: str
    stopped: bool


def search(lifesat: Lifesat, total: int | None) -> Found:
    """Collect results until lifesat ends or the user stops it.

    Parameters
    ----------
    lifesat
        A process that writes events.
    total
        The number of results that are wanted, for the progress in the status bar; None for all
        (lifesat's events may tell the total).
    """
    boards: list[Board] = []
    shown = 0.0
    latest: dict[str, Any] = {"total": total}  # values of the latest events that have them
    try:
        for line in lifesat.lines():
            event = read_event(line or "{}")
            if event.get("type") == "solution":
                boards.append(Board.read(str(event.get("rle"))))
            if event.get("type") == "done":
                if event.get("status") == "failed":
                    verdict = "%s found, then the search failed: %s"
                    reason = str(event.get("reason", "no reason is known"))
                    return Found(boards, verdict % (_count(boards), reason), False)
                break
            if len(boards) >= MOST_FOUND:
                return Found(boards, "stopped at %s; there may be more" % _count(boards), False)
            latest.update((name, each) for name, each in event.items() if each is not None)
            if lifesat.seconds > shown + _BETWEEN_SHOWS:
                shown = lifesat.seconds
                g.show("lifesat: " + _progress(boards, latest, shown))
        return Found(boards, lifesat.says(), False)
    except KeyboardInterrupt:
        return Found(boards, "%s found when stopped; there may be more" % _count(boards), True)


def read_event(line: str) -> dict[str, Any]:
    """Return the event in a line of lifesat's output."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise UserError(NOT_UNDERSTOOD)
    return event


def forced(lifesat: Lifesat) -> Found:
    """Collect the forced cells until lifesat ends or the user stops it.

    Parameters
    ----------
    lifesat
        A process of ``lifesat forced`` that writes events.
    """
    known: dict[str, Any] = {}
    progress = "searching"
    try:
        for line in lifesat.lines():
            event = read_event(line or "{}")
            if event.get("type") == "progress":
                settled = "{found:,} of {total:,} cells settled"
                progress = settled.format_map(event)
            if event.get("type") == "forced":
                known = event
            if line is None:
                g.show("lifesat: %s, %d s, Escape stops" % (progress, lifesat.seconds))
        return Found(_forced_cells(known), lifesat.says(), False)
    except KeyboardInterrupt:
        if not known:
            return Found([], "stopped before any predecessor was found or ruled out", True)
        verdict = (
            "forced: {live:,} live, {dead:,} dead; {unsettled:,} cells not settled when stopped"
        )
        return Found(_forced_cells(known), verdict.format_map(known), True)


def _forced_cells(known: dict[str, Any]) -> list[Board]:
    """Return the cells of an event that has forced ones."""
    return [Board.read(str(known.get("life_history")))] if known else []


def show(found: Found, layer: str, gap: int | None) -> None:
    """Show results in a new layer, and say how the search ended.

    Parameters
    ----------
    found
        The results; without any, no layer is added.
    layer
        The layer's name.
    gap
        The number of cells between patterns side by side, or None to show them one by one.
    """
    boards = found.boards
    if boards:
        with Undisturbed() as stopped:
            open_layer(layer, boards[0].rule)
            _lay_out(boards[:1] if gap is None else boards, gap or 0)
            g.show("lifesat: " + found.verdict)  # Escape must not hide it
        if gap is None and len(boards) > 1 and not (found.stopped or stopped):
            _browse(boards)
    g.show("lifesat: " + found.verdict)


def _count(boards: Sequence[Board]) -> str:
    return format(len(boards), ",")


def _progress(boards: Sequence[Board], latest: dict[str, Any], seconds: float) -> str:
    """Return the line for the status bar while a search runs, from the values of its events."""
    if latest.get("rows"):
        return "row %s of %s, %d s, Escape stops" % (latest.get("row"), latest["rows"], seconds)
    parts = [_count(boards) + " found", "%.1f/s" % (len(boards) / seconds), "%d s" % seconds]
    total = latest["total"]
    if isinstance(total, int) and total > 1:
        parts.append("%d%%" % (100 * len(boards) // total))
    note = "; %s" % latest["note"] if latest.get("note") else ""
    return ", ".join([*parts, "Escape stops"]) + note


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
    """Let the user choose the pattern that stays."""
    shown = chosen = 0
    g.getevent()  # Golly sends keys to the script from now on
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
    """Show another pattern in place of the current one, and return its number."""
    if shown != chosen:
        with Undisturbed():
            empty_layer()
            _lay_out(boards[chosen : chosen + 1], 0)
    return chosen
