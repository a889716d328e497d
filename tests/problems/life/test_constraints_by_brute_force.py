"""Constraints on blocks of space-time against every assignment of states to their cells."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat.problems.life.search import SpaceTimeSearch
from tests.support import plain
from tests.support.blocks import SIZES, constrained
from tests.support.constraints import fulfils
from tests.support.environment import few_and_many
from tests.support.found_blocks import assert_agrees


@few_and_many(40, 2000)
def test_all_solutions_are_those_of_brute_force(examples: int) -> None:
    @settings(max_examples=examples)
    @given(constrained(SIZES), st.data())
    def agree(problem: SpaceTimeSearch, data: st.DataObject) -> None:
        assert_agrees(problem, data.draw(st.sampled_from(problem.encodings)))

    agree()


@few_and_many(40, 1000)
def test_the_check_alone(examples: int) -> None:
    @settings(max_examples=examples)
    @given(constrained([(3, 2, 2), (2, 2, 3), (2, 3, 2), (2, 1, 4), (1, 3, 3)]))
    def agree(problem: SpaceTimeSearch) -> None:
        generations, height, width = problem.shape
        boards = plain.all_boards(generations * height, width)
        boards = boards.reshape(-1, generations, height, width)
        holds = problem.constraints_hold(boards, problem.surroundings)
        assert np.array_equal(holds, fulfils(problem, boards))

    agree()
