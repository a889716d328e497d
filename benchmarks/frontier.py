"""Counting and listing by a frontier, against an exact model counter and the SAT enumeration.

All are given the problem; making the formula, or sweeping the window, is part of the work.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from benchmarks.boards import example
from benchmarks.report import Program, Row, Scale, compare
from lifesat.defaults import ENCODING, SOLVER
from lifesat.jobs.events import Done
from lifesat.jobs.options import Options
from lifesat.jobs.search import search
from lifesat.problems.predecessor import Predecessor
from lifesat.solving.frontier import Parents, count_parents

_COUNT = "frontier, count"


def rows(scale: Scale) -> Iterator[Row]:
    """Yield the rows: the space invader counted, the pond listed."""
    if scale == "tiny":
        yield from _counted("the tub, dead, margin 0", example("tub"), pairs=1)
        return
    yield from _counted(
        "the 2,680 parents of the space invader, dead, margin 0", example("space-invader"), pairs=3
    )
    pond = example("pond", outside="free")
    yield compare(
        "frontier",
        "all 113,360 parents of the pond, free, unchecked",
        Program("frontier, list", lambda: sum(map(len, Parents(pond).models()))),
        _listed(pond),
        pairs=1,
    )


def _counted(work: str, problem: Predecessor, pairs: int) -> Iterator[Row]:
    ours = Program(_COUNT, lambda: count_parents(problem))
    if find_spec("pyganak"):
        counter = Program("pyganak", lambda: _count_models(problem))
        yield compare("frontier", work, ours, counter, pairs=pairs, ratio_limit=1 / 15)
    yield compare("frontier", work, ours, _listed(problem), pairs=pairs, ratio_limit=1 / 8)


def _count_models(problem: Predecessor) -> int:
    formula = problem.formula(ENCODING)
    counter = import_module("pyganak").Counter()
    counter.new_vars(formula.variables)
    for block in formula.blocks():
        counter.add_clauses(block.tolist())
    counter.set_sampling_set(list(range(1, problem.projection + 1)))
    return int(counter.count())


def _listed(problem: Predecessor) -> Program:
    return Program(f"lifesat {ENCODING}, {SOLVER}, all listed", lambda: _list_all(problem))


def _list_all(problem: Predecessor) -> int:
    for event in search(problem, Options(ENCODING, SOLVER, limit=None)):
        if isinstance(event, Done):
            return event.found
    raise RuntimeError("the search ended without a word")
