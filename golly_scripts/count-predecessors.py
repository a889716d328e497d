"""Count the predecessors of the selection."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import patterns, process, questions, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Count predecessors"
WORDS = ("unknown", "different", "up-to-symmetry")


def main() -> None:
    """Ask, count, and say the number."""
    target, _ = patterns.selection()
    question = questions.ask_question(TITLE, WORDS, several=False)
    with process.Lifesat(target, "count", *question.options()) as lifesat:
        number = ""
        for line in lifesat.lines():
            number += line or ""
            g.show("lifesat: counting, %d s, Escape stops" % lifesat.seconds)
    questions.remember(TITLE, question.answer)
    what = "orbits of parents" if "up-to-symmetry" in question.words else "parents"
    conditions = " ".join(question.options()).replace("--", "")
    g.show("lifesat: %s %s (%s)" % (format(int(number), ","), what, conditions))


running.start(main)
