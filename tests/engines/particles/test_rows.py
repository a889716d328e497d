"""Messages and rows of particles, beside all boards of a few columns."""

from importlib import import_module

import numpy as np
import pytest

from lifesat.engines import compiler
from lifesat.engines.frontier.samplers import sampler_of
from lifesat.engines.particles.board import Board, Cells, board_of
from lifesat.engines.particles.effort import Effort
from lifesat.engines.particles.filter import (
    _keys,
    by_column,
    first_population,
    last_windows,
    next_population,
)
from lifesat.engines.particles.messages import Floats, Wanted, conditional, updated
from lifesat.engines.particles.passes import all_of, ways_below
from lifesat.engines.particles.row import Death, Filtered, Groups, Row
from lifesat.engines.particles.search import ParticleSearch
from lifesat.life.pattern import UNKNOWN
from lifesat.life.rule import LIFE, Rule, parse_rule
from tests.support import plain
from tests.support.particles import probabilities
from tests.support.predecessors import soup
from tests.support.rules import LOPSIDED


def narrow(seed: int, rule: Rule = LIFE) -> tuple[Board, Cells]:
    """Return a board of three columns, all of which a window sees, and its first generations."""
    boards = plain.all_boards(5, 3)
    later = plain.next_boards(boards, rule, torus=False)
    generator = np.random.default_rng(seed)
    becomes = later[generator.choice(np.flatnonzero(later.any(axis=(1, 2))))].copy()
    becomes[generator.random(becomes.shape) < 0.3] = UNKNOWN
    parents = boards[((later == becomes) | (becomes == UNKNOWN)).all(axis=(1, 2))]
    allowed = np.ones((*becomes.shape, 2), dtype=bool)
    return Board(becomes=becomes, rule=rule, transposed=False, allowed=allowed), parents


def exact(parents: Cells) -> Floats:
    """Return the share of boards in which a cell is live."""
    shares: Floats = parents.mean(axis=0)
    return shares


@pytest.mark.parametrize("rule", [LIFE, parse_rule(LOPSIDED)[0]])
@pytest.mark.parametrize("seed", range(4))
def test_messages_are_exact_where_a_window_sees_all_columns(seed: int, rule: Rule) -> None:
    board, parents = narrow(seed, rule)
    assert probabilities(board) == pytest.approx(exact(parents), abs=1e-4)


@pytest.mark.quick
@pytest.mark.parametrize("seed", range(3))
def test_particles_are_drawn_in_proportion(seed: int) -> None:
    """With exact messages, every first generation is as likely as every other."""
    board, parents = narrow(seed)
    search = ParticleSearch(board, np.random.default_rng(4), Effort(4, 3000))
    while not search.complete:
        search.advance()
    assert not search.deaths
    drawn = search.boards(range(search.alive))[: board.rows].swapaxes(0, 1)
    assert {each.tobytes() for each in drawn} <= {each.tobytes() for each in parents}
    # Particles have parents in common, so they scatter more than independent ones.
    assert exact(drawn) == pytest.approx(exact(parents), abs=0.08)


@pytest.mark.parametrize("wanted", ["upper", "lower"])
def test_rows_that_contradict_each_other_are_found(wanted: Wanted) -> None:
    chain = conditional(np.random.default_rng(1).random((7, 16, 16)).astype(np.float32))
    checks = np.ones((7, 8, 8, 8), dtype=np.float32)
    assert updated(4, checks, chain, chain, wanted).any(axis=(1, 2)).all()
    checks[4] = 0
    assert not updated(4, checks, chain, chain, wanted).any(axis=(1, 2)).all()


@pytest.mark.parametrize("wanted", ["upper", "lower"])
def test_messages_of_some_columns_leave_open_what_lies_left_of_them(
    wanted: Wanted,
) -> None:
    board, first = board_of(soup(14, 14, 3)), 5
    below = all_of(ways_below(board, 4))
    assert below
    for row in range(3, 9):
        checks, chain = board.checks(row + 1), below[row + 1]
        whole = updated(4, checks, below[row], chain, wanted)[first:]
        part = updated(
            4, checks[first:], below[row][first:], chain[first:], wanted, from_edge=False
        )
        assert (part[whole > 0] > 0).all()
        assert abs(part - whole)[7:].mean() < 0.01


def test_particles_with_equal_keys_are_a_group() -> None:
    keys = np.random.default_rng(2).integers(5, size=(9, 40)).astype(np.uint64)
    keys[3] = np.arange(40, dtype=np.uint64) << np.uint64(32)
    keys[4] = 7
    for row, order, begins, ends in zip(keys, *Groups.of(keys), strict=True):
        assert sorted(order) == list(range(40))
        for key, begin, end in zip(row, begins, ends, strict=True):
            assert set(order[begin:end]) == set(np.flatnonzero(row == key))


def test_members_of_a_group_are_drawn_by_weight() -> None:
    """A particle may continue the past of each member of its group, in proportion to its weight."""
    board, generator = board_of(soup(14, 14, 3)), np.random.default_rng(5)
    below = all_of(ways_below(board, 4))
    assert below
    population = first_population(board.columns)
    for pair in range(-2, 6):
        after = next_population(population, board.checks(pair + 1), below[pair + 1], 60, generator)
        assert not isinstance(after, Death)
        population = after
    chain = below[7]
    upper, lower = last_windows(population, chain)
    groups = Groups.of(_keys(population.pasts, upper, lower, chain))
    promised = by_column(population.promised)
    ways = Filtered.along(Row(upper, lower, promised, board.checks(7), chain, groups))
    assert not isinstance(ways, Death)
    cells, parents = ways.draw(3000, generator)
    first, expected, variance = 0, 0.0, 0.0
    for column in range(3, board.columns):
        for row, who in zip(cells, parents, strict=True):
            begin, end = groups.begins[column, who[column]], groups.ends[column, who[column]]
            if end - begin > 1:
                window = row[column - 3 : column] @ [4, 2, 1]
                weights = np.diff(ways.sums[column, begin : end + 1, window])
                share = weights[0] / weights.sum()
                first += int(who[column - 1] == groups.order[column, begin])
                expected, variance = expected + share, variance + share * (1 - share)
    assert variance > 100
    assert abs(first - expected) < 8 * variance**0.5


def test_a_column_that_nothing_fits_is_named() -> None:
    board = board_of(soup(9, 9, 1))
    below = all_of(ways_below(board, 4))
    assert below
    population = first_population(board.columns)
    upper, lower = last_windows(population, below[-1])
    checks = board.checks(-1).copy()
    checks[5] = 0
    groups = Groups.alone(*upper.shape)
    row = Row(upper, lower, by_column(population.promised), checks, below[-1], groups)
    assert Filtered.along(row) == Death(5)


def test_without_a_compiler_samples_are_drawn_cell_by_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = set()
    for can in (True, False):
        monkeypatch.setattr(compiler, "can_compile", lambda can=can: can)
        kinds.add(type(sampler_of(soup(6, 6, 1), 1 << 28)))
    assert len(kinds) == 2


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
