"""Boards drawn approximately: their distribution, seeds, and what ends the drawing."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from lifesat.engines.frontier.marginals import count_marginals
from lifesat.engines.particles.board import board_of
from lifesat.engines.particles.drawing import (
    ApproximateDraws,
    DrawProgress,
    NoBoardError,
    approximate_draws,
)
from lifesat.engines.particles.search import ParticleSearch
from lifesat.engines.particles.support import supports_particles
from lifesat.errors import MemoryLimitError, UserError
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards
from tests.support.predecessors import brute_force, one_generation, soup
from tests.support.soups import soup as large_soup

BLOCK = Predecessor(Pattern.from_rows(["OO", "OO"]), margin=0)
DOT = Predecessor(Pattern.from_rows(["O"]), margin=0)
FREE = Predecessor(Pattern.from_rows(["O"]), outside="free")


def drawn(problem: Predecessor, number: int, seed: int = 0, particles: int = 50) -> Boards:
    return np.concatenate([*ApproximateDraws(problem, seed, particles).draw(number)])


@given(
    one_generation.map(
        lambda problem: replace(problem, min_population=0, max_population=None, different=False)
    )
)
def test_all_that_is_drawn_is_among_what_brute_force_finds(problem: Predecessor) -> None:
    if not supports_particles(problem):
        return
    expected = brute_force(problem)
    try:
        boards = drawn(problem, 3)
    except NoBoardError:
        assert not expected
    else:
        assert {board.tobytes() for board in boards} <= expected


@pytest.mark.parametrize(("problem", "number"), [(BLOCK, 200), (FREE, 900)])
def test_all_predecessors_are_nearly_equally_likely(problem: Predecessor, number: int) -> None:
    """Chi-squared, which would be about the number of predecessors if the draws were uniform."""
    expected = brute_force(problem)
    counts = Counter(board.tobytes() for board in drawn(problem, number, particles=100))
    assert set(counts) <= expected
    each = number / len(expected)
    assert each > 5
    squares = sum((counts[board] - each) ** 2 for board in expected) / each
    assert squares < len(expected) + 6 * (2 * len(expected)) ** 0.5


def test_cells_of_a_long_board_are_live_as_often_as_they_should() -> None:
    """Particles have one past in the end; draws from a single run would all agree at the top."""
    problem = soup(30, 7, 2)
    exact = count_marginals(problem).probabilities
    found = drawn(problem, 80, particles=100).mean(axis=0)
    squares = np.square(found - exact).sum() / (exact * (1 - exact)).sum() * 80
    assert 0.6 < squares < 1.5


def test_a_seed_draws_the_same_and_fewer_are_the_first_ones() -> None:
    problem = replace(BLOCK, margin=2)
    many, few, other = drawn(problem, 6, 1), drawn(problem, 4, 1), drawn(problem, 6, 2)
    assert many[:4].tolist() == few.tolist()
    assert many.tolist() != other.tolist()
    assert len({board.tobytes() for board in many}) > 1


def test_progress_and_a_stop_between_rows() -> None:
    problem = soup(30, 12, 1)
    seen: list[DrawProgress] = []
    draws = ApproximateDraws(problem, 0, 50)
    stop = (2, 15)
    boards = [*draws.draw(4, lambda: bool(seen) and seen[-1][:2] == stop, seen.append)]
    assert len(boards) == 2
    assert problem.verify(np.concatenate(boards)).all()
    assert seen[-1] == (*stop, 32)
    assert {each.drawn for each in seen} == {0, 1, 2}
    assert not [*ApproximateDraws(problem, 0, 50).draw(4, lambda: True)]


@pytest.mark.quick
def test_none_is_no_proof() -> None:
    with pytest.raises(NoBoardError, match=r"the messages .* allow no .*; this proves nothing"):
        drawn(DOT, 1)


def test_particles_that_die_again_and_again_are_the_end() -> None:
    """Half of the cells are live by chance, which hardly ever has a predecessor."""
    cells = np.random.default_rng(3).random((12, 12)) < 0.5
    target = Pattern.from_array(cells.astype(np.uint8))
    with pytest.raises(NoBoardError, match=r"^in 5 runs particles died .*; this proves nothing"):
        drawn(Predecessor(target), 1, particles=10)


@pytest.mark.quick
def test_what_is_refused() -> None:
    for changes, reason in (
        ({"generations": 2}, "these draw one generation back only"),
        ({"symmetry": "C2"}, "particles know no symmetry"),
        ({"min_population": 3}, "particles do not count live cells"),
    ):
        with pytest.raises(UserError, match=rf"^approximate draws come from .*: {reason}$"):
            approximate_draws(replace(BLOCK, **changes))
    with pytest.raises(MemoryLimitError):
        approximate_draws(large_soup(100, 100), memory=50_000_000)
    assert len([*approximate_draws(BLOCK, memory=200_000_000).draw(2)]) == 2


@pytest.mark.quick
def test_particles_of_the_last_row_are_drawn_by_their_weights() -> None:
    search = ParticleSearch(board_of(replace(BLOCK, margin=2)), np.random.default_rng(1))
    while not search.complete:
        search.advance()
    last = search._populations[-1]
    promised = last.promised * np.where(np.arange(len(last.lower)) == 7, 1e-20, 1)[:, None]
    search._populations[-1] = last._replace(promised=promised)
    seventh = search.rows(7).tolist()
    assert seventh != search.rows(0).tolist()
    assert all(search.drawn().tolist() == seventh for _ in range(20))
