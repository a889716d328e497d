"""Counts of still lifes, oscillators and other objects, against listings and published numbers."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, reject, settings

from lifesat.engines.frontier.counts import count_boards, count_by_population, count_orbits
from lifesat.engines.frontier.marginals import count_marginals
from lifesat.engines.frontier.parents import Parents
from lifesat.engines.frontier.support import OutOfReachError, Swept
from lifesat.engines.options import Options
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Boards
from lifesat.queries.events import Solutions
from lifesat.queries.sample_solutions import SampleSolutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.blocks import block
from tests.support.environment import few_and_many
from tests.support.predecessors import brute_force, problems

OBJECTS = [
    StillLife(5, 4),
    StillLife(4, 5, symmetry="C2", min_population=4, max_population=9),
    StillLife(4, 4, rule_name="B36/S23"),
    Oscillator(5, 4, period=2),
    Oscillator(5, 4, period=3),
    Oscillator(4, 6, period=2, symmetry="D2_+", max_population=9),
    Oscillator(5, 5, period=2, glide="flip_x"),
    Spaceship(5, 4, period=1, shift=(1, 0), rule_name="B2/S"),
    StillLife(4, 4, outside="K4*,4"),
    Oscillator(4, 3, 2, outside="T4,3+1"),
    Spaceship(5, 3, 1, (1, 0), outside="T0,3", rule_name="B2/S"),
    Agar(4, 4, 1),
    Agar(3, 4, 2),
    Agar(4, 3, 2, (1, 0)),
]


def solutions(problem: Swept, *, up_to_symmetry: bool = False) -> list[Boards]:
    options = Options(method="sat", limit=None, up_to_symmetry=up_to_symmetry)
    events = search(ListSolutions(problem), options)
    return [board for each in events if isinstance(each, Solutions) for board in each.boards]


def populations(problem: Swept, *, up_to_symmetry: bool) -> Counter[int]:
    boards = solutions(problem, up_to_symmetry=up_to_symmetry)
    return Counter(int(np.count_nonzero(board)) for board in boards)


@pytest.mark.parametrize("problem", OBJECTS, ids=str)
def test_as_many_as_the_solver_lists(problem: Swept) -> None:
    listed = populations(problem, up_to_symmetry=False)
    assert count_boards(problem) == listed.total()
    numbers = count_by_population(problem)
    assert {n: number for n, number in enumerate(numbers) if number} == listed
    orbits = populations(problem, up_to_symmetry=True)
    assert count_orbits(problem) == [orbits.total()]


@pytest.mark.parametrize("problem", OBJECTS, ids=str)
def test_marginals_of_what_the_solver_lists(problem: Swept) -> None:
    listed = solutions(problem)
    found = count_marginals(problem)
    assert found.total == len(listed)
    boards = np.array(listed, dtype=int).reshape(-1, *found.live.shape)
    assert found.live.tolist() == boards.sum(axis=0).tolist()
    assert found.corner == (0, 0)


@pytest.mark.parametrize("problem", OBJECTS, ids=str)
def test_draws_of_what_the_solver_lists(problem: Swept) -> None:
    listed = {board.tobytes() for board in solutions(problem)}
    events = search(SampleSolutions(problem, 1), Options(limit=3000))
    boards = [each.boards for each in events if isinstance(each, Solutions)]
    drawn = Counter(board.tobytes() for some in boards for board in some)
    assert drawn.total() == (3000 if listed else 0)
    assert drawn.keys() <= listed
    mean = 3000 / max(1, len(listed))
    assert all(abs(drawn[board] - mean) < 5 * mean**0.5 + 5 for board in listed)


def test_draws_continue_where_they_were_left() -> None:
    parents = Parents(Oscillator(5, 4, period=2))
    every = np.concatenate([*parents.draws(2500, 3)])
    rest = np.concatenate([*parents.draws(2500, 3, 1300)])
    assert len(every) == 2500
    assert np.array_equal(every[1300:], rest)


@pytest.mark.parametrize("counted", [0, 1])
def test_marginals_of_negated_names_and_of_another_generation(counted: int) -> None:
    problem = block("""
        a -a * 0
        * * b 0

        * * * -b
        * * * *
    """, counted_generation=counted)  # fmt: skip
    listed = solutions(problem)
    found = count_marginals(problem)
    assert found.total == len(listed) > 0
    boards = np.array(listed, dtype=int)[:, counted]
    assert found.live.tolist() == boards.sum(axis=0).tolist()


def test_negated_names_are_not_counted() -> None:
    problem = block("a -a\n\n* *", min_population=1)
    for count in (count_marginals, Parents, count_by_population):
        with pytest.raises(OutOfReachError, match="negated names"):
            count(problem)


def test_within_bounds_with_given_live_cells_and_a_change() -> None:
    problem = block("""
        1 * * 0
        * * * 0

        1 * * *
        * * 1 *
    """, min_population=3, max_population=5, force_change=((0, 1),))  # fmt: skip
    listed = solutions(problem)
    found = count_marginals(problem)
    assert found.total == len(listed) > 0
    assert found.live.tolist() == np.array(listed, dtype=int)[:, 0].sum(axis=0).tolist()
    drawn = Parents(problem).sample(500, 2)
    assert {board.tobytes() for board in drawn} <= {board.tobytes() for board in listed}


def test_a_live_cell_that_is_known_where_generations_are_equal() -> None:
    """The block of four cells does not change, so it is none of them."""
    problem = block("1 *\n* *\n\n* *\n* 1", min_population=4, force_change=((0, 1),))
    assert solutions(problem) == []
    assert count_marginals(problem).total == count_boards(problem) == 0


def check_predecessors_several_generations_back(problem: Predecessor) -> None:
    parents = brute_force(problem)
    try:
        number = count_boards(problem)
    except OutOfReachError:
        reject()
    assert number == len(parents)
    live = Counter(board.count(1) for board in parents)
    if problem.max_outside is None:
        boards = np.array([list(board) for board in parents], dtype=int)
        found = count_marginals(problem)
        assert found.total == len(parents)
        assert found.live.sum() == boards.sum()
        assert not parents or found.live.ravel().tolist() == boards.sum(axis=0).tolist()
    numbers = count_by_population(problem)
    assert {n: number for n, number in enumerate(numbers) if number} == live


@few_and_many(15, 60)
def test_predecessors_several_generations_back(examples: int) -> None:
    several = problems().filter(lambda problem: problem.generations > 1)
    check = given(problem=several)(check_predecessors_several_generations_back)
    settings(max_examples=examples, suppress_health_check=[HealthCheck.filter_too_much])(check)()


@pytest.mark.parametrize("n", range(1, 8))
def test_squares_of_period_2(counts: dict[str, Any], n: int) -> None:
    # The published terms count pairs: a pattern and its other phase.
    assert count_boards(Oscillator(n, n, period=2)) == 2 * counts["A136279"]["terms"][n - 1]
