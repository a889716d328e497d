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
    patterns.check_grid()
    selected = g.getselrect()
    # On a torus, all cells are neighbours of the selection.
    torus = ":T" in g.getrule()
    box = g.getrect() if torus or not selected else selected
    target = patterns.target_in(box, grid=torus) if box else None
    if target is None or not target.alive:
        raise running.UserError("there is no pattern to step back from")
    steps = stepping.Steps.here(target)
    steps.take(steps.older(torus=torus), selected=bool(selected) and not torus)


running.start(main)
