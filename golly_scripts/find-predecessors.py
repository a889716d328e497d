"""Find predecessors of the selection and show them in a new layer."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import browsing, layers, patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = questions.PREDECESSORS
WORDS = ("grid", "unknown", "different", "smallest", "largest", "up-to-symmetry")


def main() -> None:
    """Ask, search, show; then one more generation back, as often as the user says so."""
    patterns.check_grid()
    target = patterns.selection()
    where = layers.destination("parents of " + g.getname(), target.box)
    question = questions.ask_question(TITLE, WORDS, target.box, several=True)
    if not target.alive and "different" not in question.words:
        raise running.UserError(
            "the selection is empty, and the empty pattern is a parent; add the word 'different'"
        )
    if "grid" in question.words and question.outside == "torus":
        raise running.UserError(
            "parents on a torus cannot be shown side by side; leave out the word 'grid'"
        )
    patterns.warn_of_size(target.box)
    while look_back(target, question, where):
        target = patterns.selection()
        where = layers.destination("parents of " + g.getname(), target.box)
        question = question._replace(generations=1)


def look_back(
    target: patterns.Target, question: questions.Question, where: layers.Destination
) -> bool:
    """Search and show; return whether to go back from the parent that the user has chosen."""
    best = {"smallest", "largest"} & set(question.words)
    many = [] if best else questions.how_many(question.limit)
    options = [*question.options(), *many, "--jsonl"]
    with process.Lifesat(target.text, "predecessors", *options) as lifesat:
        found = results.search(lifesat, question.limit)
    questions.remember(TITLE, question.answer)
    # The gap keeps parents from interacting before they reach the target.
    gap = None if question.outside == "torus" else 2 * question.generations + 2
    side_by_side = "grid" in question.words or found.stopped
    free, unknown = question.outside == "free", "unknown" in question.words
    becomes = patterns.Verification(target, question.generations, free, unknown)
    results.show(found, where, gap if side_by_side else None, becomes)
    if side_by_side or len(found.boards) < 2:
        return False
    again = browsing.Browser(found.boards, where, becomes, gap).run()
    g.show(running.beginning("lifesat: " + found.verdict))
    return again


running.start(main)
