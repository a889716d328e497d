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
PROMPT = "Period, and which patch: largest, minimal (no cell can be spared),"
PROMPT += "\nor whole (whether the selection is one).\nOptional word: unknown (of a LifeHistory"
PROMPT += " layer, state 0)."


def main() -> None:
    """Ask, search, and show the patch in a LifeHistory layer, or what shows that there is none."""
    pattern = patterns.selection()
    where = layers.destination("self-forcing in " + g.getname(), pattern.box)
    answer = questions.ask(TITLE, PROMPT, "1 largest")
    (period,), words = questions.read_words(answer, [1], WORDS)
    options = ["--period", str(period), *KINDS[questions.one_of(tuple(KINDS), words) or "largest"]]
    options += ["--unknown"] if "unknown" in words else []
    with process.Lifesat(pattern.text, "self-forcing", *options, "--to", "life-history") as lifesat:
        found = results.written(lifesat, "searching")
    questions.remember(TITLE, answer)
    results.show(found, where, None)


running.start(main)
