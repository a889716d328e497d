"""Going back from a pattern one generation at a time, where it stands."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import golly as g

from lifesat_golly.layers import data_file, read_data
from lifesat_golly.patterns import Board, cells_of
from lifesat_golly.process import Lifesat
from lifesat_golly.results import Found, written
from lifesat_golly.running import Undisturbed, UserError, beginning

_RECORDS = "steps.json"
_SECONDS = 60  # for each search, which may take for ever
_STOPPED = "stopped; nothing has changed"


class Steps(NamedTuple):
    """The steps back from a pattern.

    Attributes
    ----------
    box
        The box of the pattern that is there now.
    pattern
        That pattern as RLE, with its position and rule.
    first
        The pattern before the first step.
    number
        How many steps have been taken.
    """

    box: list[int]
    pattern: str
    first: str
    number: int

    @staticmethod
    def here(box: list[int], pattern: str) -> Steps:
        """Return the steps so far: none if the pattern is not what the last step has left."""
        records = read_data(_RECORDS)
        first, number = records.get("first"), records.get("number")
        ours = records.get("left") == _place(box)
        if ours and isinstance(first, str) and isinstance(number, int):
            return Steps(box, pattern, first, number)
        return Steps(box, pattern, pattern, 0)

    def older(self, options: list[str]) -> Found:
        """Look for a parent, or for another way back if there is none."""
        found = _rewind(self.pattern, 1, "stepping back", options)
        back = _back(self.number + 1)
        if found.stopped:
            return found._replace(boards=[], verdict=_STOPPED)
        if found.boards:
            return found._replace(verdict=back)
        if not self.number and found.verdict.startswith("no predecessor"):
            return found._replace(verdict="Garden of Eden: no parent in this box")
        if not self.number:
            return found._replace(verdict="no parent was found in %d s" % _SECONDS)
        doing = "dead end, looking for another way"
        found = _rewind(self.first, self.number + 1, doing, options)
        if found.verdict.startswith(back):
            return found._replace(verdict="%s, by another way" % back)
        verdict = "dead end: no other way %s was found in %d s" % (back, _SECONDS)
        return found._replace(boards=[], verdict=_STOPPED if found.stopped else verdict)

    def take(self, found: Found, *, selected: bool) -> None:
        """Replace the pattern by an older one, if any was found, and say how the search ended."""
        with Undisturbed():
            if found.boards:
                self._replace_by(found.boards[0], selected=selected)
            g.show(beginning("lifesat: " + found.verdict))

    def _replace_by(self, board: Board, *, selected: bool) -> None:
        if selected:
            self._check_room(board)
        cells = cells_of([board])
        g.select(self.box)
        g.clear(0)
        g.putcells(cells)
        g.select([board.left, board.top, board.width, board.height])
        # Golly takes no generation before 0.
        g.setgen("-1")
        self._remember(_living(g.getselrect()))
        g.select(_living(g.getselrect()) if selected else [])

    def _check_room(self, board: Board) -> None:
        """Refuse a parent that would touch what is not selected."""
        around = [board.left - 1, board.top - 1, board.width + 2, board.height + 2]
        if len(g.getcells(around)) > len(g.getcells(self.box)):
            raise UserError("live cells beside the selection are in the way; select them, too")

    def _remember(self, box: list[int]) -> None:
        records = {"first": self.first, "number": self.number + 1, "left": _place(box)}
        try:
            with open(data_file(_RECORDS), "w", encoding="utf-8") as file:
                json.dump(records, file, indent=1)
        except OSError:
            pass  # the next step will begin anew


def _rewind(pattern: str, generations: int, doing: str, options: list[str]) -> Found:
    effort = ["--generations", str(generations), "--time-limit", str(_SECONDS)]
    with Lifesat(pattern, "rewind", *effort, *options) as lifesat:
        return written(lifesat, doing)


def _place(box: list[int]) -> list[Any]:
    """Return what tells a pattern from others: its layer, its box and its cells."""
    return [g.getlayer(), g.getname(), *box, g.hash(box)]


def _living(box: list[int]) -> list[int]:
    """Return the box of the live cells in a box, or the box itself if there is none."""
    cells = g.getcells(box)
    columns, rows = cells[0::2], cells[1::2]
    if not cells:
        return box
    left, top = min(columns), min(rows)
    return [left, top, max(columns) - left + 1, max(rows) - top + 1]


def _back(number: int) -> str:
    return "%d generation%s back" % (number, "s" * (number != 1))
