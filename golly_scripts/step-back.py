"""Replace the selection, or the whole pattern, by a parent; made for a key."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import patterns, running, stepping

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed


def main() -> None:
    """Go back one generation, without a question."""
    patterns.check_rule()
    selected = g.getselrect()
    # Where edges are joined, all cells may be neighbours of the selection.
    joined = patterns.grid_kind() not in ("", "P")
    box = g.getrect() if joined or not selected else selected
    target = patterns.target_in(box, grid=joined) if box else None
    if target is None or not target.alive:
        raise running.UserError("there is no pattern to step back from")
    steps = stepping.Steps.here(target)
    steps.take(steps.older(joined=joined), selected=bool(selected) and not joined)


running.start(main)
