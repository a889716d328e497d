"""The solver's seeds: each gives another search."""

import pytest

from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem
from lifesat.queries.engine_choice import setup_of
from lifesat.queries.options import Options
from lifesat.queries.portfolio_members import portfolio_members
from lifesat.requests.blocks import block_of
from lifesat.requests.search_file import SearchRequest
from lifesat.sat.portfolio import fitting_setups
from lifesat.sat.solver import OTHER_RESTARTS, Solver
from tests.support.soups import soup


def conflicts(seed: int) -> int:
    """Return how many conflicts it takes to find a parent of a soup."""
    problem = soup(22, 22)
    with Solver(problem.formula(problem.encodings[0]), seed=seed) as solver:
        assert solver.solve(None)
        return solver.conflicts


@pytest.mark.slow
def test_every_seed_gives_another_search() -> None:
    seeds = (0, 1, OTHER_RESTARTS, OTHER_RESTARTS + 1, 6)
    taken = [conflicts(seed) for seed in seeds]
    assert len(set(taken)) == len(seeds)
    assert conflicts(0) == taken[0]


BLANK = SearchRequest(blank=(3, 3, 3)).problem()
TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]))


@pytest.mark.parametrize(
    ("problem", "limit", "stable"),
    [(BLANK, 1, False), (BLANK, None, True), (TUB, 1, True), (block_of(TUB), 1, True)],
)
def test_searches_without_a_target_use_both_modes(
    problem: Problem, limit: int | None, stable: bool
) -> None:
    """The second process of a portfolio stays in the stable mode in any case."""
    setup = setup_of(problem, Options(limit=limit))
    assert setup.stable == stable
    assert [each.stable for each in fitting_setups(portfolio_members(setup), 2)] == [stable, True]


@pytest.mark.slow
def test_the_modes_find_the_same_in_different_ways() -> None:
    """In its stable mode CaDiCaL restarts less often, so conflicts differ."""
    taken = set()
    for stable in (True, False):
        found = soup(22, 22)
        with Solver(found.formula(found.encodings[0]), stable=stable) as solver:
            assert solver.solve(None)
            taken.add(solver.conflicts)
    assert len(taken) == 2
