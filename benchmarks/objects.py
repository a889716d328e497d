"""Listing objects by what becomes of them, against python-sat's own listing of the same clauses.

Ours is a whole search: making the formula, blocking over the cells, running every solution forward.
The other is given the clauses ready made, and lists models of all variables; those beyond the cells
follow from them, so there are as many.
"""

from collections.abc import Iterator
from functools import partial

from pysat.solvers import Solver

from benchmarks.report import Program, Row, Scale, compare
from lifesat.defaults import ENCODINGS, SOLVER
from lifesat.engines.options import Options
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Problem
from lifesat.queries.events import Done
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions

_NUMBERS = {4: 83, 6: 3928}


def rows(scale: Scale) -> Iterator[Row]:
    """Yield a row for each encoding: all still lifes in a square."""
    side, pairs = (4, 1) if scale == "tiny" else (6, 5)
    problem = StillLife(side, side)
    for encoding in ENCODINGS:
        yield compare(
            "objects",
            f"all {_NUMBERS[side]:,} still lifes in {side}x{side}, {encoding}",
            Program("lifesat", partial(_listed, problem, encoding)),
            Program(
                f"python-sat {SOLVER}, enum_models", partial(_models, _clauses(problem, encoding))
            ),
            pairs=pairs,
        )


def _listed(problem: Problem, encoding: str) -> int:
    for event in search(ListSolutions(problem), Options(encoding, SOLVER, limit=None)):
        if isinstance(event, Done):
            return event.found
    raise RuntimeError("the search ended without a word")


def _clauses(problem: Problem, encoding: str) -> list[list[int]]:
    return [clause for block in problem.formula(encoding).blocks() for clause in block.tolist()]


def _models(clauses: list[list[int]]) -> int:
    with Solver(name=SOLVER, bootstrap_with=clauses) as solver:
        return sum(1 for _ in solver.enum_models())
