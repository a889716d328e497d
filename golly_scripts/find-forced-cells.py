"""Find the cells that are the same in all predecessors of the selection, and mark them."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import layers, patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Find forced cells"
WORDS = ("unknown", "different")


def main() -> None:
    """Ask, search, and show the forced cells in a LifeHistory layer."""
    patterns.check_grid()
    target = patterns.selection()
    where = layers.destination("forced in parents of " + g.getname(), target.box)
    question = questions.ask_question(TITLE, WORDS, target.box, several=False)
    patterns.warn_of_size(target.box)
    with process.Lifesat(target.text, "forced", *question.options(), "--jsonl") as lifesat:
        found = results.forced(lifesat)
    questions.remember(TITLE, question.answer)
    results.show(found, where, None)


running.start(main)
