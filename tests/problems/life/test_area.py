"""The area of a box as literals and as a number, against plain counting."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import FALSE, TRUE, SpaceTime, fresh
from lifesat.engines.sat.solver import Solver
from lifesat.problems.life.completion import add_area, areas, box_areas
from tests.support.completions import area

pytestmark = pytest.mark.quick


@settings(max_examples=20)
@given(st.data(), st.integers(1, 5), st.integers(1, 5), st.integers(1, 2))
def test_areas(data: st.DataObject, height: int, width: int, generations: int) -> None:
    """Some cells are known, and boxes may have empty lines inside."""
    shape = (generations, height, width)
    sparse = st.sampled_from([0, 0, 0, 0, 1])
    cells = np.array(data.draw(st.lists(sparse, min_size=50, max_size=50)), dtype=np.uint8)
    states = cells[: np.prod(shape)].reshape(shape)
    literals = fresh(shape, 0)
    known = data.draw(st.integers(0, width))
    literals[:, :, :known] = np.where(states[:, :, :known] == 1, TRUE, FALSE)
    padded = np.pad(literals, ((0, 1), (1, 1), (1, 1)), constant_values=FALSE)
    sizes = areas(height, width)
    used = literals.size
    formula = Formula(used + len(sizes))
    add_area(formula, SpaceTime(padded), used + 1, sizes)
    unknown = literals[:, :, known:].ravel()
    given_states = np.where(states[:, :, known:].ravel() == 1, unknown, -unknown).tolist()
    number = area(states)
    assert box_areas(np.maximum.reduce(states)[None]).tolist() == [number]
    with Solver(formula) as solver:
        for index, size in enumerate(sizes.tolist()):
            below = -(used + 1 + index)
            assert solver.solve(1000, [*given_states, below]) == (number < size)
