"""Find a parent of the pattern nearest to the selection that has any, and show it."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import layers, patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Find nearest target"
WORDS = {"unknown": "cells in state 0 of a layer such as LifeHistory may be anything"}


def main() -> None:
    """Ask, search, and show the best parent that was found."""
    patterns.check_rule()
    target = patterns.selection()
    where = layers.destination("nearest parent of " + g.getname(), target.box)

    def search(question: questions.Question) -> results.Found:
        options = [*question.options(), "--nearest", "--jsonl"]
        with process.Lifesat(target.text, "predecessors", *options) as lifesat:
            return results.search(lifesat, None, best=True)

    _, found = questions.ask_about(target, TITLE, WORDS, search, symmetries=())
    results.show(found, where)


running.start(main)
