"""Find still lifes that eat a glider, in a box of the selection's size."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # as changed since Golly's interpreter first read it

CORNERS = ("lower-left", "lower-right", "upper-left", "upper-right")
WORDS = (*CORNERS, "all", "smallest", "grid")
PROMPT = (
    "Generations until all is as before, the glider's phase (0 to 3), how many (a number, or all)."
    "\nAfter them, if wanted: " + ", ".join(word for word in WORDS if word != "all")
)
GAP = 4  # cells between two boxes; what is in one does not reach another


def main() -> None:
    """Ask, search, show each eater with its glider."""
    box = g.getselrect()
    if not box:
        raise running.UserError("select a box first: its size is the size of what is sought")
    left, top, width, height = box
    name = "eaters in %d x %d" % (width, height)
    patterns.check_layer(name)
    answer = questions.ask("Find eaters", PROMPT, "6 0 1 lower-left")
    (generations, phase, limit), words = questions.read_words(answer, [6, 0, 1], WORDS)
    options = ["--size", "%d,%d" % (width, height), "--generations", str(generations)]
    options += ["--phase", str(phase), "--with-glider", "--jsonl"]
    options += [option for word in words if word in CORNERS for option in ("--corner", word)]
    if "smallest" in words:
        options.append("--smallest")
    else:
        options += ["--all"] if "all" in words else ["--limit", str(limit)]
    with process.Lifesat(None, "eater", *options) as lifesat:
        found = results.search(lifesat, None if "all" in words else limit)
    boards = [board._replace(left=left, top=top) for board in found.boards]
    side_by_side = "grid" in words or found.stopped
    results.show(found._replace(boards=boards), name, GAP if side_by_side else None)


running.start(main)
