"""Find still lifes in a box of the selection's size."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # as changed since Golly's interpreter first read it

FLAGS = ("up-to-symmetry", "no-empty-lines", "densest", "smallest")
SYMMETRIES = ("c2", "c4", "d2_+", "d2_x", "d4_+", "d4_x", "d8")
KINDS = ("strict", "pseudo")
WORDS = ("all", *FLAGS, *KINDS, *SYMMETRIES, "grid")
PROMPT = "How many still lifes (a number, or all), in a box of the selection's size."
PROMPT += "\nAfter that, if wanted: " + ", ".join(WORDS[1:])
GAP = 3  # cells between two boxes; what is in one does not reach another


def main() -> None:
    """Ask, search, show each still life."""
    box = g.getselrect()
    if not box:
        raise running.UserError("select a box first: its size is the size of what is sought")
    left, top, width, height = box
    name = "still lifes in %d x %d" % (width, height)
    patterns.check_layer(name)
    answer = questions.ask("Find still lifes", PROMPT, "1")
    (limit,), words = questions.read_words(answer, [1], WORDS)
    options = ["%d,%d" % (width, height), "--jsonl"]
    options += ["--" + word for word in words if word in FLAGS]
    options += [option for word in words if word in KINDS for option in ("--connected", word)]
    symmetries = [word.upper().replace("X", "x") for word in words if word in SYMMETRIES]
    options += [option for symmetry in symmetries for option in ("--symmetry", symmetry)]
    if not {"densest", "smallest"} & set(words):
        options += ["--all"] if "all" in words else ["--limit", str(limit)]
    with process.Lifesat(None, "still-lifes", *options) as lifesat:
        found = results.search(lifesat, None if "all" in words else limit)
    boards = [board._replace(left=left, top=top) for board in found.boards]
    side_by_side = "grid" in words or found.stopped
    results.show(found._replace(boards=boards), name, GAP if side_by_side else None)


running.start(main)
