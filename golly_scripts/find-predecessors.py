"""Find predecessors of the selection and show them in a new layer."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import browsing, layers, patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Find predecessors"
WORDS = {
    "grid": "all parents side by side",
    "smallest": "one with the fewest live cells",
    "largest": "one with the most live cells",
    "different": "some cell of the pattern changes",
    "max-outside=n": "at most n live cells outside the pattern's own box",
    "unknown": "cells in state 0 of a layer such as LifeHistory may be anything",
    "up-to-symmetry": "parents that are mirrored or rotated count once",
}


def main() -> None:
    """Ask, search, show; then one more generation back, as often as the user says so."""
    patterns.check_rule(generations=True)
    target = patterns.selection()
    where = layers.destination("parents of " + g.getname(), target.box)

    def search(question: questions.Question) -> results.Found:
        if not target.alive and "different" not in question.words:
            raise running.RejectedError(
                "nothing is live, and the empty pattern is a parent; add the word 'different'"
            )
        if "grid" in question.words and question.on_grid:
            raise running.RejectedError(
                "parents on a bounded grid cannot stand side by side; leave out the word 'grid'"
            )
        return parents(target, question)

    question, found = questions.ask_about(target, TITLE, WORDS, search, several=True)
    while look_back(target, question, found, where):
        target = patterns.selection()
        where = layers.destination("parents of " + g.getname(), target.box)
        question = question._replace(generations=1)
        found = parents(target, question)


def parents(target: patterns.Target, question: questions.Question) -> results.Found:
    """Search for the parents of a target."""
    best = questions.one_of(("smallest", "largest"), question.words)
    many = [] if best else questions.how_many(question.limit)
    options = [*question.options(), *many, "--jsonl"]
    with process.Lifesat(target.text, "predecessors", *options) as lifesat:
        found = results.search(lifesat, question.limit, best=bool(best))
    return found._replace(side_by_side="grid" in question.words or found.stopped)


def look_back(
    target: patterns.Target,
    question: questions.Question,
    found: results.Found,
    where: layers.Destination,
) -> bool:
    """Show parents; return whether to go back from the one that the user has chosen."""
    free, unknown = question.outside == "free", "unknown" in question.words
    becomes = patterns.Verification(target, question.generations, free, unknown)
    # The gap keeps parents from interacting before they reach the target.
    gap = None if question.on_grid else 2 * question.generations + 2
    results.show(found, where, gap or 0, becomes)
    if found.side_by_side or len(found.boards) < 2:
        return False
    again = browsing.Browser(found.boards, where, becomes, gap).run()
    results.say(found)
    return again


running.start(main)
