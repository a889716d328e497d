"""Blocks that ask for predecessors are searched as predecessors are."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from lifesat.engines.choice import searched_problem
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.frontends.input.blocks import block_of
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.queries.events import Done, Partial, Solutions, Started
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.blocks import block, by_brute_force, listed, plain_blocks
from tests.support.environment import few_and_many
from tests.support.soups import soup


@few_and_many(40, 1000)
def test_models_are_those_of_the_block(examples: int) -> None:
    @settings(max_examples=examples)
    @given(plain_blocks())
    def agree(problem: SpaceTimeSearch) -> None:
        found = searched_problem(problem)
        assert found.projection == problem.projection
        signs = np.random.default_rng(1).choice((-1, 1), (5, problem.projection))
        models = (signs * np.arange(1, problem.projection + 1)).astype(np.int32)
        if found is not problem:
            assert np.array_equal(found.boards(models), problem.boards(models)[:, 0])
            every = by_brute_force(problem)
            assert listed(problem) == every
            best = _solutions(BestSolution(problem, "fewest"), Options())[-1:]
            populations = [_population(problem, board) for board in every]
            assert [int(board[0].sum()) for board in best] == ([min(populations)] if every else [])

    agree()


def _population(problem: SpaceTimeSearch, board: bytes) -> int:
    return int(np.frombuffer(board, dtype=np.uint8).reshape(problem.shape)[0].sum())


def _solutions(query: ListSolutions | BestSolution, options: Options) -> list[np.ndarray]:
    events = search(query, options)
    return [board for each in events if isinstance(each, Solutions) for board in each.boards]


@pytest.mark.parametrize(
    ("text", "about", "found"),
    [
        ("* *\n\n1 0", {}, True),
        ("* 0\n\n1 *", {"min_population": 2}, True),
        ("* *\n\n1 0", {"outside": "torus"}, True),
        ("* *\n\n1 0", {"outside": "bounded"}, False),
        ("a *\n\na 0", {}, False),
        ("* *\n\n1' 0", {}, False),
        ("* *\n\n* *\n\n1 0", {}, False),
        ("* *\n\n1 1", {"symmetry": ("D2|",)}, False),
        ("* *\n\n1 0", {"rule_name": "pB3/S23"}, False),
        ("* *\n\n1 0", {"rule_name": "12/3/3"}, False),
    ],
)
def test_which_blocks_are_searched_so(text: str, about: dict[str, object], found: bool) -> None:
    problem = block(text, **about)
    assert isinstance(searched_problem(problem), Predecessor) == found


def test_orbits_of_a_torus_are_those_of_the_block() -> None:
    problem = block("* *\n\n0 0", outside="torus")
    assert searched_problem(problem, up_to_symmetry=True) is problem
    dead = replace(problem, outside="dead")
    assert isinstance(searched_problem(dead, up_to_symmetry=True), Predecessor)


def test_a_large_block_is_searched_strip_by_strip() -> None:
    problem = block_of(soup(40, 40))
    started, *_, done = search(
        ListSolutions(problem), Options(limit=1, method="strips", time_limit=0)
    )
    assert isinstance(started, Started)
    assert isinstance(done, Done)
    assert started.scope == "strips"


def test_partial_predecessors_of_a_block() -> None:
    problem = block_of(soup(60, 60))
    options = Options(limit=1, method="strips", workers=1, time_limit=30)
    events = search(ListSolutions(problem), options)
    partial = next(each for each in events if isinstance(each, Partial))
    assert partial.row > 0


def test_strips_are_refused_for_other_blocks() -> None:
    problem = block("a *\n\na 0")
    with pytest.raises(UserError, match="strips find predecessors, not solutions"):
        list(search(ListSolutions(problem), Options(limit=1, method="strips")))
