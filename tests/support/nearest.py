"""Nearest predecessors by brute force."""

import numpy as np
from hypothesis import strategies as st

from lifesat import UNKNOWN
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.problem import Boards
from tests.support.predecessors import padded_target, run_all
from tests.support.predecessors import problems as exact_problems


@st.composite
def problems(draw: st.DrawFn) -> NearestPredecessor:
    """Problems with small windows, a third of them with weights."""
    exact = draw(exact_problems())
    width, height = exact.target.width, exact.target.height
    row = st.tuples(*[st.sampled_from([0, 2, 2, 4, 6])] * width)
    weighted = draw(st.integers(0, 2)) == 0
    return NearestPredecessor(exact, draw(st.tuples(*[row] * height)) if weighted else ())


def brute_force(problem: NearestPredecessor) -> tuple[Boards, list[int]]:
    """All first generations, and the sum of the weights of the cells that differ for each."""
    boards, child = run_all(problem.exact)
    target = padded_target(problem.exact)
    width, height = problem.exact.target.width, problem.exact.target.height
    margin = (len(target) - height) // 2
    distances = []
    for cells in child:
        distance = 0
        for y, x in np.ndindex(target.shape):
            if cells[y, x] == target[y, x] or target[y, x] == UNKNOWN:
                continue
            inside = margin <= y < margin + height and margin <= x < margin + width
            given = inside and problem.cell_weights
            distance += problem.cell_weights[y - margin][x - margin] if given else 1
        distances.append(distance)
    return boards, distances
