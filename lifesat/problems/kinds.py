"""Every kind of problem, by the name that its JSON bears."""

from lifesat.errors import UserError
from lifesat.problems.json_fields import read_object
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.predecessor_states import PredecessorStates
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.life.still_life_class import PseudoStillLife, StrictStillLife
from lifesat.problems.problem import Problem
from lifesat.problems.puzzles.sokoban.problem import Sokoban
from lifesat.problems.puzzles.sudoku import Sudoku

KINDS: dict[str, type[Problem]] = {
    problem.kind: problem
    for problem in (
        Predecessor,
        PredecessorStates,
        Eater,
        StillLife,
        StrictStillLife,
        PseudoStillLife,
        Oscillator,
        Spaceship,
        Agar,
        Sudoku,
        Sokoban,
    )
}


def problem_from_json(text: str) -> Problem:
    """Return the problem that `Problem.to_json` wrote.

    Raises
    ------
    UserError
        If the kind of problem is unknown, or if the text is not a valid problem.
    """
    kind = read_object(text, "problem").get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise UserError(f"unknown kind of problem {kind!r}; choose one of {', '.join(KINDS)}")
    return KINDS[kind].from_json(text)
