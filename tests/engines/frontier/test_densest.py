"""The densest still lifes against published numbers, listings and the SAT solver."""

import tracemalloc
from functools import partial
from typing import Any

import numpy as np
import pytest

from lifesat.engines.frontier.densest import densest_board, densest_in_reach
from lifesat.engines.options import Options
from lifesat.errors import StoppedError
from lifesat.problems.life.periodic import Oscillator
from lifesat.problems.life.still_life import StillLife
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions


def listed(problem: StillLife) -> int:
    """The most live cells among all still lifes."""
    how = Options(encoding="truth_table", limit=None)
    return max(
        int(event.boards.sum(axis=(1, 2)).max())
        for event in search(ListSolutions(problem), how)
        if isinstance(event, Solutions)
    )


@pytest.mark.quick
def test_squares_are_as_dense_as_published(counts: dict[str, Any]) -> None:
    for n, most in enumerate(counts["A055397"]["terms"], 1):
        problem = StillLife(n, n)
        assert densest_in_reach(problem) == (n > 2)
        if n > 2:
            board = densest_board(problem, workers=2)
            assert board.sum() == most
            assert problem.verify(board[None]).all()


@pytest.mark.parametrize(("width", "height"), [(3, 4), (7, 3), (4, 6), (6, 5), (3, 9)])
def test_boxes_are_as_dense_as_the_list_says(width: int, height: int) -> None:
    problem = StillLife(width, height)
    board = densest_board(problem)
    assert board.shape == (height, width)
    assert problem.verify(board[None]).all()
    assert board.sum() == listed(problem)


def test_long_boxes_count_further_than_a_byte() -> None:
    # However long the box is, so many more rows bring as many more live cells.
    shapes = [(4, 39), (4, 63), (106, 4), (130, 4)]
    boards = [densest_board(StillLife(*shape)) for shape in shapes]
    for shape, board in zip(shapes, boards, strict=True):
        assert StillLife(*shape).verify(board[None]).all()
    populations = [int(board.sum()) for board in boards]
    assert populations[1] - populations[0] == populations[3] - populations[2]
    assert populations[1] < np.iinfo(np.uint8).max < populations[3]


@pytest.mark.quick
def test_what_else_is_asked_is_left_to_the_solver() -> None:
    for problem in (
        StillLife(5, 5, symmetry="C4"),
        StillLife(5, 5, max_population=10),
        StillLife(5, 5, density=3),
        StillLife(5, 5, no_empty_lines=True),
        StillLife(2, 5),
        StillLife(60, 60),
        Oscillator(5, 5, 2),
    ):
        assert not densest_in_reach(problem)
    assert not densest_in_reach(StillLife(9, 9), memory=1000)
    for problem, most in (
        (StillLife(5, 5, symmetry="C2"), 16),
        (StillLife(5, 5, max_population=10), 10),
    ):
        *_, found, done = search(BestSolution(problem, "most"), Options())
        assert isinstance(found, Solutions)
        assert isinstance(done, Done)
        assert (int(found.boards.sum()), done.status) == (most, "complete")


@pytest.mark.parametrize(("width", "height"), [(8, 8), (8, 30), (40, 7), (9, 12)])
def test_as_much_memory_as_a_sweep_takes_is_asked_for(width: int, height: int) -> None:
    problem = StillLife(width, height)
    tracemalloc.start()
    densest_board(problem)
    _, most_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert densest_in_reach(problem, memory=2 * most_bytes)
    assert not densest_in_reach(problem, memory=most_bytes // 2)


@pytest.mark.quick
def test_a_sweep_can_be_ended() -> None:
    with pytest.raises(StoppedError):
        densest_board(StillLife(8, 8), lambda: True)
    for seconds, status in ((None, "stopped"), (0.0, "time_limit")):
        how, stop = Options(time_limit=seconds), partial(bool, seconds is None)
        *_, done = search(BestSolution(StillLife(8, 8), "most"), how, stop)
        assert isinstance(done, Done)
        assert (done.status, done.found) == (status, 0)
