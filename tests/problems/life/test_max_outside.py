"""At most so many live cells outside the target's box, by every method, against brute force."""

import numpy as np
import pytest
from hypothesis import assume, given, settings

from lifesat import Pattern, UserError, count, predecessors
from lifesat.engines.frontier.counts import count_boards, count_by_population, count_orbits
from lifesat.engines.frontier.marginals import count_marginals
from lifesat.engines.frontier.parents import Parents
from lifesat.engines.frontier.support import OutOfReachError
from lifesat.engines.options import Options
from lifesat.frontends.input.blocks import block_of
from lifesat.life.rule import BoundedGrid
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.count_solutions import CountSolutions, count_solutions
from lifesat.queries.events import Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.environment import few_and_many
from tests.support.predecessors import brute_force, problems

TUB = Pattern.from_rows([".O.", "O.O", ".O."])
bounded = problems(most_outside=3)


def found(problem: Predecessor, **options: object) -> list[np.ndarray]:
    """The solutions of a search."""
    how = Options(limit=None, **options)  # type: ignore[arg-type]
    events = search(ListSolutions(problem), how)
    return [board for event in events if isinstance(event, Solutions) for board in event.boards]


@few_and_many(15, 100)
def test_as_by_brute_force(examples: int) -> None:
    """A solver, a block of space-time and JSON."""

    @settings(max_examples=examples)
    @given(bounded)
    def check(problem: Predecessor) -> None:
        expected = brute_force(problem)
        assume(len(expected) < 3000)
        boards = [board.tobytes() for board in found(problem, method="sat")]
        assert len(set(boards)) == len(boards)
        assert set(boards) == expected
        assert problem_from_json(problem.to_json()) == problem
        block = found(block_of(problem))  # type: ignore[arg-type]
        assert {board[0].tobytes() for board in block} == expected

    check()


@few_and_many(15, 100)
def test_a_frontier(examples: int) -> None:
    """Lists, counts and marginals."""

    @settings(max_examples=examples)
    @given(bounded.filter(lambda problem: problem.generations == 1))
    def check(problem: Predecessor) -> None:
        expected = brute_force(problem)
        parents = Parents(problem)
        models = [problem.boards(models) for models in parents.models()]
        boards = [board.tobytes() for boards in models for board in boards]
        assert sorted(boards) == sorted(expected)
        assert parents.count() == count_boards(problem) == len(expected)
        live = np.zeros(problem.target_states.size, dtype=int)
        for board in expected:
            live += np.frombuffer(board, dtype=np.uint8)
        assert count_marginals(problem).live.ravel().tolist() == live.tolist()

    check()


def test_a_box_on_a_larger_torus_has_no_translations() -> None:
    """A translation moves the box, although all cells of the target are alike."""
    target = Pattern.from_rows(["...", "..."]).replace(
        grid=BoundedGrid("T", 5, 4), position=(-2, -2)
    )
    free = Predecessor(target, outside="torus", max_population=3)
    problem = Predecessor(target, outside="torus", max_population=3, max_outside=0)
    boards = found(problem, up_to_symmetry=True)
    assert len(free.symmetries()) > len(problem.symmetries()) > 1
    assert boards
    for board in boards:
        assert board.sum() == board[:2, :3].sum()
    images = {
        board.reshape(-1)[image].tobytes() for board in boards for image in problem.symmetries()
    }
    assert images == {board.tobytes() for board in found(problem, method="sat")}


@pytest.mark.quick
def test_numbers_agree() -> None:
    numbers = [count(TUB, margin=2, max_outside=most) for most in range(4)]
    assert numbers == sorted(numbers)
    for most, number in enumerate(numbers):
        search = predecessors(TUB, margin=2, max_outside=most)
        outside = [pattern.population - inside(pattern) for pattern in search]
        assert len(outside) == number
        assert max(outside) <= most


def inside(pattern: Pattern) -> int:
    """The live cells of a parent in the box of the tub, two cells from its edges."""
    return int(pattern.to_array()[2:-2, 2:-2].sum())


@pytest.mark.quick
def test_a_sweep_counts_with_the_bound() -> None:
    told: list[object] = []
    problem = Predecessor(TUB, max_outside=1)
    numbers = count_solutions(CountSolutions(problem), Options(), told.append)
    assert numbers == [len(found(problem))]
    assert not any(isinstance(each, str) for each in told)  # no other way is announced


@pytest.mark.quick
def test_what_a_sweep_does_not_count() -> None:
    problem = Predecessor(TUB, max_outside=1)
    for counted in (count_by_population, count_orbits):
        with pytest.raises(OutOfReachError, match="all of these conditions"):
            counted(problem)
    # It is counted in other ways.
    orbits = found(problem, up_to_symmetry=True)
    assert count(TUB, max_outside=1, up_to_symmetry=True) == len(orbits)


@pytest.mark.quick
@pytest.mark.parametrize("wrong", [-1, "2", True])
def test_invalid_numbers(wrong: int) -> None:
    with pytest.raises(UserError, match="max_outside is"):
        Predecessor(TUB, max_outside=wrong)
    with pytest.raises(UserError, match="max_outside is"):
        predecessors(TUB, max_outside=wrong)


@pytest.mark.quick
def test_words() -> None:
    words = Predecessor(TUB, max_outside=1).conditions()
    assert words.endswith("at most 1 live cell outside the target's box")
