"""Partial predecessors: run forward, they give the target's rows that strips have reached."""

import base64
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import FALSE, TRUE
from lifesat.engines.sat.search import EngineProgress
from lifesat.engines.sat.solver import Solver
from lifesat.engines.strips.enumeration import StripEnumeration, StripHeights, partial_board
from lifesat.engines.strips.support import strips_are_columns
from lifesat.life.bounded_grid import BoundedGrid
from lifesat.life.evolution import evolve
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import LIFE, parse_rule
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Outside, evolve_window
from lifesat.problems.problem import Boards
from tests.support.plain import next_boards
from tests.support.soups import soup

_HEIGHTS = StripHeights(free=4, step=2)


def uneven_rule() -> str:
    """Return Life without births under three live cells: its strips are always of rows."""
    table = list(parse_rule("B3/S23")[0].table)
    table[0b111_000_000] = 0
    packed = np.packbits(np.array(table, dtype=np.uint8)).tobytes()
    return "MAP" + base64.b64encode(packed).decode().rstrip("=")


def problem(outside: Outside, height: int, width: int, rule_name: str) -> Predecessor:
    """Return the parents of what a soup becomes."""
    rule, _ = parse_rule(rule_name)
    chance = np.random.default_rng(height)
    cells = (chance.random((height, width)) < 0.4).astype(np.uint8)
    if outside == "dead":
        cells = np.pad(cells, 1)
    edges = {"dead": "dead", "free": "cut", "torus": "torus"}[outside]
    target = evolve(cells, rule, 1, edges)  # type: ignore[arg-type]
    target[5, 5] = UNKNOWN
    marked = frozenset([(7, 7)])
    live = cells[8, 8] if outside == "free" else cells[7, 7]
    grid = BoundedGrid("T", width, height) if outside == "torus" else None
    return Predecessor(
        Pattern.from_array(target, rule=rule, grid=grid),
        outside=outside,
        require=marked if live else frozenset(),
        forbid=frozenset() if live else marked,
    )


@st.composite
def problems(draw: st.DrawFn) -> Predecessor:
    """Targets that have a predecessor, some generations back."""
    generations = draw(st.integers(1, 3))
    outside: Outside = draw(st.sampled_from(["dead", "free", "torus"]))
    # Strips of more rows and columns take long if several generations are undone.
    length, breadth = {1: (14, 8), 2: (10, 6), 3: (8, 4)}[generations]
    size = draw(st.permutations([draw(st.integers(6, length)), draw(st.integers(3, breadth))]))
    rule, _ = parse_rule(draw(st.sampled_from(["B3/S23", "B36/S23", "B2-a/S12", uneven_rule()])))
    chance = np.random.default_rng(draw(st.integers(0, 2**32)))
    cells = (chance.random(size) < 0.4).astype(np.uint8)
    torus = outside == "torus"
    board = cells if torus else np.pad(cells, generations)
    target = evolve(board, rule, generations, "torus" if torus else "dead")
    target[chance.random(target.shape) < 0.1] = UNKNOWN
    grid = BoundedGrid("T", size[1], size[0]) if torus else None
    margin = draw(st.integers(0, 2)) if outside == "dead" else 1
    return Predecessor(
        Pattern.from_array(target, rule=rule, grid=grid), generations, outside, margin
    )


def all_reached(problem: Predecessor, heights: StripHeights = _HEIGHTS) -> Iterator[EngineProgress]:
    """Yield every partial solution on the way to a predecessor."""
    with Solver(Formula(), seed=1) as solver:
        strips = StripEnumeration(solver, problem, problem.encodings[0], heights)
        row = 0
        while not len(strips.advance(1e-4, 1).orbit_sizes):
            assert not strips.complete
            if strips.reached.row > row:
                row = strips.reached.row
                yield strips.reached


def lines(board: Boards, across: bool) -> Boards:
    return board.T if across else board


