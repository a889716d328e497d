"""Listing every parent, against loops that do nothing but solve, block and count.

Ours is a whole search: making the formula, blocking over the first generation, running every parent
forward and handing it over. The others are given the clauses ready made.
"""

from collections.abc import Iterator

import pycosat
from pysat.solvers import Solver

from benchmarks.boards import clauses, example
from benchmarks.report import Program, Row, Scale, compare
from lifesat.defaults import ENCODING, SOLVER
from lifesat.engines.options import Options
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions

Clauses = list[list[int]]

_RATIO_TO_BAREST = 1.3


def rows(scale: Scale) -> Iterator[Row]:
    """Yield the rows: the pond with anything outside, the space invader with nothing."""
    if scale == "tiny":
        yield from _against_all("the tub, dead, margin 0", example("tub"), pairs=1)
        return
    pond = example("pond", outside="free")
    yield _against_barest("all 113,360 parents of the pond, free", pond, pairs=3)
    invader = example("space-invader")
    yield from _against_all(
        "all 2,680 parents of the space invader, dead, margin 0", invader, pairs=5
    )


def _against_all(work: str, problem: Predecessor, pairs: int) -> Iterator[Row]:
    yield _against_barest(work, problem, pairs)
    given = clauses(problem)
    for other in (
        Program(
            f"python-sat {SOLVER}, enum_models: blocks all variables",
            lambda: _block_all_variables(given),
        ),
        Program("pycosat.itersolve", lambda: sum(1 for _ in pycosat.itersolve(given))),
    ):
        yield compare("enumeration", work, _ours(problem), other, pairs=pairs)


def _against_barest(work: str, problem: Predecessor, pairs: int) -> Row:
    given, projection = clauses(problem), problem.projection
    barest = Program(
        f"python-sat {SOLVER}, bare loop: blocks the same variables",
        lambda: _block_projection(given, projection),
    )
    return compare(
        "enumeration", work, _ours(problem), barest, pairs=pairs, ratio_limit=_RATIO_TO_BAREST
    )


def _ours(problem: Predecessor) -> Program:
    return Program(f"lifesat {ENCODING}, {SOLVER}", lambda: _list_all(problem))


def _list_all(problem: Predecessor) -> int:
    for event in search(ListSolutions(problem), Options(ENCODING, SOLVER, limit=None)):
        if isinstance(event, Done):
            return event.found
    raise RuntimeError("the search ended without a word")


def _block_projection(given: Clauses, projection: int) -> int:
    found = 0
    with Solver(name=SOLVER, bootstrap_with=given) as solver:
        while solver.solve():
            found += 1
            solver.add_clause([-literal for literal in solver.get_model()[:projection]])
    return found


def _block_all_variables(given: Clauses) -> int:
    with Solver(name=SOLVER, bootstrap_with=given) as solver:
        return sum(1 for _ in solver.enum_models())
