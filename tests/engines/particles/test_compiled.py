"""Compiled loops: they compute what the arrays do, and searches with them find what they should."""

import sys
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given

from lifesat.engines.particles import compiler, messages
from lifesat.engines.particles.board import board_of
from lifesat.engines.particles.filter import (
    _keys,
    by_column,
    first_population,
    last_windows,
    next_population,
)
from lifesat.engines.particles.messages import Floats, Wanted, conditional
from lifesat.engines.particles.passes import all_of, ways_below
from lifesat.engines.particles.row import Death, Groups, Row
from lifesat.engines.particles.row_filter import Filtered, _sorted_groups, filtered, groups_of
from lifesat.problems.life.predecessor import Predecessor
from tests.support.particles import any_one, finds_what_brute_force_finds
from tests.support.predecessors import soup

pytestmark = pytest.mark.usefixtures("numba")


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have loops compiled on boards of every width."""
    monkeypatch.setattr(compiler, "_COLUMNS", 0)


def chains(generator: np.random.Generator, width: int) -> Floats:
    """Return random chains of three rows, of whose windows some are impossible."""
    whole = 1 << width
    weights = generator.random((7, 3, whole, whole)) * (
        generator.random((7, 3, whole, whole)) < 0.8
    )
    return conditional(weights.astype(np.float32))


@pytest.mark.parametrize("wanted", ["upper", "lower"])
@pytest.mark.parametrize("width", [4, 5])
@pytest.mark.parametrize("edge", [False, True])
@pytest.mark.parametrize("known", [False, True])
def test_messages_are_the_same(wanted: Wanted, width: int, edge: bool, known: bool) -> None:
    if wanted == "lower" and not known:
        return
    generator = np.random.default_rng(width)
    checks = (generator.random((7, 3, 8, 8, 8)) < 0.8).astype(np.float32)
    above = chains(generator, width) if known else None
    below = chains(generator, width)
    arrays, loops = (
        messages.updated(width, checks, above, below, wanted, compiled=compiled, from_edge=edge)
        for compiled in (False, True)
    )
    assert arrays.any()
    assert np.allclose(arrays, loops, rtol=1e-3, atol=1e-6)


def test_rows_that_contradict_each_other_are_found() -> None:
    generator = np.random.default_rng(1)
    checks = np.ones((7, 3, 8, 8, 8), dtype=np.float32)
    checks[4, 1] = 0
    chain = chains(generator, 4)
    for wanted in ("upper", "lower"):
        made = messages.updated(4, checks, chain, chain, wanted, compiled=True)
        assert made.any(axis=(0, 2, 3)).tolist() == [True, False, True]


def test_groups_are_the_same(always: None) -> None:
    keys = np.random.default_rng(2).integers(5, size=(9, 40)).astype(np.uint64)
    keys[3] = np.arange(40, dtype=np.uint64) << np.uint64(32)
    keys[4] = 7
    for groups in (groups_of(keys), _sorted_groups(keys)):
        for row, order, begins, ends in zip(keys, *groups, strict=True):
            assert sorted(order) == list(range(40))
            for key, begin, end in zip(row, begins, ends, strict=True):
                assert set(order[begin:end]) == set(np.flatnonzero(row == key))


def test_rows_are_drawn_the_same(always: None) -> None:
    """From the same groups with the same random numbers come the same particles."""
    board = board_of(soup(14, 14, 3))
    below = all_of(ways_below(board, 4))
    assert below is not None
    generator = np.random.default_rng(5)
    population = first_population(board.columns)
    mixed = 0
    for pair in range(-2, board.rows - 1):
        checks, chain = board.checks(pair + 1), below[pair + 1]
        upper, lower = last_windows(population, chain)
        groups = groups_of(_keys(population.pasts, upper, lower, chain))
        mixed += int((groups.ends - groups.begins > 1).sum())
        row = Row(upper, lower, by_column(population.promised), checks, chain, groups)
        arrays, loops = Filtered.along(row), filtered(row)
        assert not isinstance(arrays, Death)
        assert not isinstance(loops, Death)
        assert loops.log_total == pytest.approx(arrays.log_total)
        drawn = [each.draw(50, np.random.default_rng(pair + 2)) for each in (arrays, loops)]
        for one, other in zip(*drawn, strict=True):
            assert (one == other).all()
        after = next_population(population, checks, chain, 50, generator)
        assert not isinstance(after, Death)
        population = after
    assert mixed


def test_deaths_are_the_same(always: None) -> None:
    board = board_of(soup(9, 9, 1))
    below = all_of(ways_below(board, 4))
    assert below is not None
    population = first_population(board.columns)
    upper, lower = last_windows(population, below[-1])
    checks = board.checks(-1).copy()
    checks[5] = 0
    groups = Groups.alone(*upper.shape)
    row = Row(upper, lower, by_column(population.promised), checks, below[-1], groups)
    assert filtered(row) == Filtered.along(row) == Death(5)


@given(any_one)
def test_searches_find_what_brute_force_finds(problem: Predecessor) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "_COLUMNS", 0)
        finds_what_brute_force_finds(problem)


def test_narrow_boards_need_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "can_compile", lambda: pytest.fail("numba was looked for"))
    assert not compiler.worth_compiling(60)


def test_without_numba_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiler.worth_compiling(100)
    monkeypatch.setitem(sys.modules, "numba", None)
    compiler.can_compile.cache_clear()
    assert not compiler.worth_compiling(100)
    assert compiler.compiled(len) is len
    monkeypatch.undo()
    compiler.can_compile.cache_clear()


def test_without_a_folder_for_the_cache_functions_are_compiled_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    njit = import_module("numba").njit

    def rejecting(*, cache: bool = False, **options: object) -> object:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return njit(**options)

    def double(number: int) -> int:
        return 2 * number

    monkeypatch.setattr("numba.njit", rejecting)
    made = compiler.compiled(double)
    assert made(4) == 8
    assert made is not double
