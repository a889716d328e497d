"""Count the predecessors of the selection."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Count predecessors"
WORDS = ("unknown", "different", "up-to-symmetry")


def main() -> None:
    """Ask, count, and say the number."""
    patterns.check_grid()
    target = patterns.selection()
    question = questions.ask_question(TITLE, WORDS, target.box, several=False)
    with process.Lifesat(target.text, "count", *question.options(), "--jsonl") as lifesat:
        number, done = None, ""
        for line in lifesat.lines():
            event = results.read_event(line or "{}")
            if event.get("type") == "sweep":
                done = ", %d of %d cells" % (event["visited"], event["unknowns"])
            number = event.get("number", number)
            g.show("lifesat: counting%s, %d s, Escape stops" % (done, lifesat.seconds))
    questions.remember(TITLE, question.answer)
    what = "orbits of parents" if "up-to-symmetry" in question.words else "parents"
    conditions = " ".join(question.options()).replace("--", "")
    if number is None:
        g.show("lifesat: the number of %s is not known (%s)" % (what, conditions))
    else:
        g.show("lifesat: %s %s (%s)" % (format(number, ","), what, conditions))


running.start(main)
