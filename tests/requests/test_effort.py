"""The effort a user allows, as options."""

from dataclasses import replace

import pytest

from lifesat import defaults
from lifesat.errors import UserError
from lifesat.life.pattern import Pattern
from lifesat.machine import cores
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Problem
from lifesat.queries.best_solution import BestSolution
from lifesat.requests.effort import Effort

PARENTS = Predecessor(Pattern.from_rows(["OO", "OO"]))
ALL = Effort(limit=None)


def test_the_defaults() -> None:
    options = Effort().options(PARENTS)
    assert (options.limit, options.workers) == (1, cores())
    assert (options.solver, options.encoding) == (defaults.SOLVER, None)


@pytest.mark.parametrize(
    ("effort", "problem", "sweeps"),
    [
        (ALL, PARENTS, True),
        (replace(ALL, skip=3), PARENTS, True),
        (Effort(limit=10), PARENTS, False),
        (replace(ALL, up_to_symmetry=True), PARENTS, False),
        (replace(ALL, solver=defaults.SOLVER), PARENTS, False),
        (replace(ALL, encoding="truth_table"), PARENTS, False),
        (replace(ALL, goal="fewest"), PARENTS, False),
        (ALL, StillLife(3, 3), False),
    ],
)
def test_all_predecessors_are_listed_by_a_sweep(
    effort: Effort, problem: Problem, sweeps: bool
) -> None:
    assert effort.options(problem).sweep == sweeps


def test_a_goal_has_no_limit() -> None:
    effort = Effort(limit=1, goal="most")
    assert effort.query(PARENTS) == BestSolution(PARENTS, "most")
    assert effort.options(PARENTS).limit is None


@pytest.mark.parametrize(
    "effort",
    [ALL, Effort(limit=2), Effort(goal="most"), Effort(method="sat"), Effort(method="strips")],
)
def test_a_seed_that_would_change_nothing_is_refused(effort: Effort) -> None:
    assert effort.options(PARENTS).seed == 0
    with pytest.raises(UserError, match=r"^seed is for particles"):
        replace(effort, seed=1).options(PARENTS)


@pytest.mark.parametrize(
    ("effort", "problem"),
    [
        (Effort(), PARENTS),
        (Effort(method="particles"), PARENTS),
        (Effort(goal="fewest"), NearestPredecessor(PARENTS)),
    ],
)
def test_a_seed(effort: Effort, problem: Problem) -> None:
    assert replace(effort, seed=7).options(problem).seed == 7


def test_only_predecessors_have_a_seed() -> None:
    with pytest.raises(UserError, match=r"^seed is for particles"):
        Effort(seed=1).options(StillLife(3, 3))


def test_a_seed_is_a_whole_number() -> None:
    with pytest.raises(UserError, match=r"^seed is -1; it must be"):
        Effort(seed=-1).options(PARENTS)


def test_an_empty_name_is_a_choice_too() -> None:
    with pytest.raises(UserError, match="unknown solver ''"):
        Effort(solver="").options(PARENTS)
