"""Find a self-forcing patch in the selection: every predecessor of it contains it."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import layers, patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Find self-forcing patch"
KINDS = {"largest": ["--largest"], "minimal": ["--minimise"], "whole": []}
WORDS = (*KINDS, "unknown")
PROMPT = """1 largest: the largest patch; the number is the period.
minimal instead of largest: a patch that needs all its cells.
whole: whether the selection itself is a patch.
unknown: cells in state 0 of a layer such as LifeHistory may be anything."""


def main() -> None:
    """Ask, search, and show the patch in a LifeHistory layer, or what shows that there is none."""
    patterns.check_rule()
    pattern = patterns.selection()
    where = layers.destination("self-forcing in " + g.getname(), pattern.box)

    def search(answer: str) -> results.Found:
        (period,), words = questions.read_words(answer, [1], WORDS)
        kind = questions.one_of(tuple(KINDS), words) or "largest"
        options = ["--period", str(period), *KINDS[kind], "--to", "life-history"]
        options += ["--unknown"] if "unknown" in words else []
        with process.Lifesat(pattern.text, "self-forcing", *options) as lifesat:
            return results.written(lifesat, "searching")

    results.show(questions.answered(TITLE, PROMPT, "1 largest", search), where)


running.start(main)
