"""Prove that the selection is an orphan, and show the cells that the proof needs."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import layers, patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Prove orphan"
WORDS = ("unknown", "quick")
PROMPT = """1: one generation back.
quick: do not look for a minimal orphan in the selection.
unknown: cells in state 0 of a layer such as LifeHistory may be anything."""
NO_ORPHAN = "no orphan: find-predecessors with the word free shows a parent"


def main() -> None:
    """Ask, prove, and show the required cells in a LifeHistory layer."""
    patterns.check_rule(generations=True)
    target = patterns.selection()
    where = layers.destination("orphan in " + g.getname(), target.box)

    def search(answer: str) -> results.Found:
        (generations,), words = questions.read_words(answer, [1], WORDS)
        options = ["--generations", str(generations)]
        # A minimal orphan needs a rule of two states.
        quick = "quick" in words or g.getalgo() == "Generations"
        options += [] if quick else ["--minimise"]
        options += ["--unknown"] if "unknown" in words else []
        with process.Lifesat(target.text, "orphan", *options) as lifesat:
            return results.written(lifesat, "proving")

    found = questions.answered(TITLE, PROMPT, "1", search)
    if found.verdict.startswith("no orphan"):
        found = found._replace(verdict=NO_ORPHAN)
    results.show(found, where)


running.start(main)
