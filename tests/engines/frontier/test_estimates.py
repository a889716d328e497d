"""Estimated marginals against exact ones, and the errors that they state."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from lifesat import Pattern, UserError
from lifesat.engines.frontier import estimates
from lifesat.engines.frontier.estimates import MarginalEstimates, SampleProgress, estimate_marginals
from lifesat.engines.frontier.marginals import count_marginals
from lifesat.engines.frontier.support import Limits, OutOfReachError
from lifesat.problems.life.predecessor import Predecessor
from tests.support.environment import few_and_many
from tests.support.predecessors import brute_force, one_generation, soup
from tests.support.targets import OBJECTS

POND = Predecessor(Pattern.from_rows(OBJECTS["pond"]))


def check_by_brute_force(problem: Predecessor) -> None:
    parents = [np.frombuffer(board, dtype=np.uint8) for board in brute_force(problem)]
    if not parents:
        with pytest.raises(OutOfReachError, match="has a predecessor"):
            estimate_marginals(problem, 20)
        return
    found = estimate_marginals(problem, 20)
    # With 20 samples, six standard errors are exceeded once in 100,000 times; a state that no
    # sample shows is rare.
    allowed = 6 * found.standard_errors.ravel() + 0.01
    assert (abs(found.probabilities.ravel() - np.mean(parents, axis=0)) <= allowed).all()
    assert abs(10**found.log10_total / len(parents) - 1) <= 6 * found.total_error + 0.01
    assert found.corner == count_marginals(problem).corner


@few_and_many(15, 100)
def test_as_by_brute_force(examples: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "_MOST_PARTICLES", 4000)
    settings(max_examples=examples)(given(problem=one_generation)(check_by_brute_force))()


@pytest.mark.parametrize("symmetry", ["C2", "D8"])
def test_cells_that_a_symmetry_makes_equal(symmetry: str) -> None:
    problem = replace(POND, symmetry=symmetry)
    found = estimate_marginals(problem, 20)
    expected = count_marginals(problem).probabilities
    assert (abs(found.probabilities - expected) <= 6 * found.standard_errors + 0.01).all()


@pytest.mark.parametrize("problem", [POND, soup(8, 8, 4), replace(POND, max_population=14)])
def test_the_stated_errors_are_true(problem: Predecessor, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few particles, so that errors are large: as large as stated, on average."""
    monkeypatch.setattr(estimates, "_FIRST_PARTICLES", 100)
    expected = count_marginals(problem).probabilities
    found = [estimate_marginals(problem, 30, seed) for seed in range(8)]
    errors = np.array([each.probabilities - expected for each in found])
    stated = np.array([each.standard_errors for each in found])
    assert 0.75 < math.sqrt(np.square(errors).mean() / np.square(stated).mean()) < 1.35
    assert stated.max() > 0.01


def test_four_times_as_many_samples_halve_the_errors() -> None:
    few, many = (estimate_marginals(POND, number).standard_errors for number in (20, 80))
    assert 0.4 < math.sqrt(np.square(many).mean() / np.square(few).mean()) < 0.6


@pytest.mark.weekly
def test_a_board_that_no_frontier_fits() -> None:
    """A dead board and its mirror image have the same probabilities."""
    dead = Predecessor(Pattern.from_rows(["." * 18] * 18), margin=0)
    with pytest.raises(OutOfReachError):
        count_marginals(dead, Limits(10**8))
    found = estimate_marginals(dead, 16)
    for mirrored in (np.fliplr, np.flipud, np.transpose):
        errors = np.hypot(found.standard_errors, mirrored(found.standard_errors))
        difference = abs(found.probabilities - mirrored(found.probabilities))
        assert (difference <= 5 * errors).mean() > 0.95
        assert np.sqrt(np.square(difference).mean()) < 1.5 * np.sqrt(np.square(errors).mean())


@pytest.mark.parametrize(
    ("height", "width", "log10_total"),
    # OEIS A134963; the second number comes from a sweep of half a minute.
    [
        (13, 13, 25 + math.log10(7.5225548540139768)),
        pytest.param(10, 40, 65.65707698, marks=pytest.mark.weekly),
    ],
)
def test_how_many_parents_a_dead_board_has(height: int, width: int, log10_total: float) -> None:
    dead = Predecessor(Pattern.from_rows(["." * width] * height), margin=0)
    found = estimate_marginals(dead, 32)
    assert abs(10 ** (found.log10_total - log10_total) - 1) <= 5 * found.total_error < 1


def test_the_same_seed_gives_the_same() -> None:
    first, again, other = (estimate_marginals(POND, 10, seed) for seed in (1, 1, 2))
    assert np.array_equal(first.probabilities, again.probabilities)
    assert not np.array_equal(first.probabilities, other.probabilities)


# What draws cell by cell, as a bound on the population needs it, and row by row.
@pytest.mark.parametrize(("side", "most", "first"), [(9, 121, 30), (18, None, 4)])
def test_samples_that_differ_too_much_are_drawn_again_with_more_boards(
    side: int, most: int | None, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = replace(soup(side, side, 2), max_population=most)
    monkeypatch.setattr(estimates, "_FIRST_PARTICLES", first)
    seen: list[SampleProgress] = []
    found = estimate_marginals(problem, 20, report=seen.append)
    assert found.particles == seen[-1].particles > first
    assert found.effective >= found.samples / 2
    assert seen[-1].words == f"20 of 20 samples of {found.particles:,} boards each"
    monkeypatch.setattr(estimates, "_MOST_PARTICLES", found.particles // 2)
    with pytest.raises(OutOfReachError, match=r"differ too much|has a predecessor"):
        estimate_marginals(problem, 20)


@pytest.mark.quick
def test_what_cannot_be_estimated() -> None:
    with pytest.raises(UserError, match="9 samples are too few for an error: at least 10"):
        estimate_marginals(POND, 9)
    with pytest.raises(OutOfReachError, match="estimates go one generation back only"):
        estimate_marginals(replace(POND, generations=2), 10)
    with pytest.raises(OutOfReachError, match="100 bytes are too few for samples"):
        estimate_marginals(POND, 10, most_bytes=100)


@pytest.mark.quick
def test_little_memory_means_few_boards() -> None:
    found: MarginalEstimates = estimate_marginals(POND, 10, most_bytes=1_000_000)
    assert found.particles < 1000
    found = estimate_marginals(replace(POND, max_population=14), 10, most_bytes=500_000)
    assert found.particles < 1000


def test_every_board_is_run_forward(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "lifesat.problems.life.predecessor.reaches_target",
        lambda _frame, boards: np.zeros(len(boards), dtype=bool),
    )
    with pytest.raises(AssertionError, match="a drawn board is not a valid predecessor"):
        estimate_marginals(POND, 10)
