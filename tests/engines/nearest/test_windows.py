"""Windows of the nearest predecessor against brute force, and what is made of them."""

import math
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat import Pattern
from lifesat.defaults import SOLVER
from lifesat.engines.choice import engine_of, portfolio_members, setup_of
from lifesat.engines.nearest import support, windows
from lifesat.engines.nearest.engine import NEAREST_WINDOWS
from lifesat.engines.nearest.solver import WindowSolver
from lifesat.engines.nearest.windows import Windows, WindowSearch
from lifesat.engines.options import Options
from lifesat.engines.particles.effort import most_bytes
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.portfolio import fitting_setups
from lifesat.engines.sat.search import no_solutions, pack
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.life.evolution import evolve
from lifesat.life.rule import LIFE
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards
from lifesat.queries.events import Done, Solutions, Started
from lifesat.queries.search import improving_search
from lifesat.queries.solutions import BestSolution
from tests.support.environment import few_and_many, weekly_after
from tests.support.nearest import brute_force, problems

if TYPE_CHECKING:
    from lifesat.problems.life.window import Outside

ENCODING = "column_triples"


def pattern(cells: Boards, rule: str = "B3/S23") -> Pattern:
    return Pattern.from_rows(["".join(".O"[cell] for cell in row) for row in cells], rule=rule)


def soup(height: int, width: int, seed: int = 0) -> Pattern:
    return pattern((np.random.default_rng(seed).random((height, width)) < 0.5).astype(np.uint8))


def on_torus(side: int, generations: int) -> NearestPredecessor:
    """A target with a predecessor so many generations earlier."""
    cells = (np.random.default_rng(side).random((1, side, side)) < 0.4).astype(np.uint8)
    target = pattern(evolve(cells, LIFE, generations, "torus")[0], f"B3/S23:T{side},{side}")
    return NearestPredecessor(Predecessor(target, generations=generations, outside="torus"))


# ---------------------------------------------------------------- one window


@st.composite
def boards_with_windows(
    draw: st.DrawFn,
) -> tuple[NearestPredecessor, Boards, tuple[int, int, int]]:
    """A problem, a first generation, and the place of a window of at most nine cells."""
    outside: Outside = draw(st.sampled_from(["dead", "free", "torus"]))
    generations, side = draw(st.integers(1, 2)), draw(st.integers(1, 3))
    least = side + 2 * (generations + 1) if outside == "torus" else 1
    height, width = (draw(st.integers(least, 9)) for _ in range(2))
    rule = f"B36/S23:T{width},{height}" if outside == "torus" else "B36/S23"
    chance = np.random.default_rng(draw(st.integers(0, 1 << 20)))
    target = pattern(chance.integers(0, 2, (height, width), dtype=np.uint8), rule)
    weights = tuple(map(tuple, chance.integers(0, 3, (height, width)).tolist()))
    exact = Predecessor(target, generations=generations, outside=outside)
    problem = NearestPredecessor(exact, draw(st.sampled_from([(), weights])))
    board = (chance.random(exact.first.shape) < 0.3).astype(np.uint8)
    if not problem.verify(board[None])[0]:
        board[:] = 0
    rows, columns = problem.spacetime.literals.shape[1:]
    return problem, board, (draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1)), side)


@pytest.mark.quick
@few_and_many(15, 400)
def test_the_models_of_a_window_are_all_boards_that_differ_in_it_only(examples: int) -> None:
    settings(max_examples=examples)(given(boards_with_windows())(check_window))()


def check_window(case: tuple[NearestPredecessor, Boards, tuple[int, int, int]]) -> None:
    problem, board, place = case
    around = Windows(problem, ENCODING, board)
    assert not around.overlaps(place[2])
    window = around.window(*place)
    rest = problem.distances(board[None])[0] // problem.unit - window.cost
    states = np.array(list(product((0, 1), repeat=len(window.rows))), dtype=np.uint8)
    every = np.repeat(board[None], len(states), axis=0)
    every[:, window.rows, window.columns] = states.reshape(len(states), len(window.rows))
    every = every[problem.verify(every)]
    costs = problem.distances(every) // problem.unit - rest
    expected = dict(zip([each.tobytes() for each in every], costs.tolist(), strict=True))
    found = {}
    with Solver(window.formula) as solver:
        while solver.solve(None):
            model = solver.model(window.formula.variables)
            changed = around.changed(window, model).tobytes()
            found[changed] = sum(each in model for each in window.criterion.literals.tolist())
            solver.add([-literal for literal in model[: len(window.rows)]])
    assert found == expected


# ---------------------------------------------------------------- the search


@few_and_many(6, 200)
def test_windows_and_then_the_whole_board_find_the_best(examples: int) -> None:
    @settings(max_examples=examples)
    @given(problems())
    def agree(problem: NearestPredecessor) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(support, "_MOST_CELLS", 0)
            patch.setattr(windows, "_FIRST_SIDE", 2)
            *events, done = improving_search(BestSolution(problem, "fewest"), Options())
        _, distances = brute_force(problem)
        found = [event.boards for event in events if isinstance(event, Solutions)]
        assert isinstance(done, Done)
        if not distances:
            assert done.status == "none"
            return
        assert done.status == "complete"
        every = problem.distances(np.concatenate(found)).tolist()
        assert every == sorted(set(every), reverse=True)
        assert every[-1] == min(distances)

    agree()


