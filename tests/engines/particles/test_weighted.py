"""Boards drawn with weights: unbiased estimates of the number of parents, and a lower bound."""

import math
from dataclasses import replace

import numpy as np
import pytest

from lifesat.engines.frontier.counts import count_boards
from lifesat.engines.frontier.estimates import estimate_marginals, log_least
from lifesat.engines.frontier.marginals import count_marginals
from lifesat.engines.particles.board import Board, board_of
from lifesat.engines.particles.passes import Chains, all_of, ways_below
from lifesat.engines.particles.weighted import weighted_boards
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from tests.support.predecessors import brute_force, soup
from tests.support.targets import OBJECTS

POND = Predecessor(Pattern.from_rows(OBJECTS["pond"]))


def messages(board: Board) -> Chains:
    made = all_of(ways_below(board, 4))
    assert made is not None
    return made


@pytest.mark.parametrize("problem", [POND, soup(7, 7, 4), replace(soup(6, 9, 3), outside="free")])
def test_the_mean_of_many_estimates_is_the_number(problem: Predecessor) -> None:
    """With few particles, so that the estimates scatter."""
    board, generator = board_of(problem), np.random.default_rng(3)
    below = messages(board)
    runs = [weighted_boards(board, below, 8, generator) for _ in range(100)]
    totals = np.array([0.0 if run is None else math.exp(run.log_total) for run in runs])
    number = count_boards(problem)
    error = totals.std(ddof=1) / 10
    assert 0.002 * number < error < 0.2 * number
    assert abs(totals.mean() - number) < 5 * error


def test_the_messages_may_be_wrong() -> None:
    """They say where to look; the weights make up for what they get wrong."""
    # With free cells outside, the last row differs between boards.
    problem = replace(soup(5, 5, 3), outside="free")
    board, generator = board_of(problem), np.random.default_rng(4)
    wrong = {
        pair: (chain * generator.uniform(0.5, 1.5, chain.shape)).astype(np.float32)
        for pair, chain in messages(board).items()
    }
    runs = [weighted_boards(board, wrong, 50, generator) for _ in range(200)]
    totals = np.array([0.0 if run is None else math.exp(run.log_total) for run in runs])
    number = count_boards(problem)
    error = totals.std(ddof=1) / math.sqrt(200)
    assert error < 0.05 * number
    assert abs(totals.mean() - number) < 5 * error
    live = np.array([np.tensordot(run.weights, run.boards, 1).sum() / 50 for run in runs if run])
    exact = count_marginals(problem).probabilities.sum() * number
    assert np.average(live, weights=totals[totals > 0]) == pytest.approx(exact / number, rel=0.05)


@pytest.mark.quick
def test_all_parents_are_drawn_and_nothing_else() -> None:
    problem = Predecessor(Pattern.from_rows(["....", "...."]), margin=0)
    board = board_of(problem)
    run = weighted_boards(board, messages(board), 2000, np.random.default_rng(1))
    assert run is not None
    boards = run.boards.swapaxes(1, 2) if board.transposed else run.boards
    inner = boards[:, boards.shape[1] // 2 - 1 :, boards.shape[2] // 2 - 2 :][:, :2, :4]
    assert {each.tobytes() for each in inner} == set(brute_force(problem))
    assert run.weights.mean() == pytest.approx(1)


@pytest.mark.quick
def test_identical_particles_go_different_ways() -> None:
    """A single random number for all of them would make all boards the same."""
    board = board_of(POND)
    run = weighted_boards(board, messages(board), 500, np.random.default_rng(1))
    assert run is not None
    assert len({each.tobytes() for each in run.boards}) > 100


@pytest.mark.parametrize("risk", [0.05, 0.3])
def test_the_lower_bound_is_seldom_too_high(risk: float) -> None:
    """Of estimates of 1 that scatter over orders of magnitude, or are often 0."""
    generator = np.random.default_rng(5)
    for spread, zeros in ((0.1, 0.0), (2.0, 0.0), (1.0, 0.3)):
        totals = np.exp(generator.normal(-(spread**2) / 2, spread, (2000, 20)))
        totals *= (generator.random(totals.shape) >= zeros) / (1 - zeros)
        bounds = np.array([log_least(each, risk) for each in totals])
        assert (bounds > 0).mean() <= risk
        assert np.median(bounds) > -4


def test_a_long_board() -> None:
    problem = soup(8, 50, 1)
    found = estimate_marginals(problem, 20)
    number = math.log10(count_boards(problem))
    assert found.log10_least <= min(number, found.log10_total)
    assert abs(10 ** (found.log10_total - number) - 1) <= 5 * found.total_error < 1


def test_a_soup_that_drawing_cell_by_cell_does_not_reach() -> None:
    found = estimate_marginals(soup(24, 24, 1), 16)
    assert found.total_error < 0.3
