"""Parents found by particles, beside brute force and the exact probabilities of cells."""

import tracemalloc
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given

import lifesat.engines.particles.search
from lifesat.engines.frontier.marginals import count_marginals
from lifesat.engines.particles import passes
from lifesat.engines.particles.board import board_of
from lifesat.engines.particles.effort import Effort, most_bytes
from lifesat.engines.particles.filter import (
    Population,
    continuable,
    first_population,
    next_population,
)
from lifesat.engines.particles.messages import Chain
from lifesat.engines.particles.row import Death
from lifesat.engines.particles.search import ParticleSearch
from lifesat.problems.life.box import inner
from lifesat.problems.life.predecessor import Predecessor
from tests.support.particles import (
    SMALL,
    any_one,
    finds_what_brute_force_finds,
    first_generation,
    partial_parents_give_the_first_rows,
    probabilities,
)
from tests.support.predecessors import soup


def made(steps: passes.Steps) -> passes.Chains:
    """Return the messages that steps make."""
    returned = []

    def delegate() -> Iterator[None]:
        returned.append((yield from steps))

    for _ in delegate():
        pass
    (chains,) = returned
    assert chains
    return chains


@given(any_one)
def test_what_particles_find_is_what_brute_force_finds(problem: Predecessor) -> None:
    finds_what_brute_force_finds(problem)


@pytest.mark.parametrize(("height", "seed"), [(9, 0), (9, 1), (9, 2), (9, 3), (50, 4)])
def test_messages_are_close_to_the_exact_probabilities(height: int, seed: int) -> None:
    """A window of four columns does not see all of a row, but nearly."""
    problem = soup(height, 8, seed)
    board = board_of(problem)
    found = probabilities(board)
    window = inner(found.T if board.transposed else found, 1)
    wrong = abs(window - count_marginals(problem).probabilities)
    assert wrong.mean() < 0.04
    assert wrong.max() < 0.4


def test_a_board_with_a_death_is_repaired() -> None:
    """With so few particles there are deaths; every seed gets over them."""
    problem = soup(40, 12, 2)
    board = board_of(problem)
    deaths = 0
    for seed in range(5):
        search = ParticleSearch(board, np.random.default_rng(seed), Effort(4, 3))
        while not search.complete:
            search.advance()
        deaths += search.deaths
        window = first_generation(problem, board, search.rows())
        assert problem.verify(window[None]).all()
    assert deaths


def test_old_rows_can_be_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    """Old populations keep less, but a death may lead back to them."""
    monkeypatch.setattr(lifesat.engines.particles.search, "MOST_BACK", 4)
    recalled: list[bool] = []

    def recording(populations: list[Population], below: Chain) -> Population:
        recalled.append(not len(populations[-1].pasts))
        return continuable(populations, below)

    monkeypatch.setattr(lifesat.engines.particles.search, "continuable", recording)
    test_a_board_with_a_death_is_repaired()
    assert any(recalled)


@pytest.mark.quick
def test_what_old_rows_need_is_computed_again() -> None:
    board = board_of(soup(12, 12, 2))
    below = made(passes.ways_below(board, 4))
    populations = [first_population(board.columns)]
    generator = np.random.default_rng(3)
    for row in range(8):
        after = next_population(
            populations[-1], board.checks(row - 1), below[row - 1], 30, generator
        )
        assert not isinstance(after, Death)
        populations.append(after)
        kept = [each.without_promises() for each in populations[1:]]
        again = continuable([populations[0], *kept], below[row - 1])
        for name in Population._fields:
            assert np.array_equal(getattr(again, name), getattr(after, name))


@pytest.mark.quick
def test_the_same_seed_finds_the_same() -> None:
    board = board_of(soup(20, 20, 3))
    found = []
    for seed in (7, 7, 8):
        search = ParticleSearch(board, np.random.default_rng(seed), SMALL)
        while not search.complete:
            search.advance()
        found.append(search.rows().tolist())
    assert found[0] == found[1] != found[2]


def test_a_partial_parent_gives_the_first_rows() -> None:
    for problem in (soup(20, 16, 4), soup(16, 20, 4)):
        assert partial_parents_give_the_first_rows(problem) > 16


@pytest.mark.parametrize(("particles", "seed", "deaths"), [(100, 1, False), (20, 2, True)])
def test_memory_is_at_most_what_is_estimated(particles: int, seed: int, *, deaths: bool) -> None:
    """Deaths bring wider windows and more particles."""
    board = board_of(soup(50, 40, 1))
    tracemalloc.start()
    try:
        search = ParticleSearch(board, np.random.default_rng(seed), Effort(4, particles))
        while not search.complete:
            search.advance()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert bool(search.deaths) == deaths
    estimate = most_bytes(board.rows, board.columns, particles)
    assert peak <= estimate < 8 * peak
