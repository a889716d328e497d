"""Find still lifes that the selected pattern hits and that recover."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import layers, patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Find catalysts"
WORDS = ("smallest", "all", "grid", "cells=n", "from=n", "to=n", "recovered=n", "active=n")
PROMPT = """40 4 1: run for 40 generations, all within 4 cells of the selection,
    one catalyst (or a number, all, or the smallest).  grid: side by side.
cells=12: at most 12 live cells.  active=6: at most 6 active at a time.
from=5, to=9: the first contact.  recovered=8: nothing active at the end.
LifeHistory: state 1 is the pattern, and state 2 where the catalyst may be.
In two states it may be anywhere more than two cells away."""
GAP = 8  # cells between two boxes, so that their patterns do not interact


def main() -> None:
    """Ask, search, and show each catalyst with the pattern."""
    patterns.check_rule()
    given = patterns.selection(grid=False)
    where = layers.destination("catalysts of " + g.getname(), given.box)

    def search(answer: str) -> results.Found:
        (generations, margin, number), words = questions.read_words(answer, [40, 4, 1], WORDS)
        said = dict(word.split("=") for word in words if "=" in word)
        options = ["--generations", str(generations), "--margin", str(margin), "--jsonl"]
        recovered = int(said.get("recovered", 4))
        if "from" in said or "to" in said:
            last = said.get("to", str(max(generations - recovered, 0)))
            options += ["--contact", "%s..%s" % (said.get("from", "0"), last)]
        options += ["--recovered", str(recovered)]
        for word, option in (("active", "--max-active"), ("cells", "--max-population")):
            options += [option, said[word]] if word in said else []
        how_many = questions.one_of(("smallest", "all"), words)
        limit = None if how_many else questions.at_least_1(number)
        best = how_many == "smallest"
        options += ["--smallest"] if best else questions.how_many(limit)
        with process.Lifesat(given.text, "catalysts", *options) as lifesat:
            found = results.search(lifesat, limit, best=best)
        return found._replace(side_by_side="grid" in words or found.stopped)

    found = questions.answered(TITLE, PROMPT, "40 4 1", search)
    results.show(found, where, GAP)


running.start(main)
