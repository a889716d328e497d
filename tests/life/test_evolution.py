"""Plain Life on arrays against neighbours counted one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lifesat.life.evolution import evolve, step
from lifesat.life.rule import LIFE, parse_rule
from tests.support import plain

digits = st.lists(st.integers(0, 8), unique=True).map(lambda ds: "".join(map(str, sorted(ds))))
boards = st.tuples(st.integers(1, 3), st.integers(1, 7), st.integers(1, 7)).flatmap(
    lambda shape: arrays(np.uint8, shape, elements=st.integers(0, 1))
)


@given(boards, digits, digits)
def test_any_rule_on_dead_ground_and_torus(cells: plain.Boards, born: str, stays: str) -> None:
    rule, _ = parse_rule(f"B{born}/S{stays}")
    for torus in (False, True):
        expected = plain.next_boards(cells, rule, torus=torus)
        assert (step(cells, rule, "torus" if torus else "dead") == expected).all()


@given(boards.filter(lambda cells: min(cells.shape[1:]) > 2))
def test_cut_keeps_the_cells_whose_neighbours_are_known(cells: plain.Boards) -> None:
    inside = plain.next_boards(cells, LIFE, torus=False)[:, 1:-1, 1:-1]
    assert (step(cells, LIFE, "cut") == inside).all()


@pytest.mark.parametrize("generations", [0, 4, 8])
def test_a_glider_moves_one_cell_in_four_generations(generations: int) -> None:
    glider = np.zeros((12, 12), dtype=np.uint8)
    glider[[0, 1, 2, 2, 2], [1, 2, 0, 1, 2]] = 1
    moved = np.roll(glider, generations // 4, axis=(0, 1))
    assert (evolve(glider, LIFE, generations) == moved).all()
