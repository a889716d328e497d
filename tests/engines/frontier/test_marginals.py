"""Marginals against brute force, counts with a required cell, and samples."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from lifesat import UNKNOWN, Marginals, Pattern, UserError
from lifesat.engines.frontier import blocks, weights
from lifesat.engines.frontier.counts import count_boards
from lifesat.engines.frontier.marginals import count_marginals
from lifesat.engines.frontier.parents import Parents
from lifesat.engines.frontier.support import Limits, OutOfReachError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Outside
from tests.support.environment import few_and_many
from tests.support.predecessors import brute_force, one_generation, soup
from tests.support.targets import OBJECTS


@pytest.fixture(params=["whole", "in parts"])
def parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "in parts":
        monkeypatch.setattr(blocks, "_PART_BYTES", 1)
        monkeypatch.setattr(blocks, "_FEWEST", 2)


@pytest.fixture(params=[(32, 64), (4, 24), (4, 5)])
def base(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers below the bound of a word, or beyond it and in many short limbs."""
    base_bits, word_bits = request.param
    monkeypatch.setattr(weights, "_BASE_BITS", base_bits)
    monkeypatch.setattr(weights, "_WORD", 1 << word_bits)


def check_by_brute_force(problem: Predecessor) -> None:
    parents = brute_force(problem)
    expected = np.zeros(problem.target_states.size, dtype=int)
    for board in parents:
        expected += np.frombuffer(board, dtype=np.uint8)
    found = count_marginals(problem)
    assert found.total == len(parents)
    assert found.live.shape == problem.target_states.shape
    assert found.live.ravel().tolist() == expected.tolist()
    if parents:
        fractions = [Fraction(number, len(parents)) for number in expected.tolist()]
        assert found.fractions().ravel().tolist() == fractions
        assert found.probabilities.ravel().tolist() == list(map(float, fractions))


@pytest.mark.usefixtures("parts", "base")
@few_and_many(15, 100)
def test_as_by_brute_force(examples: int) -> None:
    settings(max_examples=examples)(given(problem=one_generation)(check_by_brute_force))()


@pytest.mark.quick
@pytest.mark.parametrize("symmetry", ["C2", "C4", "D2_+", "D8"])
def test_cells_that_a_symmetry_makes_equal(symmetry: str) -> None:
    problem = Predecessor(Pattern.from_rows(OBJECTS["tub"]), symmetry=symmetry)
    boards = np.concatenate([problem.boards(models) for models in Parents(problem).models()])
    found = count_marginals(problem)
    assert found.total == len(boards) > 1
    assert found.live.tolist() == boards.sum(axis=0, dtype=int).tolist()


@pytest.mark.parametrize("outside", ["dead", "free"])
def test_as_many_as_are_counted_with_a_required_cell(outside: Outside) -> None:
    problem = replace(soup(6, 6, 4), outside=outside)
    found = count_marginals(problem)
    assert found.total == count_boards(problem) > 1
    x0, y0 = found.corner
    for row, column in [(0, 0), (2, 3), (3, 4), (5, 1)]:
        cell = (column + x0, row + y0)
        assert found.live[row, column] == count_boards(replace(problem, require=frozenset({cell})))
        forbidden = count_boards(replace(problem, forbid=frozenset({cell})))
        assert found.total - found.live[row, column] == forbidden


@pytest.mark.quick
def test_samples_agree() -> None:
    """Each mean within five standard deviations."""
    problem = Predecessor(Pattern.from_rows(OBJECTS["pond"]), outside="free")
    drawn = 4000
    expected = count_marginals(problem).probabilities
    means = Parents(problem).sample(drawn, 5).mean(axis=0)
    deviation = np.sqrt(expected * (1 - expected) / drawn)
    assert (abs(means - expected) <= 5 * deviation).all()


