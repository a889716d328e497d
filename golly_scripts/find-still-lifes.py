"""Find still lifes in a box of the selection's size."""

from __future__ import annotations

import importlib

import lifesat_golly
from lifesat_golly import boxes, questions, running

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
    box = boxes.selected_box("still lifes")
    answer = questions.ask("Find still lifes", PROMPT, "1")
    (number,), words = questions.read_words(answer, [1], WORDS)
    limit = None if "all" in words else number
    options = [box.size, "--jsonl"]
    options += ["--" + word for word in words if word in FLAGS]
    options += [option for word in words if word in KINDS for option in ("--connected", word)]
    symmetries = [word.upper().replace("X", "x") for word in words if word in SYMMETRIES]
    options += [option for symmetry in symmetries for option in ("--symmetry", symmetry)]
    if not {"densest", "smallest"} & set(words):
        options += questions.how_many(limit)
    boxes.fill(box, ["still-lifes", *options], limit, GAP, grid="grid" in words)


running.start(main)
