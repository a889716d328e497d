"""Seeds, each of which gives another search, and searches in short calls."""

from typing import get_args

import numpy as np
import pytest

from lifesat.defaults import Mode
from lifesat.engines.choice import portfolio_members, setup_of
from lifesat.engines.options import Options
from lifesat.engines.sat.portfolio import fitting_setups
from lifesat.engines.sat.solver import OTHER_RESTARTS, Solver
from lifesat.frontends.input.blocks import block_of
from lifesat.frontends.input.search_file import SearchRequest
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem
from tests.support.soups import soup


def conflicts(seed: int) -> int:
    """Return how many conflicts it takes to find a parent of a soup."""
    problem = soup(22, 22)
    with Solver(problem.formula(problem.encodings[0]), seed=seed) as solver:
        assert solver.solve(None)
        return solver.conflicts


def test_every_seed_gives_another_search() -> None:
    seeds = (0, 1, OTHER_RESTARTS, OTHER_RESTARTS + 1, 6)
    taken = [conflicts(seed) for seed in seeds]
    assert len(set(taken)) == len(seeds)
    assert conflicts(0) == taken[0]


BLANK = SearchRequest(blank=(3, 3, 3)).problem()
TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]))


@pytest.mark.quick
@pytest.mark.parametrize(
    ("problem", "limit", "mode"),
    [
        (BLANK, 1, "false_first"),
        (BLANK, None, "stable"),
        (TUB, 1, "stable"),
        (block_of(TUB), 1, "stable"),
    ],
)
def test_searches_without_a_target_take_cells_for_dead(
    problem: Problem, limit: int | None, mode: Mode
) -> None:
    options = Options(limit=limit)
    assert setup_of(problem, options).mode == mode
    assert setup_of(problem, options, "fewest").mode == "stable"


@pytest.mark.quick
def test_the_processes_of_a_search_without_a_target() -> None:
    setup = setup_of(BLANK, Options(limit=1, workers=4))
    members = fitting_setups(portfolio_members(setup), 4)
    assert [(each.solver, each.mode) for each in members] == [
        ("cadical195", "false_first"),
        ("glucose42", "alternating"),
        ("cadical195", "alternating"),
        ("cadical195", "stable"),
    ]


def test_glucose_is_not_its_own_rival() -> None:
    setup = setup_of(BLANK, Options(solver="glucose42", limit=1, workers=2))
    members = fitting_setups(portfolio_members(setup), 2)
    assert [each.solver for each in members] == ["glucose42", "cadical195"]


def test_each_mode_searches_in_another_way() -> None:
    """Conflicts differ, and decisions that make variables false find an oscillator of few cells."""
    taken, live = set(), {}
    for mode in get_args(Mode):
        problem = SearchRequest(
            blank=(10, 10, 3), symmetry=("p2",), force_change=((0, 1),)
        ).problem()
        with Solver(problem.formula(problem.encodings[0]), mode=mode) as solver:
            assert solver.solve(None)
            taken.add(solver.conflicts)
            live[mode] = sum(literal > 0 for literal in solver.model(problem.projection))
    assert len(taken) == 3
    assert live["false_first"] <= 10 < min(live["stable"], live["alternating"])


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """The limits of all calls, none of which decides anything."""
    limits: list[int | None] = []

    def undecided(_: Solver, conflicts: int | None, __: object) -> None:
        limits.append(conflicts)

    monkeypatch.setattr(Solver, "solve", undecided)
    monkeypatch.setattr(Solver, "conflicts", property(lambda _: 10_000 * len(limits)))
    return limits


def test_a_limit_of_conflicts_is_divided_among_calls(calls: list[int | None]) -> None:
    with Solver(TUB.formula("truth_table")) as solver:
        assert solver.solve_until(conflicts=25_000, call_conflicts=10_000) is None
    assert calls == [10_000, 10_000, 5_000]


def test_a_deadline_and_a_stop_end_a_search(calls: list[int | None]) -> None:
    with Solver(TUB.formula("truth_table")) as solver:
        assert solver.solve_until(deadline=0.0) is None
        assert len(calls) == 1
        assert solver.solve_until(stop=lambda: len(calls) == 3) is None
        assert len(calls) == 3


def test_short_calls_find_the_same_as_one() -> None:
    problem = soup(8, 8)
    with Solver(problem.formula("truth_table")) as solver:
        assert solver.solve_until(call_conflicts=10) is solver.solve(None)
        first = problem.boards(np.array([solver.model(problem.projection)], dtype=np.int32))
        assert problem.verify(first).all() == solver.solve(None)
