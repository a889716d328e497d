"""The exact heat map: how often each cell is live over all predecessors, counted by a command.

The command sweeps a frontier, so that no list is needed, where one generation back fits.
"""

import csv
from io import StringIO
from typing import TypeGuard

import numpy as np

from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem

from .draft import Draft, draft_about
from .heat import Heat

# Numbers of predecessors are beyond those of arrays; shares in parts of this are not.
_PARTS = 10**6


def has_exact_map(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether a command can count the predecessors of a problem cell by cell."""
    if not isinstance(problem, Predecessor) or problem.generations > 1:
        return False
    return draft_about("count", "", problem) is not None


def exact_command(problem: Predecessor) -> tuple[list[str], str]:
    """Return the command line without ``lifesat``, and its input."""
    draft = draft_about("count", "", problem) or Draft("count")
    search, texts = draft.search, draft.texts
    words = search.words(texts, problem.target)[2:]
    return ["marginals", *words, "--to", "csv"], search.piped(texts)


def exact_heat(problem: Predecessor, answer: str) -> Heat:
    """Return the heat map of all predecessors, given what the command has written.

    Cells that are always or never live are exactly those.
    """
    rows = list(csv.DictReader(StringIO(answer)))
    left, top = (min(int(row[name]) for row in rows) for name in ("x", "y"))
    live = np.zeros(problem.window.shape, dtype=np.int64)
    total = int(rows[0]["total"])
    for row in rows:
        count = int(row["live"])
        share = max(1, min(_PARTS - 1, count * _PARTS // total))
        exact = {0: 0, total: _PARTS}.get(count, share)
        live[int(row["y"]) - top, int(row["x"]) - left] = exact
    return Heat((live,), _PARTS, 0, exact=total)
