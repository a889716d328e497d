"""Predecessors on bounded grids: against every board, run forward on the grid."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import lifesat
from lifesat.engines.nearest.support import supports_windows
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.frontends.input.blocks import block_of
from lifesat.life.bounded_grid import BoundedGrid
from lifesat.life.evolution import step
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import parse_rule
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done
from lifesat.queries.rewind import Rewind
from lifesat.queries.search import search
from tests.support.blocks import as_stated, blank
from tests.support.blocks import listed as blocks_listed
from tests.support.constraints import symmetric
from tests.support.plain import all_boards
from tests.support.still_lifes import as_set, listed

GRIDS = [
    "P4,3", "T4,3+1", "T4-1,3", "K4*,3", "K4,3*", "K4*+1,3", "C4,3", "S3", "T3,0", "T0,3", "P0,3",
    "P3,0",
]  # fmt: skip


@pytest.mark.parametrize("grid", GRIDS)
def test_against_all_boards(grid: str) -> None:
    chance = np.random.default_rng(sum(map(ord, grid)))
    for name, generations in (("B3/S23", 1), ("B3/S23", 2), ("B2/S", 1)):
        target = one_with_parents(f"{name}:{grid}", generations, chance)
        problem = Predecessor(target, generations, "grid", margin=0)
        expected = by_evolution(problem)
        found, done = listed(problem)
        assert as_set(found) == expected
        assert listed(problem, up_to_symmetry=True)[1].covered == done.found
        every = all_boards(*problem.target_states.shape)
        assert as_set(every[problem.verify(every)]) == expected
        assert problem_from_json(problem.to_json()) == problem
        block = block_of(problem)
        height, width = problem.window.shape
        assert block.shape == (generations + 1, height, width)
        histories = listed(block)[0]
        assert {each[0].tobytes() for each in histories} == expected
        assert len(histories) == len(expected)
        assert problem_from_json(block.to_json()) == block


@pytest.mark.parametrize("generations", [1, 2])
@pytest.mark.parametrize("grid", GRIDS)
def test_what_all_have_in_common(grid: str, generations: int) -> None:
    """Counts, shares and samples of a sweep, and the cells that never change."""
    chance = np.random.default_rng(sum(map(ord, grid)))
    target = one_with_parents(f"B3/S23:{grid}", generations, chance)
    problem = Predecessor(target, generations, "grid", margin=0)
    shape = problem.window.shape
    expected = sorted(by_evolution(problem))
    boards = np.array([np.frombuffer(each, np.uint8) for each in expected])
    where: Any = {"generations": generations, "margin": 0}
    assert lifesat.count(target, **where) == len(expected)
    assert lifesat.count_by_population(target, **where) == Counter(map(sum, expected))
    shares = lifesat.marginals(target, **where)
    assert shares.total == len(expected)
    assert (shares.live == boards.sum(axis=0).reshape(shape)).all()
    for drawn in lifesat.sample(target, 5, **where):
        assert placed(drawn, problem) in expected
    forced = lifesat.forced(target, **where)
    assert (forced is None) == (not expected)
    if forced is not None:
        always = boards.all(axis=0) * 1 + (boards.any(axis=0) & ~boards.all(axis=0)) * UNKNOWN
        assert (forced.to_array() == always.reshape(shape)).all()


@pytest.mark.parametrize("grid", ["K4*,3", "T4,3+1", "C4,3", "S3", "P4,3"])
def test_how_far_back(grid: str) -> None:
    """The longest way back from a pattern that is not its own ancestor, among all boards."""
    rule, bounds = parse_rule(f"B3/S23:{grid}")
    assert bounds is not None
    every = all_boards(bounds.height, bounds.width)
    parents: dict[bytes, list[bytes]] = {}
    for board, later in zip(every, step(every, rule, bounds), strict=True):
        parents.setdefault(later.tobytes(), []).append(board.tobytes())
    chance = np.random.default_rng(1)
    target = one_with_parents(f"B3/S23:{grid}", 1, chance)
    while not (depth := longest(placed(target, problem_of(target)), parents)):
        target = one_with_parents(f"B3/S23:{grid}", 1, chance)
    found = lifesat.rewind(target, workers=1)
    assert found is not None
    assert len(found.generations) - 1 == depth


@pytest.mark.parametrize("grid", ["K4*,3", "T4-1,3", "C4,3", "S3", "P4,3"])
def test_the_nearest(grid: str) -> None:
    """The least number of cells in which the child of any board differs from a target."""
    rule, bounds = parse_rule(f"B3/S23:{grid}")
    assert bounds is not None
    cells = np.random.default_rng(3).integers(0, 2, (3, bounds.width)).astype(np.uint8)
    corner = -(bounds.width // 2), -(bounds.height // 2)
    target = Pattern.from_array(cells, rule=rule, grid=bounds, position=corner)
    later = step(all_boards(*cells.shape), rule, bounds)
    found = lifesat.nearest_predecessor(target)
    assert found is not None
    assert found.distance == (later != cells).sum(axis=(1, 2)).min()


def test_a_rewind_that_ends_at_a_margin_is_no_proof() -> None:
    rule, grid = parse_rule("B3/S23:T3,0")
    target = Pattern.from_rows(["OOO", "OOO"], rule=rule).replace(grid=grid)
    *_, done = search(Rewind(Predecessor(target, 1, "grid", margin=0)), Options(workers=1))
    assert isinstance(done, Done)
    assert (done.status, done.found) == ("limit", 1)


@pytest.mark.parametrize(
    ("outside", "symmetry"),
    [
        ("K4*,3", "(x, y, t) = (x + 1, y + 1, t)"),  # cells have names on the left once
        ("K4*,3", "(x, y, t) = (x + 1, y + 6, t)"),  # twice across a twisted edge
        ("K4*+1,3", "(x, y, t) = (x, y + 3, t)"),
        ("T4,3+1", "(x, y, t) = (x + 4, y, t)"),
        ("T4+1,3", "(x, y, t) = -(x, y - 3, t)"),
        ("C4,3", "(x, y, t) = (3 - x, y, t)"),
        ("T0,3", "(x, y, t) = (x + 2, y + 1, t)"),
    ],
)
def test_equations_across_edges(outside: str, symmetry: str) -> None:
    problem = blank(1, 3, 4, outside=outside)
    expected = symmetric(problem, [symmetry], as_stated(problem))
    if expected.any():
        assert len(blocks_listed(replace(problem, symmetry=(symmetry,)))) == expected.sum()
    else:
        with pytest.raises(UserError, match="so a cell is its own opposite"):
            replace(problem, symmetry=(symmetry,))


def test_equations_stay_on_a_sphere() -> None:
    for symmetry in ("(x, y, t) = (x + 1, y, t)", "x1"):
        with pytest.raises(UserError, match="leads beyond the edges of the grid S3"):
            blank(1, 3, 3, outside="S3", symmetry=(symmetry,))
    assert len(blocks_listed(blank(1, 3, 3, outside="S3", symmetry=("C2",)))) == 32


def test_engines_that_know_no_grid() -> None:
    target = Pattern.from_rows(["." * 14] * 14, rule=parse_rule("B3/S23")[0])
    target = target.replace(grid=BoundedGrid("C", 14, 14))
    for method in ("strips", "particles"):
        with pytest.raises(UserError, match=f"{method} know no bounded grid but a torus"):
            next(lifesat.predecessors(target, limit=1, method=method))
    assert not supports_windows(NearestPredecessor(problem_of(target)))


def problem_of(target: Pattern) -> Predecessor:
    return Predecessor(target, 1, "grid", margin=0)


def longest(board: bytes, parents: dict[bytes, list[bytes]]) -> int:
    """The number of generations before a board; 0 if it, or an ancestor, comes back."""
    seen, now, depth = {board}, {board}, 0
    while now := {each for later in now for each in parents.get(later, [])}:
        if now & seen:
            return 0
        seen |= now
        depth += 1
    return depth


def placed(pattern: Pattern, problem: Predecessor) -> bytes:
    """The cells of a pattern in a window."""
    (height, width), (left, top) = problem.window.shape, problem.window.position
    board = np.zeros((height, width), dtype=np.uint8)
    for x, y in live(pattern):
        board[y - top, x - left] = 1
    return board.tobytes()


def test_a_ring_of_live_cells_around_a_cylinder() -> None:
    """Every cell beside it has three live neighbours, so under B2 none is born."""
    rule, grid = parse_rule("B2/S:T3,0")
    target = Pattern.from_rows(["..."], rule=rule).replace(grid=grid)
    problem = Predecessor(target, 1, "grid", margin=0)
    expected = by_evolution(problem)
    assert bytes([1, 1, 1]) in expected
    assert as_set(listed(problem)[0]) == expected


def one_with_parents(rule_name: str, generations: int, chance: np.random.Generator) -> Pattern:
    """What becomes of a soup; where the grid is unbounded, the part of it that has few cells."""
    rule, grid = parse_rule(rule_name)
    assert grid is not None
    while True:
        soup = (chance.random((grid.height or 2, grid.width or 2)) < 0.4).astype(np.uint8)
        corner = -(grid.width // 2), -(grid.height // 2)
        later = Pattern.from_array(soup, rule=rule, grid=grid, position=corner).evolve(generations)
        if later.width * later.height <= 12:
            return later


def by_evolution(problem: Predecessor) -> set[bytes]:
    """The boards of the window that become the target and never leave the window."""
    target, window = problem.target, problem.window
    (height, width), (left, top) = window.shape, window.position
    inside = {(x + left, y + top) for x in range(width) for y in range(height)}
    found = set()
    for board in all_boards(height, width):
        now = Pattern.from_array(board, rule=target.rule, grid=target.grid, position=(left, top))
        stays = True
        for _ in range(problem.generations):
            now = now.evolve(1)
            stays &= live(now) <= inside
        if stays and live(now) == live(target):
            found.add(board.tobytes())
    return found


def live(pattern: Pattern) -> set[tuple[int, int]]:
    """The live cells at their places in the universe."""
    left, top = pattern.position or (0, 0)
    return {(x + left, y + top) for x, y, _ in pattern.cells()}


@pytest.mark.parametrize(
    ("grid", "fields", "sentence"),
    [
        ("", {}, "outside grid needs a bounded grid in the target's rule, such as"),
        (":K4*,4", {"symmetry": "C4"}, "the grid K4[*],4 is not invariant under rot90"),
        (":S2", {}, "the target [(]3x3[)] does not fit within its grid :S2"),
        (":T5+1,5", {"outside": "torus"}, "a torus needs two sizes and no shift"),
        (":K4*,4", {"outside": "dead"}, "with outside dead a target has no grid :K4[*],4"),
    ],
)
def test_mistakes(grid: str, fields: dict[str, str], sentence: str) -> None:
    rule, bounds = parse_rule(f"B3/S23{grid}")
    target = Pattern.from_rows(["O..", "...", "..."], rule=rule).replace(grid=bounds)
    with pytest.raises(UserError, match=f"^{sentence}"):
        Predecessor(target, **{"outside": "grid", **fields})  # type: ignore[arg-type]
