"""Replace the selection, or the whole pattern, by a parent; made for a key."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import patterns, questions, running, stepping

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed


def main() -> None:
    """Go back one generation, without a question."""
    if g.numstates() > 2:
        raise running.UserError("step-back needs a layer with two states")
    selected = g.getselrect()
    # On a torus, all cells are neighbours of the selection.
    torus = ":T" in g.getrule()
    box = g.getrect() if torus or not selected else selected
    if not box or not g.getcells(box):
        raise running.UserError("there is no pattern to step back from")
    steps = stepping.Steps.here(box, patterns.region(box))
    found = steps.older(questions.last_surroundings(torus=torus))
    steps.take(found, selected=bool(selected) and not torus)


running.start(main)
