"""Parents two generations back found by particles, beside brute force."""

import tracemalloc
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lifesat.engines.particles.search
from lifesat.cnf.spacetime import ANY, FALSE, TRUE, SpaceTime, fresh
from lifesat.engines.particles import layer_passes
from lifesat.engines.particles.board import Cells
from lifesat.engines.particles.effort import LAYER_PARTICLES, most_layer_bytes
from lifesat.engines.particles.filter import Population, continuable, first_population
from lifesat.engines.particles.layer_passes import (
    relearned_layers,
    updated_lower,
    updated_upper,
    ways_below_layers,
)
from lifesat.engines.particles.layer_search import LayerSearch
from lifesat.engines.particles.layers import Layers, layers_of
from lifesat.engines.particles.passes import Chains, Place, all_of
from lifesat.engines.particles.support import supports_particles
from lifesat.life.evolution import evolve
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor
from tests.support import plain
from tests.support.particles import (
    agrees_with_brute_force,
    first_generation,
    partial_parents_give_the_first_rows,
)
from tests.support.predecessors import brute_force, problems
from tests.support.rules import CROOKED_LIFE, LOPSIDED

two_back = (
    st.one_of(problems(), problems(rule_text=CROOKED_LIFE), problems(rule_text=LOPSIDED))
    .map(lambda each: replace(each, min_population=0, max_population=None, different=False))
    .filter(lambda each: each.outside == "dead")
    .map(lambda each: replace(each, generations=2))
)


def soup(height: int, width: int, seed: int) -> Predecessor:
    """Return a problem with a parent two generations back at least, in a box."""
    cells = np.random.default_rng(seed).random((height - 4, width - 4)) < 0.4
    child = evolve(np.pad(cells.astype(np.uint8), 2), LIFE, 2)
    return Predecessor(Pattern.from_array(child), generations=2, margin=0)


def searched(problem: Predecessor, seed: int = 1, particles: int = 60) -> LayerSearch:
    """Return a search that is complete, or can go on no further."""
    search = LayerSearch(layers_of(problem), np.random.default_rng(seed), particles)
    while search.possible and not search.complete:
        search.advance()
    return search


def messages_of(layers: Layers) -> Chains:
    below = all_of(ways_below_layers(layers))
    assert below is not None
    return below


def window(problem: Predecessor, rows: Cells) -> Cells:
    """Return the window of a problem for the rows of its board."""
    return first_generation(problem, layers_of(problem), rows)


@given(two_back)
def test_what_is_found_is_what_brute_force_finds(problem: Predecessor) -> None:
    assert supports_particles(problem)
    layers = layers_of(problem)
    search = LayerSearch(layers, np.random.default_rng(1), 60)
    agrees_with_brute_force(problem, layers, search)


def chains(layers: Layers) -> tuple[Chains, Chains]:
    """Return the messages for what lies above and below."""
    below = all_of(layer_passes._upwards(layers, None))
    assert below is not None
    above = all_of(layer_passes._downwards(layers, below))
    assert above is not None
    return above, below


def probabilities(layers: Layers) -> np.ndarray:
    """Return how likely messages think cells of the first generation to be live."""
    above, below = chains(layers)
    found = np.zeros((layers.rows, layers.columns))
    for row in range(-3, layers.rows - 2):
        chain = updated_upper(layers, row, above[row], below[row + 1])
        state = np.zeros((16, 16))
        state[0, 0] = 1
        for column in range(layers.columns):
            joint = state.reshape(4, 4, 1, 4, 4, 1) * chain[column].reshape((4,) * 6)
            # Row i of letters holds row i + 1 of the first generation in the lower bits.
            found[row + 2, column] = joint[..., 1::2].sum()
            state = joint.sum(axis=(0, 3)).reshape(16, 16)
    return found


def exact(parents: Cells) -> np.ndarray:
    """Return the share of boards in which a cell is live."""
    shares: np.ndarray = parents.mean(axis=0)
    return shares


def narrow(seed: int) -> tuple[Layers, Cells]:
    """Return a board of three columns, all of which a window sees, and its first generations.

    Outside the board all is dead, and what is born there dies at once.
    """
    boards = plain.all_boards(5, 3)
    second = plain.next_boards(boards, LIFE, torus=False)
    third = plain.next_boards(second, LIFE, torus=False)
    generator = np.random.default_rng(seed)
    becomes = third[generator.choice(np.flatnonzero(third.any(axis=(1, 2))))].copy()
    becomes[generator.random(becomes.shape) < 0.3] = UNKNOWN
    becomes[-1] = UNKNOWN  # what is known in the last row forbids births below it
    parents = boards[((third == becomes) | (becomes == UNKNOWN)).all(axis=(1, 2))]
    literals = fresh((3, *becomes.shape), 0)
    literals[2] = np.select([becomes == 0, becomes == 1], [FALSE, TRUE], ANY)
    problem = SimpleNamespace(spacetime=SpaceTime(literals), rule=LIFE)
    return layers_of(cast("Predecessor", problem)), parents


