"""Find still lifes that eat a glider, in a box in the selection."""

from __future__ import annotations

import importlib

import lifesat_golly
from lifesat_golly import boxes, patterns, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Find eaters"
CORNERS = ("lower-left", "lower-right", "upper-left", "upper-right")
WORDS = (*CORNERS, "smallest", "all", "grid", "whole")
PROMPT = """6 0 smallest lower-left: an eater that is restored after 6 generations;
    the glider is in phase 0 (to 3) in the lower left corner of the selection.
A number or all instead of smallest: so many eaters.  grid: side by side.
Corners: lower-left, lower-right, upper-left, upper-right.
The box is the %d x %d cells around the glider.  whole: the whole selection."""
SIDE = 10  # cells; most known eaters are smaller
GAP = 4  # cells between two boxes, so that their patterns do not interact


def main() -> None:
    """Ask, search, show each eater with its glider."""
    box = boxes.selected_box("eaters")
    if box.rule != patterns.LIFE:
        reason = "find-eater is for Life (%s) alone; the rule of this layer is %s"
        raise running.UserError(reason % (patterns.LIFE, box.rule))

    def search(answer: str) -> results.Found:
        (generations, phase, number), words = questions.read_words(answer, [6, 0, 1], WORDS)
        if phase > 3:
            raise running.RejectedError("the phase of a glider, the second number, is 0 to 3")
        corner = questions.one_of(CORNERS, words) or CORNERS[0]
        where = box if "whole" in words else box.corner(corner, SIDE)
        how_many = questions.one_of(("smallest", "all"), words)
        limit = None if how_many else questions.at_least_1(number)
        options = [where.size, "--generations", str(generations), "--phase", str(phase)]
        options += ["--corner", corner, "--with-glider", "--jsonl"]
        best = how_many == "smallest"
        options += ["--smallest"] if best else questions.how_many(limit)
        found = boxes.fill(where, ["eaters", *options], limit, best=best)
        return found._replace(side_by_side="grid" in words or found.stopped)

    prompt = PROMPT % (SIDE, SIDE)
    found = questions.answered(TITLE, prompt, "6 0 smallest lower-left", search)
    results.show(found, box.results, GAP)


running.start(main)
