"""Complete the selection, where some cells are given, to the smallest still life."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import layers, patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Complete still life"
STATES = ("golly-history", "complete-still", "stator-optimizer", "two-state")
WORDS = ("box", *STATES)
PROMPT = """1 1: period 1 (a still life), up to 1 cell around the pattern.
box: the smallest box, not the fewest cells.
How to read states: """


def main() -> None:
    """Ask, search, and show the best completion that was found."""
    patterns.check_rule()
    given = patterns.selection(grid=False)
    where = layers.destination("completion of " + g.getname(), given.box)

    def search(answer: str) -> results.Found:
        (period, margin), words = questions.read_words(answer, [1, 1], WORDS)
        options = ["--period", str(period), "--margin", str(margin), "--jsonl"]
        options += ["--minimise", "box"] if "box" in words else []
        states = questions.one_of(STATES, words)
        options += ["--states", states] if states else []
        with process.Lifesat(given.text, "complete", *options) as lifesat:
            return results.search(lifesat, None, best=True)

    found = questions.answered(TITLE, PROMPT + ", ".join(STATES), "1 1", search)
    results.show(found, where)


running.start(main)
