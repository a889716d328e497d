"""Every kind of problem, by its name in JSON."""

from importlib import import_module

from lifesat.errors import UserError
from lifesat.problems.json_fields import read_object
from lifesat.problems.problem import Problem

KINDS = {
    "predecessor": ("life.predecessor", "Predecessor"),
    "predecessor_states": ("life.predecessor_states", "PredecessorStates"),
    "generations_predecessor": ("life.generations_predecessor", "GenerationsPredecessor"),
    "nearest": ("life.nearest", "NearestPredecessor"),
    "eater": ("life.eater", "Eater"),
    "still_life": ("life.still_life", "StillLife"),
    "strict_still_life": ("life.still_life_class", "StrictStillLife"),
    "pseudo_still_life": ("life.still_life_class", "PseudoStillLife"),
    "oscillator": ("life.periodic", "Oscillator"),
    "spaceship": ("life.periodic", "Spaceship"),
    "agar": ("life.agar", "Agar"),
    "search": ("life.search", "SpaceTimeSearch"),
    "completion": ("life.completion", "Completion"),
    "sudoku": ("puzzles.sudoku", "Sudoku"),
    "sokoban": ("puzzles.sokoban.problem", "Sokoban"),
}
"""The module in this folder and the class of each kind; a kind is loaded when it is needed."""


def problem_class(kind: str) -> type[Problem]:
    """Return the class of a kind in `KINDS`."""
    module, name = KINDS[kind]
    found: type[Problem] = getattr(import_module(f"lifesat.problems.{module}"), name)
    return found


def problem_from_json(text: str) -> Problem:
    """Return the problem that `Problem.to_json` wrote, of any kind in `KINDS`."""
    kind = read_object(text, "problem").get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise UserError(f"unknown kind of problem {kind!r}; choose one of {', '.join(KINDS)}")
    return problem_class(kind).from_json(text)
