"""Boards that particles fill so that they become nearly the target."""

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from lifesat import Pattern
from lifesat.engines.nearest.windows import WindowSearch
from lifesat.engines.particles.board import nearest_board, patch_of
from lifesat.engines.particles.nearby import Nearby
from lifesat.engines.particles.support import supports_particles
from lifesat.life.evolution import evolve
from lifesat.life.rule import LIFE
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards
from tests.support.nearest import brute_force, problems

if TYPE_CHECKING:
    from lifesat.problems.life.window import Outside


def target(side: int, seed: int) -> Pattern:
    cells = np.random.default_rng(seed).random((side, side)) < 0.5
    return Pattern.from_array(cells.astype(np.uint8))


def filled(problem: NearestPredecessor, seed: int = 0) -> Boards | None:
    """The first generation of a particle; None if particles give up."""
    nearby = Nearby(problem, seed)
    search = nearby.whole()
    while search.possible and not (search.complete or search.stuck):
        search.advance()
    return nearby.board(search) if search.complete else None


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(problem=problems(), seed=st.integers(0, 9))
def test_boards_fulfil_what_is_certain(problem: NearestPredecessor, seed: int) -> None:
    """Only what the last generation is may differ: no birth outside, no cell that is required."""
    exact = problem.exact
    assume(exact.generations == 1)
    assume(supports_particles(exact))
    assume(not (exact.different or exact.min_population or exact.max_population is not None))
    board = filled(problem, seed)
    boards, _ = brute_force(problem)
    possible = {each.tobytes() for each in boards[problem.verify(boards)]}
    if board is None:
        assert not possible
    else:
        assert np.ascontiguousarray(board).tobytes() in possible


def test_few_cells_differ() -> None:
    """A random board of 24x24 cells needs some six cells that differ; a dead one has half."""
    for seed in range(4):
        problem = NearestPredecessor(Predecessor(target(24, seed)))
        board = filled(problem, seed)
        assert board is not None
        assert problem.distances(board[None])[0] < 30


def test_cells_that_count_more_differ_less() -> None:
    weights = tuple((3,) * 12 + (1,) * 12 for _ in range(24))
    heavy = light = 0
    for seed in range(4):
        problem = NearestPredecessor(Predecessor(target(24, seed)), weights)
        board = filled(problem, seed)
        assert board is not None
        differing = problem.differing(board[None])[0]
        weights_there = problem.window_weights
        heavy += int((differing & (weights_there == 3)).sum())
        light += int((differing & (weights_there == 1)).sum())
    assert 2 * heavy < light


def test_cells_that_count_less_than_most_are_not_given_up() -> None:
    """Eight columns of 24 count less; nearly half of their cells would differ by chance."""
    weights = tuple((9,) * 16 + (1,) * 8 for _ in range(24))
    problem = NearestPredecessor(Predecessor(target(24, 0)), weights)
    board = filled(problem)
    assert board is not None
    assert problem.differing(board[None])[0].sum() < 40


@pytest.mark.parametrize("shape", [(24, 20), (20, 24)])
def test_windows_begin_with_what_particles_find(shape: tuple[int, int]) -> None:
    cells = np.random.default_rng(1).random(shape) < 0.5
    problem = NearestPredecessor(Predecessor(Pattern.from_array(cells.astype(np.uint8)), margin=0))
    board = filled(problem, 5)
    assert board is not None
    search = WindowSearch(problem, "column_triples", "cadical195", seed=5)
    assert not search.board.any()
    while not search.board.any():
        search.advance(0.01)
    assert search.cost <= problem.costs(board[None], "fewest")[0, 0]


@pytest.mark.quick
@pytest.mark.parametrize("rows", [range(12), range(9, 20), range(20, 34)])
@pytest.mark.parametrize("columns", [range(5), range(11, 18), range(18, 30)])
def test_a_patch_asks_for_what_the_board_asks_for(rows: range, columns: range) -> None:
    """What lies beside the patch must not count as a difference, nor be forgotten."""
    cells = (np.random.default_rng(3).random((30, 26)) < 0.5).astype(np.uint8)
    board = nearest_board(NearestPredecessor(Predecessor(Pattern.from_array(cells), margin=1)))
    assert (board.rows, board.columns) == (34, 30)
    first = np.pad(cells, 2)
    patch, (top, left) = patch_of(board, first, rows, columns)
    there = np.s_[top : top + patch.rows, left : left + patch.columns]
    (after,) = evolve(first[None], LIFE, 1, "dead")
    (in_patch,) = evolve(np.ascontiguousarray(first[there])[None], LIFE, 1, "dead")
    asked = patch.becomes < 2
    assert (patch.becomes[asked] == board.becomes[there][asked]).all()
    assert (in_patch[asked] == after[there][asked]).all()
    near = np.zeros(first.shape, dtype=bool)
    near[max(0, rows.start - 1) : rows.stop + 1, max(0, columns.start - 1) : columns.stop + 1] = (
        True
    )
    assert (asked | ~near[there]).all()


@pytest.mark.parametrize("outside", ["dead", "free"])
@pytest.mark.parametrize("shape", [(44, 36), (36, 44)])
def test_a_patch_changes_only_its_cells(outside: "Outside", shape: tuple[int, int]) -> None:
    cells = np.random.default_rng(2).random(shape) < 0.5
    target = Pattern.from_array(cells.astype(np.uint8))
    problem = NearestPredecessor(Predecessor(target, outside=outside, margin=0))
    board = filled(problem)
    assert board is not None
    changes = 0
    for seed in range(6):
        changed = Nearby(problem, seed).changed(board, 22, 18)
        assert changed is not None
        assert problem.verify(changed[None])[0]
        # What is around a patch fits what is in it: few more cells differ.
        assert problem.distances(changed[None])[0] < problem.distances(board[None])[0] + 10
        rows, columns = np.nonzero(changed != board)
        if len(rows):
            changes += 1
            short, long = sorted((int(np.ptp(rows)), int(np.ptp(columns))))
            assert short < 20
            assert long < 30
    assert changes > 1
