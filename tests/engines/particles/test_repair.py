"""Boards that are filled again around the places where particles die."""

from collections.abc import Generator
from dataclasses import replace

import numpy as np
import pytest

import lifesat.engines.particles.search
from lifesat.engines.particles.board import Board, Cells, board_of, patch_of
from lifesat.engines.particles.effort import Effort
from lifesat.engines.particles.passes import all_of, ways_below
from lifesat.engines.particles.search import DeadEnd, DeadEnds, ParticleSearch, history, repaired
from tests.support.particles import SMALL, first_generation
from tests.support.predecessors import soup


def complete(search: ParticleSearch) -> ParticleSearch:
    """Fill all rows of a board."""
    while not search.complete:
        search.advance()
    return search


def all_steps(steps: Generator[None, None, bool]) -> bool:
    """Take all steps, and return what they return."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return bool(end.value)


def partly_filled(board: Board, rows: int) -> ParticleSearch:
    """Fill some rows of a board, none of which has a dead end."""
    search = ParticleSearch(board, np.random.default_rng(2), SMALL)
    while search.filled < rows:
        search.advance()
    assert not search.deaths
    return search


def wrong_cells(board: Board, boards: Cells) -> int:
    """Count the cells of filled rows that become something else than they must."""
    table = np.frombuffer(board.rule.table, dtype=np.uint8)
    padded = np.pad(boards, ((1, 0), (0, 0), (1, 1)))
    rows, columns = len(boards) - 1, board.columns
    blocks = np.zeros((rows, boards.shape[1], columns), dtype=np.intp)
    for row in range(3):
        for column in range(3):
            blocks = 2 * blocks + padded[row : row + rows, :, column : column + columns]
    becomes = board.becomes[:rows, None]
    return int(((table[blocks] != becomes) & (becomes < 2)).sum())


@pytest.mark.quick
def test_deaths_close_to_each_other_have_one_place() -> None:
    ends = DeadEnds()
    first = ends.at(20, 100)
    assert (first.again, ends.most) == (0, 0)
    assert ends.at(25, 130) is first
    assert (first.pair, first.column, first.again, ends.most) == (25, 130, 1, 1)
    other, above = ends.at(25, 30), ends.at(5, 130)
    assert other is not first
    assert (other.again, above.again) == (0, 0)
    assert ends.between(18, 24) == [first, other]
    ends.leave(30)
    assert ends.between(0, 40) == [first, other]
    ends.leave(36)
    assert ends.between(0, 40) == []
    assert ends.most == 0


@pytest.mark.quick
def test_cells_outside_of_a_patch_stay_and_rows_that_are_not_filled_are_free() -> None:
    board = board_of(soup(20, 20, 5))
    cells = complete(ParticleSearch(board, np.random.default_rng(1), SMALL)).rows()[:12]
    patch, (top, left) = patch_of(board, cells, range(8, 16), range(6, 12))
    assert (top, left, patch.rows, patch.columns) == (6, 4, 12, 10)
    free = np.zeros((12, 10), dtype=bool)
    free[2:6, 2:8] = True
    free[6:] = True
    either = patch.allowed.all(axis=2)
    assert np.array_equal(either, free)
    held = cells[6:12, 4:14]
    assert np.array_equal(patch.allowed[:6, :, 1][~free[:6]], held[~free[:6]] == 1)


def test_particles_that_share_a_patch_become_what_they_must() -> None:
    """Left and right of the patch are other particles, which have the columns beside in common."""
    board = board_of(soup(30, 40, 3))
    search = partly_filled(board, 18)
    populations = search._populations
    particle, columns, above = 4, range(14, 24), range(11, 18)
    patch, (top, left) = patch_of(board, search.rows(particle), range(11, 24), columns)
    inner = complete(ParticleSearch(patch, np.random.default_rng(3), SMALL))
    found = inner.boards(range(inner.alive))[above.start - top : above.stop - top, :, 2:12]
    assert left == columns.start - 2
    changed = repaired(populations, particle, columns, found, np.random.default_rng(4))
    assert len(changed) == len(populations)
    who = np.arange(inner.alive)[:, None] + np.zeros(board.columns, dtype=np.intp)
    rows, _ = history(changed, who)
    assert wrong_cells(board, rows) == 0
    assert np.array_equal(rows[11:, :, 14:24], found)
    others = search.boards(range(search.alive))
    for side in (np.s_[:14], np.s_[24:]):
        assert {each.tobytes() for each in rows[:, :, side].swapaxes(0, 1)} <= {
            each.tobytes() for each in others[:, :, side].swapaxes(0, 1)
        }
    assert len(np.unique(rows[:, :, :14], axis=1)[0]) > 1


def test_particles_are_cut_where_they_have_two_columns_in_common() -> None:
    """The two columns on either side of a patch stay as they are, wherever it lies."""
    board = board_of(soup(30, 40, 3))
    search = partly_filled(board, 18)
    mixed = 0
    for start in range(board.columns - 6):
        particle = start % search.alive
        own = search.rows(particle)[:, None]
        columns = range(start, start + 6)
        found = np.repeat(own[12:, :, start : start + 6], 60, axis=1)
        changed = repaired(search._populations, particle, columns, found, np.random.default_rng(4))
        rows, _ = history(changed, np.tile(np.arange(60)[:, None], board.columns))
        assert wrong_cells(board, rows) == 0
        beside = np.s_[:, :, max(0, start - 2) : start + 8]
        assert (rows[beside] == own[beside]).all()
        mixed += len(np.unique(rows, axis=1)[0]) - 1
    assert mixed > 100


def test_the_first_row_of_a_high_patch_may_have_live_cells() -> None:
    """Messages of high boards are made in bands, the last of which has fewer rows."""
    board = board_of(soup(90, 8, 4))
    cells = complete(ParticleSearch(board, np.random.default_rng(1), SMALL)).rows()[: board.rows]
    patch, (top, _) = patch_of(board, cells, range(4, board.rows), range(3, 6))
    assert cells[top].any()
    assert all_of(ways_below(patch, 4))


def test_wide_boards_are_repaired_around_dead_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifesat.engines.particles.search, "_PATCHES", ((8, 8), (12, 9), (20, 10)))
    monkeypatch.setattr(lifesat.engines.particles.search, "_REPAIRED", 1)
    done = []

    def recorded(*arguments: object) -> list[object]:
        done.append(arguments)
        return repaired(*arguments)  # type: ignore[arg-type, return-value]

    monkeypatch.setattr(lifesat.engines.particles.search, "repaired", recorded)
    problem = soup(40, 40, 2)
    board = board_of(problem)
    for seed in (1, 2):
        search = complete(ParticleSearch(board, np.random.default_rng(seed), Effort(4, 4)))
        window = first_generation(problem, board, search.rows())
        assert problem.verify(window[None]).all()
    assert done


@pytest.mark.quick
@pytest.mark.parametrize(
    ("side", "rows_back", "stuck_after"),
    [
        (20, [6, 12, 24, 40, 80, 100, 120, 120, 120], 6),
        (120, [6, 12, 24, 24, 24, 24, 40, 40, 80], 12),
    ],
)
def test_wide_boards_go_back_less_and_are_stuck_later(
    side: int, rows_back: list[int], stuck_after: int
) -> None:
    search = ParticleSearch(board_of(soup(side, side, 1)), np.random.default_rng(0))
    assert [search._rows_back(again) for again in range(9)] == rows_back
    for again in range(stuck_after + 1):
        assert not search.stuck
        assert search._dead_ends.at(10, 10).again == again
    assert search.stuck


def test_a_patch_that_cannot_be_filled_changes_nothing() -> None:
    board = board_of(soup(24, 24, 2))
    search = partly_filled(board, 14)
    before = search.boards(range(search.alive))
    allowed = board.allowed.copy()
    allowed[16, 12] = False
    search._board = replace(board, allowed=allowed)
    assert all_steps(search._filled_patch(DeadEnd(12, 12), 4, 6)) is False
    assert np.array_equal(search.boards(range(search.alive)), before)
