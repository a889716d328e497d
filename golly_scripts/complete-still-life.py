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
PROMPT = "Period (1 for a still life), margin.\nOptional words: box (the smallest box, not the"
PROMPT += " fewest cells),\nand how to read states: " + ", ".join(STATES) + "."


def main() -> None:
    """Ask, search, and show the best completion that was found."""
    given = patterns.selection()
    where = layers.destination("completion of " + g.getname(), given.box)
    answer = questions.ask(TITLE, PROMPT, "1 1")
    (period, margin), words = questions.read_words(answer, [1, 1], WORDS)
    options = ["--period", str(period), "--margin", str(margin), "--jsonl"]
    options += ["--minimise", "box"] if "box" in words else []
    states = questions.one_of(STATES, words)
    options += ["--states", states] if states else []
    with process.Lifesat(given.text, "complete", *options) as lifesat:
        found = results.search(lifesat, None)
    questions.remember(TITLE, answer)
    results.show(results.best(found), where, None)


running.start(main)
