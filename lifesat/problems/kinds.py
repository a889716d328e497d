"""Every kind of problem, by the name that its JSON bears."""

import json

from lifesat.errors import UserError
from lifesat.problems.eater import Eater
from lifesat.problems.islands import PseudoStillLife, StrictStillLife
from lifesat.problems.oscillator import Oscillator, Spaceship
from lifesat.problems.predecessor import Predecessor
from lifesat.problems.problem import Problem
from lifesat.problems.sokoban.problem import Sokoban
from lifesat.problems.still_life import StillLife
from lifesat.problems.sudoku import Sudoku

KINDS: dict[str, type[Problem]] = {
    problem.kind: problem
    for problem in (
        Predecessor,
        Eater,
        StillLife,
        StrictStillLife,
        PseudoStillLife,
        Oscillator,
        Spaceship,
        Sudoku,
        Sokoban,
    )
}


def problem_from_json(text: str) -> Problem:
    """Return the problem that a ``to_json`` wrote.

    Raises
    ------
    UserError
        If this version of lifesat knows no such kind of problem.
    """
    kind = json.loads(text).get("kind")
    if kind not in KINDS:
        raise UserError(f"{kind!r} is no kind of problem; there are {', '.join(KINDS)}")
    return KINDS[kind].from_json(text)