@pytest.mark.parametrize("seed", range(6))
def test_messages_are_exact_where_a_window_sees_all_columns(seed: int) -> None:
    layers, parents = narrow(seed)
    assert probabilities(layers) == pytest.approx(exact(parents), abs=1e-4)


@pytest.mark.parametrize("seed", range(3))
def test_messages_are_close_elsewhere(seed: int) -> None:
    problem = soup(5, 4, seed)
    parents = [np.frombuffer(each, dtype=np.uint8) for each in brute_force(problem)]
    found = window(problem, probabilities(layers_of(problem)))
    wrong = abs(found - exact(np.array(parents)).reshape(found.shape))
    assert wrong.mean() < 0.06


@pytest.mark.parametrize("seed", range(3))
def test_particles_are_drawn_in_proportion(seed: int) -> None:
    """With exact messages, every first generation is as likely as every other."""
    layers, parents = narrow(seed)
    search = LayerSearch(layers, np.random.default_rng(4), 3000)
    while not search.complete:
        search.advance()
    assert not search.deaths
    drawn = np.array([search.rows(each)[: layers.rows] for each in range(search.alive)])
    assert {each.tobytes() for each in drawn} <= {each.tobytes() for each in parents}
    # Particles have parents in common, so they scatter more than independent ones.
    assert exact(drawn) == pytest.approx(exact(parents), abs=0.08)


def test_deaths_are_repaired() -> None:
    """With so few particles there are deaths; every seed gets over them."""
    problem = soup(24, 16, 2)
    deaths = 0
    for seed in range(4):
        search = searched(problem, seed, particles=5)
        deaths += search.deaths
        assert search.complete
        assert problem.verify(window(problem, search.rows())[None]).all()
    assert deaths


def test_old_rows_can_be_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    """What old populations no longer keep makes no difference after a death."""
    problem = soup(24, 16, 2)
    expected = searched(problem, particles=5)
    monkeypatch.setattr(lifesat.engines.particles.search, "MOST_BACK", 4)
    search = searched(problem, particles=5)
    assert search.deaths
    assert np.array_equal(search.rows(), expected.rows())


def test_what_old_rows_need_is_computed_again() -> None:
    layers = layers_of(soup(14, 12, 2))
    search = LayerSearch(layers, np.random.default_rng(3), 100)
    while search.filled < 8:
        search.advance()
        populations = search._populations
        if len(populations) > 1:
            kept = [each.without_promises() for each in populations[1:]]
            again = continuable([populations[0], *kept], search._ways[search.filled - 3], 4)
            for name in Population._fields:
                assert np.array_equal(getattr(again, name), getattr(populations[-1], name))


def test_messages_of_some_columns_leave_open_what_lies_left_of_them() -> None:
    layers, first = layers_of(soup(14, 14, 3)), 5
    above, below = chains(layers)
    for row in range(3, 9):
        known = above[row], below[row + 1]
        for updated in (updated_upper, updated_lower):
            whole = updated(layers, row, *known)[first:]
            part = updated(layers, row, known[0][first:], known[1][first:], first)
            assert (part[whole > 0] > 0).all()
            assert abs(part - whole)[7:].mean() < 0.005


def test_new_messages_are_about_their_place() -> None:
    """Elsewhere, and above the particles, no message changes."""
    layers = layers_of(soup(20, 30, 1))
    assert layers.transposed
    below = messages_of(layers)
    population = first_population(layers.columns)
    place = Place(range(-3, 6), range(12))
    learned = relearned_layers(layers, below, population, place)
    changed = {pair for pair in below if not np.array_equal(learned[pair], below[pair])}
    assert changed
    assert changed <= set(place.pairs[1:-1])
    for pair in changed:
        assert np.array_equal(learned[pair][8:], below[pair][8:])


def test_the_same_seed_finds_the_same() -> None:
    problem = soup(16, 16, 3)
    found = [searched(problem, seed).rows().tolist() for seed in (7, 7, 8)]
    assert found[0] == found[1] != found[2]


@pytest.mark.parametrize("shape", [(20, 16), (16, 20)])
def test_a_partial_parent_gives_the_first_rows(shape: tuple[int, int]) -> None:
    assert partial_parents_give_the_first_rows(soup(*shape, 4)) > 14


def test_memory_is_at_most_what_is_estimated() -> None:
    problem = soup(30, 24, 0)
    layers = layers_of(problem)
    searched(soup(8, 8, 0))  # compiles
    tracemalloc.start()
    try:
        search = searched(problem, particles=LAYER_PARTICLES)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert search.complete
    estimate = most_layer_bytes(layers.rows, layers.columns)
    assert peak <= estimate < 6 * peak
