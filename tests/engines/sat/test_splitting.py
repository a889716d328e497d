"""How cubes are shared out: all processes have work, and no part is lost or done twice."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lifesat import Pattern
from lifesat.engines.sat.cubes import Cubes, OpenCube
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import SliceResult
from lifesat.problems.life.predecessor import Predecessor

TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]))
SETUP = SolverSetup(TUB, "column_triples", "cadical195", ONE_FORMULA)
NOTHING = np.zeros((0, 4), dtype=np.uint8)
UNFINISHED = SliceResult(
    NOTHING, np.zeros(0, dtype=np.intp), complete=False, conflicts=1, token="", resumed=True
)


class Waiting(Executor):
    """Does nothing until it is told which slice is over, without a result."""

    def __init__(self) -> None:
        self.pending: list[Future[SliceResult]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.pending.append(Future())
        return self.pending[-1]


@given(st.integers(1, 20), st.integers(0, 3), st.data())
def test_cubes_are_split_until_nobody_is_idle(
    workers: int, levels: int, data: st.DataObject
) -> None:
    """From 1, 2, 4 or 8 cubes on, whichever slice is over first; one cube is split at once."""
    starts = [
        tuple(sign * cell for sign, cell in zip(signs, (5, 9, 14), strict=False))
        for signs in product((-1, 1), repeat=levels)
    ]
    executor = Waiting()
    search = Cubes(SETUP, executor, workers, [OpenCube(cube, NOTHING) for cube in starts])
    search.advance(0.0)
    numbers = [len(starts)]
    for _ in range(workers + 2):
        assert len(executor.pending) == min(workers, numbers[-1])
        over = data.draw(st.integers(0, len(executor.pending) - 1))
        executor.pending.pop(over).set_result(UNFINISHED)
        search.advance(0.0)
        search.advance(0.0)
        numbers.append(len(search.opened))
    assert all(a < b if a < workers else a == b for a, b in pairwise(numbers))
    assert numbers[-1] < max(2 * workers, len(starts) + 1)
    assert levels or numbers[1] >= workers
    cubes = [opened.cube for opened in search.opened]
    assert sum(2.0 ** -len(cube) for cube in cubes) == 1
    assert all(any(-literal in b for literal in a) for a, b in combinations(cubes, 2))
