"""Find still lifes in a box of the selection's size."""

from __future__ import annotations

import importlib

import lifesat_golly
from lifesat_golly import boxes, questions, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Find still lifes"
FLAGS = ("up-to-symmetry", "no-empty-lines", "densest", "smallest")
KINDS = ("strict", "pseudo")
WORDS = ("all", *FLAGS, *KINDS, "grid", *questions.SYMMETRIES)
PROMPT = "How many still lifes (a number, or all), in a box of the selection's size,"
PROMPT += " under the layer's rule.\nOptional words: " + ", ".join((*FLAGS, *KINDS, "grid"))
PROMPT += ".\nOptional symmetry: " + ", ".join(questions.SYMMETRIES) + "."
GAP = 3  # cells between two boxes, so that their patterns do not interact


def main() -> None:
    """Ask, search, show each still life."""
    box = boxes.selected_box("still lifes")
    answer = questions.ask(TITLE, PROMPT, "1")
    (number,), words = questions.read_words(answer, [1], WORDS)
    limit = None if "all" in words else number
    # The empty box is a still life, and nobody looks for it.
    options = [box.size, "--rule", box.rule, "--jsonl", "--min-population", "1"]
    options += ["--" + word for word in words if word in FLAGS]
    kind = questions.one_of(KINDS, words)
    options += ["--connected", kind] if kind else []
    options += questions.symmetry(words)
    if not {"densest", "smallest"} & set(words):
        options += questions.how_many(limit)
    boxes.fill(box, ["still-lifes", *options], limit, GAP, grid="grid" in words)
    questions.remember(TITLE, answer)


running.start(main)
