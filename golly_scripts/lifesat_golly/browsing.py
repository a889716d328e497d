"""Look at several parents one after another, with keys."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Sequence

import golly as g

from lifesat_golly.layers import empty_layer
from lifesat_golly.process import PAUSE
from lifesat_golly.results import arranged, lay_out, verify
from lifesat_golly.running import Undisturbed, repaint

if TYPE_CHECKING:
    from lifesat_golly.layers import Destination
    from lifesat_golly.patterns import Board, Verification

_KEYS = "space, backspace: other; r: run; a: all; b: back from here; enter, Esc: keep"
_MOVES = {"key space none": 1, "key delete none": -1}  # Golly's name for backspace is delete


class Browser:
    """Shows parents in the current layer; the first is there already.

    `gap` is the number of cells between parents side by side; None if they cannot be shown so.
    """

    def __init__(
        self,
        boards: Sequence[Board],
        results: Destination,
        becomes: Verification,
        gap: int | None,
    ) -> None:
        self._boards = boards
        self._results = results
        self._becomes = becomes
        self._gap = gap
        self._number = 0
        self._evolved = False

    def run(self) -> bool:
        """Let the user choose; return whether to go back one more generation from the choice."""
        g.getevent()  # Golly sends keys to the script from now on
        try:
            while True:
                g.show(self._says())
                repaint()
                event = _event()
                if event in ("key return none", "key b none"):
                    return event == "key b none"
                if event == "key a none" and self._gap is not None:
                    self._show(self._boards, self._gap)
                    return False
                self._handle(event)
        except KeyboardInterrupt:
            return False  # Escape keeps the one that is shown
        finally:
            g.getevent(False)
            with Undisturbed():
                if self._evolved:
                    self._show(self._boards[self._number : self._number + 1])
                self._results.remember()

    def _says(self) -> str:
        if self._evolved:
            number = self._becomes.generations
            after = "generation" if number == 1 else "generations"
            return "lifesat: %d %s later; r: back to the parent" % (number, after)
        return "lifesat: %d of %d; %s" % (self._number + 1, len(self._boards), _KEYS)

    def _handle(self, event: str) -> None:
        """Handle an event; leave those that are not ours, such as zooming, to Golly."""
        if event in _MOVES:
            self._number = (self._number + _MOVES[event]) % len(self._boards)
        elif event != "key r none":
            g.doevent(event)
            return
        with Undisturbed():
            if event == "key r none" and not self._evolved:
                g.run(self._becomes.generations)
                self._evolved = True
            else:
                self._show(self._boards[self._number : self._number + 1])

    def _show(self, boards: Sequence[Board], gap: int = 0) -> None:
        placed = arranged(boards, gap)
        verify(boards, placed, self._becomes)
        empty_layer()
        g.setgen("0")
        # One takes the place of another of the same size: the view is as the user has chosen it.
        lay_out(placed, fit=len(boards) > 1)
        self._evolved = False


def _event() -> str:
    """Wait for an event from Golly."""
    event = g.getevent()
    while not event:
        time.sleep(PAUSE)
        event = g.getevent()
    return event
