"""Searches for objects in a box of the selection's size."""

from __future__ import annotations

from typing import NamedTuple, Sequence

import golly as g

from lifesat_golly.layers import Destination, destination
from lifesat_golly.patterns import two_state_rule
from lifesat_golly.process import Lifesat
from lifesat_golly.results import Found, search
from lifesat_golly.running import UserError


class Box(NamedTuple):
    """A box, its rule, and where the results go."""

    left: int
    top: int
    width: int
    height: int
    rule: str
    results: Destination

    def corner(self, name: str, side: int) -> Box:
        """Return the box in a corner such as ``lower-left``, of at most `side` cells each way."""
        width, height = min(self.width, side), min(self.height, side)
        left = self.left + (self.width - width if "right" in name else 0)
        top = self.top + (self.height - height if "lower" in name else 0)
        return self._replace(left=left, top=top, width=width, height=height)

    @property
    def size(self) -> str:
        """The size as an argument of lifesat."""
        return "%d,%d" % (self.width, self.height)


def selected_box(nouns: str) -> Box:
    """Return the selection as the box to search in, or raise UserError if there is none.

    `nouns` names the layer for the results.
    """
    selected = g.getselrect()
    if not selected:
        raise UserError("select a box first; the search uses its size")
    left, top, width, height = selected
    results = destination("%s in %d x %d" % (nouns, width, height), selected)
    return Box(left, top, width, height, two_state_rule(), results)


def fill(box: Box, command: Sequence[str], limit: int | None, *, best: bool) -> Found:
    """Run a command that writes events, and return its results, placed at the box."""
    with Lifesat(None, *command) as lifesat:
        found = search(lifesat, limit, best=best)
    boards = [board._replace(left=box.left, top=box.top) for board in found.boards]
    return found._replace(boards=boards)
