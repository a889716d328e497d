"""Predecessors under Generations rules against brute force over all boards of small windows."""

from hypothesis import given, settings

from lifesat.engines.options import Options
from lifesat.frontends.input.blocks import block_of
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.generations_predecessor import GenerationsPredecessor
from lifesat.queries.events import Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.blocks import listed
from tests.support.generations import brute_force, problems


def boards(problem: GenerationsPredecessor, **options: object) -> tuple[list[bytes], str, int]:
    """All boards that a search lists, how it ended, and how many they stand for."""
    *events, done = search(ListSolutions(problem), Options(**{"limit": None, **options}))  # type: ignore[arg-type]
    found = [board for e in events if isinstance(e, Solutions) for board in e.boards]
    return [board.tobytes() for board in found], done.status, done.covered  # type: ignore[union-attr]


@settings(max_examples=50)
@given(problems())
def test_the_predecessors_are_those_of_brute_force(problem: GenerationsPredecessor) -> None:
    expected = brute_force(problem)
    for encoding in problem.encodings:
        found, status, covered = boards(problem, encoding=encoding)
        assert len(found) == covered == len(set(found))
        assert set(found) == expected
        assert status == ("complete" if expected else "none")
    assert problem_from_json(problem.to_json()) == problem
    some, _, covered = boards(problem, up_to_symmetry=True)
    assert covered == len(expected)
    assert set(some) <= expected


@settings(max_examples=30)
@given(problems())
def test_a_search_file_asks_for_the_same(problem: GenerationsPredecessor) -> None:
    first = {block[: problem.target_states.size] for block in listed(block_of(problem))}
    assert first == brute_force(problem)
