"""The fewest live cells, with the proof, against a MaxSAT solver on the same clauses.

The other program is RC2 of python-sat (A. Ignatiev, A. Morgado and J. Marques-Silva, "RC2: An
Efficient MaxSAT Solver", 2019): every dead cell of the first generation is wished for.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from benchmarks.boards import example
from benchmarks.report import Program, Row, Scale, compare
from lifesat.defaults import ENCODING
from lifesat.engines.options import Options
from lifesat.problems.life.base import PopulationCompared
from lifesat.queries.events import Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution

# Names of examples, generations and margins.
_WORKS = (("pond", 3, 2), ("life", 2, 0), ("life", 3, 0))
_TINY = (("tub", 2, 0),)


def rows(scale: Scale) -> Iterator[Row]:
    """Yield a row for each work."""
    for name, generations, margin in _TINY if scale == "tiny" else _WORKS:
        problem = replace(example(name), generations=generations, margin=margin)
        yield compare(
            "smallest",
            f"{name}, {generations} back, margin {margin}: the fewest live cells",
            Program("lifesat", partial(fewest, problem)),
            Program("RC2", partial(maxsat, problem)),
            pairs=1 if scale == "tiny" else 3,
        )


def fewest(problem: PopulationCompared) -> int:
    """Return the fewest live cells, found and proved by lifesat."""
    found = [
        event.weights()[0]
        for event in search(BestSolution(problem, "fewest"), Options())
        if isinstance(event, Solutions)
    ]
    return found[0]


def maxsat(problem: PopulationCompared) -> int:
    """Return the same by RC2, without live cells that are given."""
    wishes = WCNF()
    for block in problem.formula(ENCODING).blocks():
        wishes.extend(block.tolist())
    for variable in range(1, problem.projection + 1):
        wishes.append([-variable], weight=1)
    with RC2(wishes, solver="cadical195") as solver:
        solver.compute()
        cost: int = solver.cost
    return cost
