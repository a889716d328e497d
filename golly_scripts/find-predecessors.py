"""Find predecessors of the selection and show them in a new layer."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

WORDS = ("grid", "unknown", "different", "smallest", "largest", "up-to-symmetry")


def main() -> None:
    """Ask, search, show."""
    target, alive = patterns.selection()
    name = "parents of " + g.getname()
    patterns.check_layer(name)
    question = questions.ask_question("Find predecessors", WORDS, several=True)
    if not alive and "different" not in question.words:
        raise running.UserError(
            "the selection is empty, and the empty pattern is a parent; add the word 'different'"
        )
    if "grid" in question.words and question.outside == "torus":
        raise running.UserError(
            "parents on a torus cannot be shown side by side; leave out the word 'grid'"
        )
    best = {"smallest", "largest"} & set(question.words)
    many = [] if best else questions.how_many(question.limit)
    options = [*question.options(), *many, "--jsonl"]
    with process.Lifesat(target, "predecessors", *options) as lifesat:
        found = results.search(lifesat, question.limit)
    side_by_side = "grid" in question.words or (found.stopped and question.outside != "torus")
    # The gap keeps parents from interacting before they reach the target.
    results.show(found, name, 2 * question.generations + 2 if side_by_side else None)


running.start(main)
