"""Forced cells, compared with brute force."""

from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lifesat import UNKNOWN, Pattern, UserError, parse_rule
from lifesat.defaults import BACKBONE_SOLVER, SOLVERS
from lifesat.engines.backbone import backbone
from lifesat.engines.backbone.backbone import Backbone
from lifesat.engines.frontier.marginals import count_marginals
from lifesat.engines.sat.solver import Solver
from lifesat.life.bounded_grid import BoundedGrid
from lifesat.life.evolution import evolve
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Outside
from tests.support import plain
from tests.support.forced import find_forced
from tests.support.predecessors import brute_force, problems
from tests.support.rules import CROOKED_LIFE


def found(problem: Predecessor, at: int = 0, solver: str = BACKBONE_SOLVER) -> Backbone:
    return find_forced(problem, problem.encodings[0], at, solver=solver)


def generation(problem: Predecessor, at: int) -> plain.Boards:
    """The cells of a generation of all predecessors, as far as they are searched for."""
    height, width = problem.target_states.shape
    raw = b"".join(brute_force(problem))
    boards = np.frombuffer(raw, dtype=np.uint8).reshape(-1, height, width)
    if problem.outside == "dead":
        boards = np.pad(boards, ((0, 0), (1, 1), (1, 1)))
    for _ in range(at):
        boards = plain.next_boards(boards, problem.rule, torus=problem.outside == "torus")
    inset = {"dead": 1, "free": at, "torus": 0}[problem.outside]
    height, width = boards.shape[1:]
    return boards[:, inset : height - inset, inset : width - inset]


def compare(problem: Predecessor, at: int = 0) -> None:
    boards = generation(problem, at)
    search = found(problem, at)
    assert search.complete
    assert search.exists is (len(boards) > 0)
    if len(boards):
        same = (boards == boards[0]).all(axis=0)
        expected = np.where(same, boards[0], UNKNOWN)
        assert search.board().tolist() == expected.tolist()
        assert search.unsettled == 0
        assert search.cells == boards[0].size


@given(problems(), st.data())
def test_what_all_predecessors_have_in_common(problem: Predecessor, data: st.DataObject) -> None:
    compare(problem, data.draw(st.integers(0, problem.generations - 1)))


@pytest.mark.quick
@given(problems(rule_text="B3/S23"), st.booleans())
def test_targets_that_have_predecessors(problem: Predecessor, several: bool) -> None:
    """A target that is the future of random cells, with the problem's conditions left out."""
    assume(problem.outside != "free")
    plainer = Predecessor(
        problem.target, 1 + several, problem.outside, problem.margin, require=problem.require
    )
    compare(plainer)
    compare(plainer, plainer.generations - 1)


@settings(max_examples=10)
@given(st.integers(0, 2**9 - 1), st.sampled_from(["B3/S23", "B36/S23", CROOKED_LIFE]))
def test_two_generations_of_a_cell_of_free_surroundings(number: int, rule: str) -> None:
    """The window of one cell, two generations back, is 5x5; most of it is given."""
    cells = frozenset((x, y) for y in range(-2, 3) for x in range(-2, 3))
    inner = frozenset((x, y) for y in range(-1, 2) for x in range(-1, 2))
    live = frozenset(cell for k, cell in enumerate(sorted(inner)) if number >> k & 1)
    problem = Predecessor(
        Pattern.from_rows(["O"], rule=rule),
        2,
        "free",
        require=live,
        forbid=frozenset(sorted(cells - inner)[:8]),
    )
    height = width = 5
    free = sorted(cells - live - problem.forbid)
    numbers = np.arange(1 << len(free))
    boards = np.zeros((len(numbers), height, width), dtype=np.uint8)
    for k, (x, y) in enumerate(free):
        boards[:, y + 2, x + 2] = numbers >> k & 1
    for x, y in live:
        boards[:, y + 2, x + 2] = 1
    good = np.array(
        [np.frombuffer(each, np.uint8).reshape(5, 5) for each in brute_force(problem, boards)]
    ).reshape(-1, 5, 5)
    for at in range(2):
        search = found(problem, at)
        assert search.exists is (len(good) > 0)
        if len(good):
            layer = plain.next_boards(good, problem.rule, torus=False) if at else good
            layer = layer[:, at : 5 - at, at : 5 - at]
            same = (layer == layer[0]).all(axis=0)
            assert search.board().tolist() == np.where(same, layer[0], UNKNOWN).tolist()


@pytest.mark.quick
@pytest.mark.parametrize("symmetry", ["C2", "D2_+", "D8"])
def test_cells_of_an_orbit(symmetry: str) -> None:
    target = Pattern.from_rows(["OO", "OO"])
    problem = Predecessor(target, symmetry=symmetry)
    every = Predecessor(target)
    boards = np.array([np.frombuffer(each, np.uint8).reshape(4, 4) for each in brute_force(every)])
    boards = boards[problem.verify(boards)]
    same = (boards == boards[0]).all(axis=0)
    assert found(problem).board().tolist() == np.where(same, boards[0], UNKNOWN).tolist()


