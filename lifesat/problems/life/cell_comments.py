"""Comments in DIMACS that identify the cell of each variable."""

from collections.abc import Iterator

from lifesat.problems.life.completion import Completion
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.search import SpaceTimeSearch

PlacedProblem = Predecessor | NearestPredecessor | Completion | SpaceTimeSearch
"""A problem that identifies the cell and generation of each variable."""


def cell_comments(problem: PlacedProblem, encoding: str) -> Iterator[str]:
    """Yield comments that identify the variables; model counters project on `p show`."""
    nouns, corner = problem.nouns, "block"
    if isinstance(problem, Predecessor | NearestPredecessor):
        nouns, corner = "predecessors", "target"
    elif isinstance(problem, Completion):
        corner = "box"
    yield f"{nouns} {problem.conditions()}"
    yield f"encoding {encoding}"
    where = f"(0, 0) is the {corner}'s top left cell, T = 0 the first layer"
    several = problem.rule.states > 2
    yield f"cell VARIABLE X Y T{' STATE' * several}: {where}"
    for variable, *place, state in problem.places():
        yield " ".join(map(str, ["cell", variable, *place, *[state] * several]))
    if isinstance(problem, SpaceTimeSearch):
        yield from _transition_comments(problem)
    yield " ".join(["p show", *map(str, range(1, problem.projection + 1)), "0"])


def _transition_comments(problem: SpaceTimeSearch) -> Iterator[str]:
    """Yield comments that identify the variables of transitions of an unknown rule."""
    transitions = list(problem.rules.transitions(problem.variables))
    if transitions:
        yield "transition VARIABLE NAME: whether a cell is live after the isotropic transition"
    for variable, name in transitions:
        yield f"transition {variable} {name}"
