"""Numbers of solutions of blocks of space-time, against brute force and listings."""

import pytest
from hypothesis import given, settings

from lifesat.engines.options import Options
from lifesat.problems.life.search import SpaceTimeSearch, predecessor_of_block
from lifesat.queries.count_solutions import CountSolutions, count_solutions
from tests.support.blocks import SIZES, block, by_brute_force, constrained, listed, plain_blocks
from tests.support.environment import few_and_many


@few_and_many(15, 1000)
def test_a_sweep_counts_blocks_of_two_generations(examples: int) -> None:
    @settings(max_examples=examples)
    @given(plain_blocks())
    def agree(problem: SpaceTimeSearch) -> None:
        everything = by_brute_force(problem)
        assert predecessor_of_block(problem)
        numbers = count_solutions(CountSolutions(problem, by_population=True), Options())
        assert sum(numbers) == len(everything)
        orbits = count_solutions(CountSolutions(problem, up_to_symmetry=True), Options())
        assert orbits == [len(listed(problem, up_to_symmetry=True))]

    agree()


@few_and_many(15, 300)
def test_other_blocks_are_counted_too(examples: int) -> None:
    @settings(max_examples=examples)
    @given(constrained([size for size in SIZES if size[0] > 1]))
    def agree(problem: SpaceTimeSearch) -> None:
        numbers = count_solutions(CountSolutions(problem), Options())
        assert sum(numbers) == len(by_brute_force(problem))

    agree()


@pytest.mark.parametrize(
    "text", ["* *\n\n* *\n\n* *", "a a\n\n* *", "* *\n\n* 0'", "* *", "a *\n\n-a *"]
)
def test_names_free_cells_and_more_generations_are_swept(text: str) -> None:
    told: list[object] = []
    numbers = count_solutions(CountSolutions(block(text)), Options(), told.append)
    assert numbers == [len(by_brute_force(block(text)))]
    assert not any(isinstance(each, str) for each in told)
