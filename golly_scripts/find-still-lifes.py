"""Find still lifes in a box of the selection's size."""

from __future__ import annotations

import importlib

import lifesat_golly
from lifesat_golly import boxes, patterns, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Find still lifes"
BEST = ("densest", "smallest")
FLAGS = ("up-to-symmetry", "no-empty-lines", *BEST)
KINDS = ("strict", "pseudo")
WORDS = ("all", *FLAGS, *KINDS, "grid", *questions.SYMMETRIES)
PROMPT = """1: one still life in a box of the selection's size, under the layer's rule.
Another number, or all: so many.  grid: side by side.
densest, smallest: one with the most or fewest live cells.
up-to-symmetry: mirrored or rotated ones count once.
no-empty-lines: live cells in each row and column.  strict, pseudo: only such.
Symmetry: """
GAP = 3  # cells between two boxes, so that their patterns do not interact


def main() -> None:
    """Ask, search, show each still life."""
    patterns.check_rule()
    box = boxes.selected_box("still lifes")

    def search(answer: str) -> results.Found:
        (number,), words = questions.read_words(answer, [1], WORDS)
        limit = None if "all" in words else questions.at_least_1(number)
        # The empty box is a still life, but not a useful result.
        options = [box.size, "--rule", box.rule, "--jsonl", "--min-population", "1"]
        options += ["--" + word for word in words if word in FLAGS]
        kind = questions.one_of(KINDS, words)
        options += ["--connected", kind] if kind else []
        options += questions.symmetry(words)
        best = bool(questions.one_of(BEST, words))
        options += [] if best else questions.how_many(limit)
        found = boxes.fill(box, ["still-lifes", *options], limit, best=best)
        return found._replace(side_by_side="grid" in words or found.stopped)

    prompt = PROMPT + ", ".join(questions.SYMMETRIES)
    results.show(questions.answered(TITLE, prompt, "1", search), box.results, GAP)


running.start(main)
