"""The solver's seeds: each gives another search."""

from lifesat.sat.solver import OTHER_RESTARTS, Solver
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
