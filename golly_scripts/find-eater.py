"""Find still lifes that eat a glider, in a box of the selection's size."""

from __future__ import annotations

import importlib

import lifesat_golly
from lifesat_golly import boxes, questions, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Find eaters"
CORNERS = ("lower-left", "lower-right", "upper-left", "upper-right")
WORDS = (*CORNERS, "all", "smallest", "grid")
PROMPT = (
    "Generations until the eater has recovered, the glider's phase (0 to 3),"
    " how many (a number, or all)."
    "\nOptional words: " + ", ".join(word for word in WORDS if word != "all")
)
GAP = 4  # cells between two boxes, so that their patterns do not interact


def main() -> None:
    """Ask, search, show each eater with its glider."""
    box = boxes.selected_box("eaters")
    if box.rule != boxes.LIFE:
        reason = "find-eater is for Life (%s) alone; the rule of this layer is %s"
        raise running.UserError(reason % (boxes.LIFE, box.rule))
    answer = questions.ask(TITLE, PROMPT, "6 0 1 lower-left")
    (generations, phase, number), words = questions.read_words(answer, [6, 0, 1], WORDS)
    limit = None if "all" in words else number
    options = [box.size, "--generations", str(generations)]
    options += ["--phase", str(phase), "--with-glider", "--jsonl"]
    corner = questions.one_of(CORNERS, words)
    options += ["--corner", corner] if corner else []
    options += ["--smallest"] if "smallest" in words else questions.how_many(limit)
    boxes.fill(box, ["eaters", *options], limit, GAP, grid="grid" in words)
    questions.remember(TITLE, answer)


running.start(main)