@pytest.mark.quick
def test_numbers_beyond_64_bits() -> None:
    """Every second cell is required; the others are live in half of 2 ** 147 parents."""
    target = Pattern.from_array(np.full((5, 40), UNKNOWN))
    cells = frozenset((x, y) for x in range(-1, 41) for y in range(-1, 6) if (x + y) % 2)
    found = count_marginals(Predecessor(target, outside="free", require=cells))
    free = 7 * 42 - len(cells)
    assert found.total == 2**free > 1 << 64
    required = np.add.outer(np.arange(-1, 6), np.arange(-1, 41)) % 2 == 1
    assert (found.live[required] == found.total).all()
    assert (found.live[~required] == found.total // 2).all()


def test_a_long_strip_with_numbers_beyond_64_bits() -> None:
    problem = soup(100, 4, 1)
    found = count_marginals(problem)
    assert found.total == count_boards(problem) > 1 << 64
    for row, column in [(0, 0), (49, 2), (99, 3)]:
        required = replace(problem, require=frozenset({(column, row)}))
        assert found.live[row, column] == count_boards(required)


def test_probabilities_beyond_the_range_of_floats() -> None:
    live = np.array([[0, 1, 3**2000, 10**1000]], dtype=object)
    found = Marginals(live, 10**1000, (0, 0))
    assert found.fractions().tolist() == [
        [0, Fraction(1, 10**1000), Fraction(3**2000, 10**1000), 1]
    ]
    assert found.probabilities.tolist() == [[0.0, 0.0, float(Fraction(3**2000, 10**1000)), 1.0]]


def test_where_the_window_lies() -> None:
    block = Pattern.from_rows(OBJECTS["block"])
    assert count_marginals(Predecessor(block, margin=2)).corner == (-2, -2)
    assert count_marginals(Predecessor(block, outside="free")).corner == (-1, -1)
    placed = Pattern.from_rows(["OO", "OO"], rule="B3/S23:T6,5", position=(-1, 0))
    problem = Predecessor(placed, outside="torus", require=frozenset({(2, -1)}))
    found = count_marginals(problem)
    assert found.corner == (-2, -2)
    assert found.live.shape == (5, 6)
    assert found.live[-1 - found.corner[1], 2 - found.corner[0]] == found.total > 0


def test_cells_that_no_check_depends_on() -> None:
    """Beside the nine cells around a known one there are fifteen others."""
    one = count_marginals(Predecessor(Pattern.from_rows(["O"]), outside="free"))
    target = Pattern.from_array(np.array([[1, *[UNKNOWN] * 5]], dtype=np.uint8))
    found = count_marginals(Predecessor(target, outside="free"))
    assert found.total == one.total << 15
    assert found.live[:, :3].tolist() == (one.live * 2**15).tolist()
    assert (found.live[:, 3:] == found.total // 2).all()


def test_sums_of_products_of_long_numbers() -> None:
    """Of so many and so long ones that floats would be rounded if all were summed at once."""
    states, limbs = 1 << 14, 130
    generator = np.random.default_rng(1)
    # All digits are large.
    left, right = (
        weights.Weights(
            np.uint64(0xF000F000) | generator.integers(1 << 32, size=shape, dtype=np.uint64),
            1 << 32,
        )
        for shape in [(1, limbs, states)] * 2
    )
    keys = states + np.arange(states)
    numbers = [each.exactly(keys - states) for each in (left, right)]
    expected = [int(np.dot(*(each[keys >> bit & 1 == 1] for each in numbers))) for bit in (9, 14)]
    bound = 1 << (64 * limbs + 14)
    assert weights.inner_products(left, right, keys, [9, 14], bound) == expected


def test_there_is_none() -> None:
    found = count_marginals(Predecessor(Pattern.from_rows(["O"]), margin=0))
    assert (found.total, found.live.tolist()) == (0, [[0]])
    with pytest.raises(UserError, match="there is no predecessor"):
        found.fractions()
    with pytest.raises(UserError, match="there is no predecessor"):
        _ = found.probabilities


def test_every_cell_is_known() -> None:
    require = frozenset({(0, 0), (1, 0), (0, 1), (1, 1)})
    block = Pattern.from_rows(OBJECTS["block"])
    found = count_marginals(Predecessor(block, margin=0, require=require))
    assert (found.total, found.live.tolist()) == (1, [[1, 1], [1, 1]])
    different = Predecessor(block, margin=0, require=require, different=True)
    assert count_marginals(different).total == 0


def test_transitions_on_disk_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = soup(9, 9, 2)
    expected = count_marginals(problem)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(blocks, "_PART_BYTES", 1 << 16)
    filed: list[int] = []
    limits = Limits(memory=2_000_000)
    found = count_marginals(problem, limits, lambda progress: filed.append(progress.file_bytes))
    assert max(filed) > 100_000
    assert (found.total, found.live.tolist()) == (expected.total, expected.live.tolist())
    assert not list(tmp_path.iterdir())
    with pytest.raises(OutOfReachError, match="0 GB of temporary files"):
        count_marginals(problem, Limits(memory=2_000_000, disk=0))


def test_what_is_not_for_a_frontier() -> None:
    with pytest.raises(OutOfReachError, match="all of these conditions"):
        count_marginals(Predecessor(Pattern.from_rows(["O"]), generations=2, max_outside=1))
    with pytest.raises(OutOfReachError, match="GB"):
        count_marginals(
            Predecessor(Pattern.from_array(np.zeros((12, 12))), margin=0), Limits(2_000_000)
        )
