"""Find the cells that are the same in all predecessors of the selection, and mark them."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import layers, patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Find forced cells"
WORDS = {
    "unknown": "cells in state 0 of a layer such as LifeHistory may be anything",
    "different": "some cell of the pattern changes",
}


def main() -> None:
    """Ask, search, and show the forced cells in a LifeHistory layer."""
    patterns.check_rule()
    target = patterns.selection()
    where = layers.destination("forced in parents of " + g.getname(), target.box)

    def search(question: questions.Question) -> results.Found:
        with process.Lifesat(target.text, "forced", *question.options(), "--jsonl") as lifesat:
            return results.forced(lifesat)

    _, found = questions.ask_about(target, TITLE, WORDS, search)
    results.show(found, where)


running.start(main)
