"""Objects that are sought in a box of the selection's size."""

from __future__ import annotations

from typing import NamedTuple, Sequence

import golly as g

from lifesat_golly.patterns import check_layer
from lifesat_golly.process import Lifesat
from lifesat_golly.results import search, show
from lifesat_golly.running import UserError

LIFE = "B3/S23"
"""Life, as Golly names it."""


class Box(NamedTuple):
    """A box, the rule in it, and the name of the layer for what is found."""

    left: int
    top: int
    width: int
    height: int
    rule: str
    layer: str

    @property
    def size(self) -> str:
        """The size as lifesat reads it."""
        return "%d,%d" % (self.width, self.height)


def selected_box(nouns: str) -> Box:
    """Return the selection as the box in which `nouns` are sought.

    Raises
    ------
    UserError
        If there is no selection, or no layer to be had for what is found.
    """
    selected = g.getselrect()
    if not selected:
        raise UserError("select a box first: its size is the size of what is sought")
    left, top, width, height = selected
    layer = "%s in %d x %d" % (nouns, width, height)
    box = Box(left, top, width, height, _rule(), layer)
    check_layer(box.layer)
    return box


def _rule() -> str:
    """Return the layer's rule as it is on the endless plane, and for states 0 and 1."""
    rule = g.getrule().split(":")[0]
    if g.numstates() > 2 and rule.endswith("History"):
        rule = rule[: -len("History")]
    return LIFE if rule == "Life" else rule


def fill(box: Box, command: Sequence[str], limit: int | None, gap: int, *, grid: bool) -> None:
    """Let lifesat search, and show what it finds where the box is.

    Parameters
    ----------
    box
        Where to show the first one.
    command
        A command of lifesat that writes events, with its options.
    limit
        How many are sought, or None for all.
    gap
        How many cells to leave between two that are shown side by side.
    grid
        Whether to show them so; those of a search that was stopped are.
    """
    with Lifesat(None, *command) as lifesat:
        found = search(lifesat, limit)
    boards = [board._replace(left=box.left, top=box.top) for board in found.boards]
    show(found._replace(boards=boards), box.layer, gap if grid or found.stopped else None)
