"""Going back from a pattern one generation at a time, where it stands."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, NamedTuple

import golly as g

from lifesat_golly.layers import data_file, read_data
from lifesat_golly.patterns import Board, Target, Verification, cells_of, check_edges, states_of
from lifesat_golly.process import Lifesat
from lifesat_golly.results import Found, repaint_and_say, say, verify, written
from lifesat_golly.running import RejectedError, Undisturbed, UserError

_RECORDS = "steps.json"
_MARGIN = 3  # cells by which a parent that is not nearby may exceed the pattern
_SECONDS = 60  # for each search, which may take for ever
_STOPPED = "stopped; nothing has changed"


class Steps(NamedTuple):
    """The steps back from a pattern."""

    # The pattern that is there now.
    target: Target
    # The pattern before the first step.
    first: Target
    # How many steps have been taken.
    number: int

    @staticmethod
    def here(target: Target) -> Steps:
        """Return the steps so far: none if the pattern is not what the last step has left."""
        records = read_data(_RECORDS)
        first, number = records.get("first"), records.get("number")
        ours = records.get("left") == _place(target.box)
        if ours and isinstance(first, str) and isinstance(number, int):
            return Steps(target, Target.read(first), number)
        return Steps(target, target, 0)

    def older(self, *, joined: bool) -> Found:
        """Look for a parent, or for another way back if there is none."""
        margin = None if joined else _margin(self.target.box)
        found = _rewind(self.target, 1, "stepping back", margin)
        back = _back(self.number + 1)
        if found.boards:
            return found._replace(verdict=back)
        if found.stopped:
            return found._replace(verdict=_STOPPED)
        if not self.number:
            nowhere = "on the rule's grid" if margin is None else "within margin %d" % margin
            proved = found.verdict.startswith("no predecessor")
            late = "no parent was found in %d s" % _SECONDS
            return found._replace(verdict="no parent " + nowhere if proved else late)
        found = _rewind(self.first, self.number + 1, "dead end, looking for another way", margin)
        if found.boards:
            return found._replace(verdict="%s, by another way" % back)
        verdict = "dead end: no other way %s was found in %d s" % (back, _SECONDS)
        return found._replace(verdict=_STOPPED if found.stopped else verdict)

    def take(self, found: Found, *, selected: bool) -> None:
        """Replace the pattern by an older one, if any was found, and say how the search ended."""
        with Undisturbed():
            if found.boards:
                self._replace_by(found.boards[0], selected=selected)
                repaint_and_say(found)
            else:
                say(found)

    def _replace_by(self, board: Board, *, selected: bool) -> None:
        cells = cells_of([board])
        if selected:
            self._check_room(_box_of(cells) or self.target.box)
        g.select(self.target.box)
        g.clear(0)
        g.putcells(cells)
        # Golly takes no generation before 0.
        g.setgen("-1")
        box = _box_of(cells) or self.target.box
        self._remember(box)
        g.select(box if selected else [])

    def _check_room(self, box: list[int]) -> None:
        """Reject a parent in a box if it could interact with live cells outside the selection."""
        left, top, width, height = self.target.box
        around = [box[0] - 2, box[1] - 2, box[2] + 4, box[3] + 4]
        for x, y in states_of(g.getcells(around)):
            if not (0 <= x - left < width and 0 <= y - top < height):
                raise UserError("live cells beside the selection are in the way; select them, too")

    def _remember(self, box: list[int]) -> None:
        records = {"first": self.first.text, "number": self.number + 1, "left": _place(box)}
        try:
            with open(data_file(_RECORDS), "w", encoding="utf-8") as file:
                json.dump(records, file, indent=1)
        except OSError:
            pass  # the next step will begin anew


def _rewind(target: Target, generations: int, doing: str, margin: int | None) -> Found:
    """Go back a number of generations from a pattern, on its grid if there is no margin.

    Results of fewer generations are dropped; the others are verified by Golly itself.
    """
    where = [] if margin is None else ["--margin", str(margin)]
    effort = ["--generations", str(generations), "--time-limit", str(_SECONDS)]
    with Lifesat(target.text, "rewind", *effort, *where) as lifesat:
        found = written(lifesat, doing)
    if found.stopped or not found.verdict.startswith(_back(generations)):
        return found._replace(boards=[])
    verify(found.boards, found.boards, Verification(target, generations))
    return found


def _margin(box: list[int]) -> int:
    """Return by how much a parent may exceed a box: less near the edge of a bounded plane."""
    for margin in range(_MARGIN, 0, -1):
        with suppress(RejectedError):
            check_edges(box, margin + 1)
            return margin
    check_edges(box, 1)
    return 0


def _place(box: list[int]) -> list[Any]:
    """Return what identifies a pattern: its layer, its box and its cells."""
    return [g.getlayer(), g.getname(), *box, g.hash(box)]


def _box_of(cells: list[int]) -> list[int] | None:
    """Return the box of the cells in Golly's list, or None if there is none."""
    places = states_of(cells)
    if not places:
        return None
    columns, rows = zip(*places)
    left, top = min(columns), min(rows)
    return [left, top, max(columns) - left + 1, max(rows) - top + 1]


def _back(number: int) -> str:
    return "%d generation%s back" % (number, "s" * (number != 1))
