"""Plain Life on arrays against neighbours counted one by one."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lifesat.life.evolution import evolve, step
from lifesat.life.rule import LIFE, RuleError, parse_rule
from tests.support import generations, plain

digits = st.lists(st.integers(0, 8), unique=True).map(lambda ds: "".join(map(str, sorted(ds))))
boards = st.tuples(st.integers(1, 3), st.integers(1, 7), st.integers(1, 7)).flatmap(
    lambda shape: arrays(np.uint8, shape, elements=st.integers(0, 1))
)


@pytest.mark.quick
@given(boards, digits, digits)
def test_any_rule_on_dead_ground_and_torus(cells: plain.Boards, born: str, stays: str) -> None:
    rule, _ = parse_rule(f"B{born}/S{stays}")
    for torus in (False, True):
        expected = plain.next_boards(cells, rule, torus=torus)
        assert (step(cells, rule, "torus" if torus else "dead") == expected).all()


@pytest.mark.quick
@given(boards.filter(lambda cells: min(cells.shape[1:]) > 2))
def test_cut_keeps_the_cells_whose_neighbours_are_known(cells: plain.Boards) -> None:
    inside = plain.next_boards(cells, LIFE, torus=False)[:, 1:-1, 1:-1]
    assert (step(cells, LIFE, "cut") == inside).all()


@given(boards, digits, digits, st.integers(3, 8), st.randoms(use_true_random=False))
def test_any_generations_rule(
    cells: plain.Boards, born: str, stays: str, states: int, random: Random
) -> None:
    cells = cells * np.array(
        [random.randrange(1, states) for _ in cells.ravel()], np.uint8
    ).reshape(cells.shape)
    rule, _ = parse_rule(f"{stays}/{born}/{states}")
    for torus in (False, True):
        expected = generations.next_boards(cells, rule, torus=torus)
        assert (step(cells, rule, "torus" if torus else "dead") == expected).all()
    if min(cells.shape[1:]) > 2:
        inside = generations.next_boards(cells, rule, torus=False)[:, 1:-1, 1:-1]
        assert (step(cells, rule, "cut") == inside).all()


@pytest.mark.quick
def test_generations_rules_that_count_no_eight_neighbours() -> None:
    """A cell with a live neighbour at its corner has none among the four next to it."""
    cells = np.array([[0, 1, 0], [0, 0, 0], [3, 0, 2]], dtype=np.uint8)
    after = {"/1/4": [[1, 2, 1], [1, 1, 1], [0, 0, 3]], "/1/4V": [[1, 2, 1], [0, 1, 0], [0, 0, 3]]}
    after["/1c/4"] = [[0, 2, 0], [1, 0, 1], [0, 0, 3]]
    for rule, expected in after.items():
        assert step(cells, parse_rule(rule)[0]).tolist() == expected
    with pytest.raises(RuleError, match="not determined by the 3x3 block"):
        step(cells, parse_rule("WireWorld")[0])


@pytest.mark.parametrize("times", [0, 4, 8])
def test_a_glider_moves_one_cell_in_four_generations(times: int) -> None:
    glider = np.zeros((12, 12), dtype=np.uint8)
    glider[[0, 1, 2, 2, 2], [1, 2, 0, 1, 2]] = 1
    moved = np.roll(glider, times // 4, axis=(0, 1))
    assert (evolve(glider, LIFE, times) == moved).all()