@pytest.mark.quick
@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_finds_the_same(solver: str) -> None:
    """The 12 forced cells of this target are more than one group."""
    target = Pattern.from_array(np.pad(np.ones((3, 8), dtype=np.uint8), ((1, 1), (0, 0))))
    problem = Predecessor(target, margin=0)
    expected = found(problem)
    assert (expected.board() < UNKNOWN).any()
    assert found(problem, solver=solver).board().tolist() == expected.board().tolist()


def test_flips_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Predecessor(Pattern.from_rows(["O.O.OO", ".OO.O.", "O..OO."]), margin=1)
    expected = found(problem).board().tolist()
    monkeypatch.setattr(backbone, "_CELLS_AT_ONCE", 100)
    assert found(problem).board().tolist() == expected


@pytest.mark.parametrize("margin", [0, 1])
def test_a_group_that_is_not_decided_comes_again(
    margin: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two calls of three end without an answer, as if their conflicts had been used up."""
    problem = Predecessor(Pattern.from_rows(["OO.", "O.O", ".OO"]), margin=margin)
    expected = found(problem).board().tolist()
    solve, calls = Solver.solve, count()

    def hesitate(self: Solver, *words: Any) -> bool | None:
        return solve(self, *words) if next(calls) % 3 == 0 else None

    monkeypatch.setattr(Solver, "solve", hesitate)
    monkeypatch.setattr(backbone, "_FIRST_ROUND", 1)
    assert found(problem).board().tolist() == expected


def test_groups_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The nine cells of this target, its own only predecessor, are groups of 1, 2, 4 and 2."""
    calls: list[tuple[Any, ...]] = []
    solve = Solver.solve

    def counted(self: Solver, *words: Any) -> bool | None:
        calls.append(words)
        return solve(self, *words)

    monkeypatch.setattr(Solver, "solve", counted)
    found(Predecessor(Pattern.from_rows(["OO.", "O.O", ".OO"]), margin=0))
    assert len(calls) == 1 + 4


def test_a_stop_leaves_cells_unsettled() -> None:
    problem = Predecessor(Pattern.from_rows(["O.O.OO", ".OO.O.", "O..OO."]), margin=0)
    whole = found(problem)
    for questions in range(0, 60, 3):
        asked = 0

        def stop(most: int = questions) -> bool:
            nonlocal asked
            asked += 1
            return asked > most

        search = find_forced(problem, solver="glucose42", stop=stop)
        assert search.unsettled == search.cells or search.exists
        known = search.board() < UNKNOWN
        assert (search.board() == whole.board())[known].all()
        missing = ((whole.board() < UNKNOWN) & ~known).sum()
        assert search.unsettled >= missing


@pytest.mark.parametrize("outside", ["dead", "free", "torus"])
@pytest.mark.parametrize("density", [0.3, 0.5])
@pytest.mark.parametrize("seed", range(3))
def test_as_by_marginals(outside: Outside, density: float, seed: int) -> None:
    """A frontier counts the same: no parent has a dead cell live, every one a live cell."""
    size = (4, 6) if outside == "free" else (8, 6)
    cells = (np.random.default_rng(seed).random(size) < density).astype(np.uint8)
    torus = outside == "torus"
    target = evolve(cells if torus else np.pad(cells, 1), LIFE, 1, "torus" if torus else "dead")
    grid = BoundedGrid("T", 6, 8) if torus else None
    problem = Predecessor(Pattern.from_array(target, grid=grid), outside=outside, margin=0)
    marginals = count_marginals(problem)
    live, dead = marginals.live == marginals.total, marginals.live == 0
    expected = np.where(live, 1, np.where(dead, 0, UNKNOWN))
    assert found(problem).board().tolist() == expected.tolist()


@pytest.mark.quick
def test_where_it_lies() -> None:
    """The pattern of each generation lies where predecessors have it."""
    target = Pattern.from_rows(["O.", ".O"], position=(10, 20))
    for outside, size, position in (("free", 6, (8, 18)), ("dead", 4, (9, 19))):
        pattern = Backbone(Predecessor(target, 2, outside)).pattern()  # type: ignore[arg-type]
        assert (pattern.width, pattern.position) == (size, position)
    later = Backbone(Predecessor(target, 2, "free"), 1).pattern()
    assert (later.width, later.height, later.position) == (4, 4, (9, 19))
    torus = target.replace(grid=BoundedGrid("T", 5, 5), position=(-2, -2))
    pattern = Backbone(Predecessor(torus, 1, "torus")).pattern()
    assert (pattern.width, str(pattern.grid), pattern.position) == (5, "T5,5", (-2, -2))


def test_the_targets_own_cells_are_refused() -> None:
    problem = Predecessor(Pattern.from_rows(["O"]), 2)
    with pytest.raises(UserError, match="the target is generation 2"):
        Backbone(problem, 2)


def test_given_cells_are_forced() -> None:
    rule, _ = parse_rule("B3/S23")
    target = Pattern.from_rows(["??", "??"], rule=rule)
    problem = Predecessor(target, margin=0, require=frozenset({(0, 0)}), forbid=frozenset({(1, 1)}))
    assert found(problem).board().tolist() == [[1, UNKNOWN], [UNKNOWN, 0]]
    assert found(replace(problem, max_population=1)).board().tolist() == [[1, 0], [0, 0]]
