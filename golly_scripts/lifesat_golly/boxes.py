"""Searches for objects in a box of the selection's size."""

from __future__ import annotations

from typing import NamedTuple, Sequence

import golly as g

from lifesat_golly.layers import Destination, destination
from lifesat_golly.process import Lifesat
from lifesat_golly.results import search, show
from lifesat_golly.running import UserError

LIFE = "B3/S23"
"""Life, as Golly names it."""


class Box(NamedTuple):
    """A box, its rule, and where the results go."""

    left: int
    top: int
    width: int
    height: int
    rule: str
    results: Destination

    @property
    def size(self) -> str:
        """The size as lifesat's option."""
        return "%d,%d" % (self.width, self.height)


def selected_box(nouns: str) -> Box:
    """Return the selection as the box to search in; `nouns` names the layer.

    Raises
    ------
    UserError
        If there is no selection, or no layer can be added for the results.
    """
    selected = g.getselrect()
    if not selected:
        raise UserError("select a box first; the search uses its size")
    left, top, width, height = selected
    results = destination("%s in %d x %d" % (nouns, width, height), selected)
    return Box(left, top, width, height, _rule(), results)


def _rule() -> str:
    """Return the layer's two-state rule without its grid."""
    rule = g.getrule().split(":")[0]
    if g.numstates() > 2 and rule.endswith("History"):
        rule = rule[: -len("History")]
    return LIFE if rule == "Life" else rule


def fill(box: Box, command: Sequence[str], limit: int | None, gap: int, *, grid: bool) -> None:
    """Run a search, and show its results at the box.

    Parameters
    ----------
    box
        Where to show the first one.
    command
        A command of lifesat that writes events, with its options.
    limit
        The number of results to find, or None for all.
    gap
        The number of cells between two results that are shown side by side.
    grid
        Whether to show the results side by side; a stopped search always does.
    """
    with Lifesat(None, *command) as lifesat:
        found = search(lifesat, limit)
    boards = [board._replace(left=box.left, top=box.top) for board in found.boards]
    show(found._replace(boards=boards), box.results, gap if grid or found.stopped else None)