@pytest.mark.parametrize("torus", weekly_after(1, [(20, 1), (16, 2)]))
def test_no_cell_differs_in_the_end_if_there_is_a_predecessor(torus: tuple[int, int]) -> None:
    problem = on_torus(*torus)
    search = WindowSearch(problem, ENCODING, SOLVER, seed=1)
    search.advance(math.inf)
    assert problem.distances(search.board[None]).tolist() == [search.cost]
    assert search.exhausted or not search.cost
    assert search.cost < 10
    assert search.conflicts > 0


def test_a_better_board_of_another_member_is_taken_over() -> None:
    problem = on_torus(20, 1)
    setup = SolverSetup(problem, ENCODING, SOLVER, NEAREST_WINDOWS, goal="fewest")
    ahead = WindowSearch(problem, ENCODING, SOLVER)
    ahead.advance(0.2)
    known = pack(problem.literals(ahead.board[None]))
    solver = WindowSolver(setup, no_solutions(problem))
    solver.observe(known)
    found = solver.wanted(30.0, 1, math.inf)
    assert problem.distances(problem.boards(found.literals))[0] < ahead.cost
    with pytest.raises(ValueError, match="cube"):
        solver.narrow([1])


# ---------------------------------------------------------------- when


@pytest.mark.quick
def test_windows_are_for_large_boards_without_conditions_on_the_whole() -> None:
    large = NearestPredecessor(Predecessor(soup(12, 14)))
    assert engine_of(large, Options(), "fewest").name == "windows"
    assert engine_of(large, Options(method="sat"), "fewest").name == "board"
    assert (
        engine_of(NearestPredecessor(Predecessor(soup(8, 8))), Options(), "fewest").name == "board"
    )
    for condition in (
        {"min_population": 1},
        {"max_population": 40},
        {"different": True},
        {"require": {(0, 0)}},
    ):
        exact = replace(large.exact, **condition)
        assert engine_of(NearestPredecessor(exact), Options(), "fewest").name == "board"


@pytest.mark.quick
@pytest.mark.parametrize("side", [8, 14])
def test_a_portfolio_has_windows_and_one_formula(side: int) -> None:
    """The second process takes one formula once it has found the orphans."""
    problem = NearestPredecessor(Predecessor(soup(side, side)))
    setup = SolverSetup(problem, ENCODING, SOLVER, ONE_FORMULA, goal="fewest")
    for first, second in (
        (setup, "windows"),
        (replace(setup, engine=NEAREST_WINDOWS), "orphans"),
    ):
        chosen = fitting_setups(portfolio_members(first), 3)
        assert [each.engine.name for each in chosen[:2]] == [first.engine.name, second]
        assert len({(each.engine.name, each.seed) for each in chosen}) == 3


@pytest.mark.parametrize(
    ("height", "width", "begins"),
    [(20, 20, True), (19, 40, False), (250, 250, True), (250, 251, False)],
)
def test_particles_fill_boards_of_a_middle_size(height: int, width: int, begins: bool) -> None:
    exact = Predecessor(soup(height, width), margin=0)
    assert support.begins_nearby(NearestPredecessor(exact)) is begins


def test_a_seed_changes_windows_and_no_single_formula() -> None:
    def seed_of(side: int, seed: int) -> int:
        problem = NearestPredecessor(Predecessor(soup(side, side)))
        return setup_of(problem, Options(seed=seed), "fewest").seed

    assert len({seed_of(14, seed) for seed in range(5)}) == 5
    assert seed_of(8, 0) == seed_of(8, 1)


def test_the_memory_of_particles_is_counted() -> None:
    """Windows begin with a board that particles fill, but on a torus."""
    problem = NearestPredecessor(Predecessor(soup(100, 100)))
    torus = Predecessor(
        pattern(problem.exact.target_states[:100, :100], "B3/S23:T100,100"), outside="torus"
    )
    without = SolverSetup(
        NearestPredecessor(torus), ENCODING, SOLVER, NEAREST_WINDOWS, goal="fewest"
    )
    setup = replace(without, problem=problem)
    assert setup.bytes - without.bytes > 0.9 * most_bytes(102, 102)


def test_a_huge_board_begins_at_once_and_without_its_formula() -> None:
    problem = NearestPredecessor(Predecessor(soup(300, 300)))
    setup = SolverSetup(problem, ENCODING, SOLVER, NEAREST_WINDOWS, goal="fewest")
    assert setup.bytes < replace(setup, engine=ONE_FORMULA).bytes / 3
    events = improving_search(BestSolution(problem, "fewest"), Options(time_limit=3.0, workers=1))
    started = next(events)
    assert isinstance(started, Started)
    assert (started.clauses, started.scope) == (0, "windows")
    first = next(event for event in events if isinstance(event, Solutions))
    live = problem.exact.target_states.sum()
    assert 0 < problem.distances(first.boards)[0] <= live
