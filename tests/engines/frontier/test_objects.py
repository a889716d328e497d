"""Counts of still lifes, oscillators and other objects, against listings and published numbers."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from lifesat.engines.frontier.counts import count_boards, count_by_population, count_orbits
from lifesat.engines.frontier.support import Swept
from lifesat.engines.options import Options
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.queries.events import Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
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
    Agar(4, 4, 1),
    Agar(3, 4, 2),
    Agar(4, 3, 2, (1, 0)),
]


def populations(problem: Swept, *, up_to_symmetry: bool) -> Counter[int]:
    options = Options(method="sat", limit=None, up_to_symmetry=up_to_symmetry)
    events = search(ListSolutions(problem), options)
    boards = [each.boards for each in events if isinstance(each, Solutions)]
    return Counter(int(np.count_nonzero(board)) for some in boards for board in some)


@pytest.mark.parametrize("problem", OBJECTS, ids=str)
def test_as_many_as_the_solver_lists(problem: Swept) -> None:
    listed = populations(problem, up_to_symmetry=False)
    assert count_boards(problem) == listed.total()
    numbers = count_by_population(problem)
    assert {n: number for n, number in enumerate(numbers) if number} == listed
    orbits = populations(problem, up_to_symmetry=True)
    assert count_orbits(problem) == [orbits.total()]


def check_predecessors_several_generations_back(problem: Predecessor) -> None:
    parents = brute_force(problem)
    assert count_boards(problem) == len(parents)
    live = Counter(board.count(1) for board in parents)
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
