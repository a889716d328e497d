"""Find the cells that are the same in all predecessors of the selection, and mark them."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

WORDS = ("unknown", "different")


def main() -> None:
    """Ask, search, and show the forced cells in a LifeHistory layer."""
    target, _ = patterns.selection()
    name = "forced in parents of " + g.getname()
    patterns.check_layer(name)
    question = questions.ask_question("Find forced cells", WORDS, several=False)
    with process.Lifesat(target, "forced", *question.options(), "--jsonl") as lifesat:
        found = results.forced(lifesat)
    results.show(found, name, None)


running.start(main)
