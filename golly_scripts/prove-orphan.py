"""Prove that the selection is an orphan, and show the cells that the proof needs."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import layers, patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Prove orphan"
WORDS = ("unknown", "quick")
PROMPT = "Generations back. Optional words: unknown (of a LifeHistory layer, state 0)"
PROMPT += ",\nquick (do not look for a minimal orphan)."


def main() -> None:
    """Ask, prove, and show the required cells in a LifeHistory layer."""
    target = patterns.selection()
    where = layers.destination("orphan in " + g.getname(), target.box)
    answer = questions.ask(TITLE, PROMPT, "1")
    (generations,), words = questions.read_words(answer, [1], WORDS)
    options = ["--generations", str(generations)]
    options += [] if "quick" in words else ["--minimise"]
    options += ["--unknown"] if "unknown" in words else []
    with process.Lifesat(target.text, "orphan", *options) as lifesat:
        found = results.written(lifesat, "proving")
    questions.remember(TITLE, answer)
    results.show(found, where, None)


running.start(main)