@pytest.mark.parametrize("outside", ["dead", "free", "torus"])
@pytest.mark.parametrize(
    ("size", "rule", "across"),
    [
        ((24, 14), "B3/S23", False),
        ((14, 24), "B3/S23", True),
        ((14, 24), uneven_rule(), False),
    ],
)
def test_run_forward_it_gives_the_rows_reached(
    outside: Outside, size: tuple[int, int], rule: str, across: bool
) -> None:
    sought = problem(outside, *size, rule)
    target = lines(sought.target_states, across)
    chance = np.random.default_rng(0)
    partials = list(all_reached(sought))
    assert len(partials) > 3
    for reached in partials:
        board = partial_board(sought, reached)
        assert board.shape == sought.target_states.shape
        # Outside dead, strips begin with the row above the window, in which nothing is born.
        row = reached.row - (outside == "dead")
        known = lines(board, across) != UNKNOWN
        assert known[: row + 1].all()
        assert board[sought.window.place(7, 7)] != UNKNOWN  # required or forbidden
        assert known[row + 1 : -1].sum() <= 1
        assert known[-1].all() == (outside == "torus" or row + 1 >= len(known))
        # Whatever the unknown cells are.
        cells = np.where(board == UNKNOWN, chance.integers(0, 2, board.shape), board)
        after = next_boards(cells[None].astype(np.uint8), sought.rule, torus=outside == "torus")[0]
        begin = 1 if outside == "free" else 0  # whose border is not part of the target
        sides = slice(begin, -1 if outside == "free" else None)
        got, wanted = lines(after, across)[begin:row, sides], target[begin:row, sides]
        assert ((got == wanted) | (wanted == UNKNOWN)).all()


@pytest.mark.parametrize("outside", ["dead", "torus"])
@pytest.mark.parametrize("size", [(14, 6), (6, 14)])
def test_several_generations_forward_it_gives_the_rows_reached(
    outside: Outside, size: tuple[int, int]
) -> None:
    cells = (np.random.default_rng(1).random(size) < 0.4).astype(np.uint8)
    torus = outside == "torus"
    target = evolve(cells if torus else np.pad(cells, 2), LIFE, 2, "torus" if torus else "dead")
    grid = BoundedGrid("T", size[1], size[0]) if torus else None
    sought = Predecessor(Pattern.from_array(target, grid=grid), 2, outside)
    partials = list(all_reached(sought))
    assert len(partials) > 3
    for reached in partials:
        row = reached.row - (not torus)
        board = lines(partial_board(sought, reached), size[0] < size[1])
        known = board != UNKNOWN
        assert known[: row + 2].all()
        assert known[row + 2 : -2].sum() == 0
        assert known[-2:].all() == (torus or row + 2 >= len(known))
        cells = np.where(known, board, 1)[None].astype(np.uint8)
        after = next_boards(next_boards(cells, LIFE, torus=torus), LIFE, torus=torus)[0]
        assert (after[:row] == lines(sought.target_states, size[0] < size[1])[:row]).all()


@given(problems(), st.builds(StripHeights, st.integers(2, 7), st.integers(1, 3)), st.data())
def test_whatever_the_unknown_cells_are(
    sought: Predecessor, heights: StripHeights, data: st.DataObject
) -> None:
    chance = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    for reached in islice(all_reached(sought, heights), 4):
        board = partial_board(sought, reached)
        random = chance.integers(0, 2, board.shape)
        cells = np.where(board == UNKNOWN, random, board)[None].astype(np.uint8)
        wanted = sought.spacetime.literals[-1]
        after = evolve_window(sought.window, cells, sought.generations)[0]
        across = strips_are_columns(sought)
        after, wanted = lines(after, across)[: reached.row], lines(wanted, across)[: reached.row]
        assert not ((wanted == TRUE) & (after == 0) | (wanted == FALSE) & (after == 1)).any()


@pytest.mark.quick
def test_a_board_that_does_not_become_the_target_is_refused() -> None:
    sought = soup(20, 14)
    reached = next(all_reached(sought))
    assert (partial_board(sought, reached) != UNKNOWN).any()
    with pytest.raises(AssertionError, match="first rows"):
        partial_board(sought, reached._replace(row=reached.row + 6))
    turned = bytes(255 - byte for byte in reached.partial)
    with pytest.raises(AssertionError, match="first rows"):
        partial_board(sought, reached._replace(partial=turned))


@pytest.mark.quick
def test_a_whole_solution_is_not_partial() -> None:
    sought = soup(12, 12)
    with Solver(Formula(), seed=1) as solver:
        strips = StripEnumeration(solver, sought, sought.encodings[0])
        assert strips.reached.partial == b""
        assert len(strips.advance(60, 1).orbit_sizes) == 1
    assert strips.reached.row == strips.reached.rows
    assert strips.reached.partial == b""
