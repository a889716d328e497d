"""Count the predecessors of the selection."""

from __future__ import annotations

import importlib

import lifesat_golly
from lifesat_golly import patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Count predecessors"
WORDS = {
    "unknown": "cells in state 0 of a layer such as LifeHistory may be anything",
    "different": "some cell of the pattern changes",
    "max-outside=n": "at most n live cells outside the pattern's own box",
    "up-to-symmetry": "parents that are mirrored or rotated count once",
}


def main() -> None:
    """Ask, count, and say the number."""
    patterns.check_rule()
    target = patterns.selection()

    def search(question: questions.Question) -> results.Found:
        with process.Lifesat(target.text, "count", *question.options(), "--jsonl") as lifesat:
            return results.counted(lifesat, question)

    _, found = questions.ask_about(target, TITLE, WORDS, search)
    results.say(found)


running.start(main)
