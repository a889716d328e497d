"""Predecessors under Generations rules against brute force over all boards of small windows."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from lifesat import Pattern, ancestors
from lifesat.engines.options import Options
from lifesat.engines.rewinds.history import is_ancestor
from lifesat.errors import UserError
from lifesat.frontends.input.blocks import block_of
from lifesat.life.arrays import transform
from lifesat.life.rule import BoundedGrid, parse_rule
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.symmetry import is_symmetric
from lifesat.problems.life.window import Outside
from lifesat.queries.events import Known, Solutions
from lifesat.queries.rewind import Rewind, RewindState
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.blocks import listed
from tests.support.generations import BRAIN, following, problems
from tests.support.predecessors import brute_force


def boards(problem: Predecessor, **options: object) -> tuple[list[bytes], str, int]:
    """All boards that a search lists, how it ended, and how many they stand for."""
    *events, done = search(ListSolutions(problem), Options(**{"limit": None, **options}))  # type: ignore[arg-type]
    found = [board for e in events if isinstance(e, Solutions) for board in e.boards]
    return [board.tobytes() for board in found], done.status, done.covered  # type: ignore[union-attr]


@settings(max_examples=25)
@given(problems())
def test_the_predecessors_are_those_of_brute_force(problem: Predecessor) -> None:
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


def arrays(problem: Predecessor, found: set[bytes]) -> np.ndarray:
    """Boards that are given as bytes."""
    boards = np.frombuffer(b"".join(sorted(found)), dtype=np.uint8)
    return boards.reshape(-1, *problem.target_states.shape)


SYMMETRIES = ("C2", "C4", "D2_+", "D2_x", "D4_+", "D8")


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("generations", [1, 2])
@pytest.mark.parametrize("outside", ["dead", "free"])
def test_symmetric_predecessors(symmetry: str, generations: int, outside: Outside) -> None:
    """Targets with the symmetry, and one that lacks it."""
    size = 3 if outside == "dead" else 3 - 2 * generations
    if size < 1:
        size, generations = 1, 1
    rng, seen = np.random.default_rng(1), 0
    for number in range(12):
        first = rng.integers(0, 3, (1, 3, 3)).astype(np.uint8)
        if number:
            group = Predecessor(Pattern.from_rows(["..."] * 3), margin=0, symmetry=symmetry)
            first = np.min([transform(first, each) for each in group.symmetry_group], axis=0)
        for _ in range(generations):
            first = following(first, parse_rule("23/23/3")[0], torus=False)
        cut = (3 - size) // 2
        cells = first[0, cut : 3 - cut, cut : 3 - cut]
        target = Pattern.from_array(cells, rule="23/23/3")
        problem = Predecessor(target, generations, outside, margin=0, symmetry=symmetry)
        every = arrays(problem, brute_force(replace(problem, symmetry="C1")))
        expected = every[is_symmetric(every, problem.symmetry_group)]
        assert set(boards(problem)[0]) == {board.tobytes() for board in expected}
        *_, covered = boards(problem, up_to_symmetry=True)
        assert covered == len(expected)
        if problem.reachable:
            assert {block[:9] for block in listed(block_of(problem))} == set(boards(problem)[0])
        else:
            assert not len(expected)
            with pytest.raises(UserError, match="the symmetries contradict the cells"):
                block_of(problem)
        seen += len(expected)
    assert seen


@settings(max_examples=25)
@given(problems())
def test_the_smallest_and_the_largest(problem: Predecessor) -> None:
    found = brute_force(problem)
    populations = np.count_nonzero(arrays(problem, found), axis=(1, 2)).tolist()
    for goal, best in (("fewest", min), ("most", max)):
        *events, done = search(BestSolution(problem, goal), Options())  # type: ignore[arg-type]
        assert done.status == ("complete" if found else "none")  # type: ignore[union-attr]
        last = [board for e in events if isinstance(e, Solutions) for board in e.boards][-1:]
        assert [board.tobytes() in found for board in last] == [True] * bool(found)
        assert [np.count_nonzero(board) for board in last] == [best(populations, default=0)] * bool(
            found
        )


@settings(max_examples=30)
@given(problems())
def test_a_search_file_asks_for_the_same(problem: Predecessor) -> None:
    first = {block[: problem.target_states.size] for block in listed(block_of(problem))}
    assert first == brute_force(problem)


def rewound(problem: Predecessor, generations: int | None) -> tuple[str, RewindState]:
    """How a rewind ended, and what it reached."""
    *events, done = search(Rewind(problem, generations), Options())
    states = [event.state for event in events if isinstance(event, Known)]
    return done.status, states[-1] if states else RewindState()  # type: ignore[union-attr]


@pytest.mark.parametrize("outside", ["dead", "free", "torus"])
def test_a_rewind_goes_back_as_far_as_brute_force(outside: Outside) -> None:
    rule, rng, reached = parse_rule("12/2/3")[0], np.random.default_rng(4), set()
    for _ in range(12):
        size = {"dead": (3, 2), "free": (1, 1), "torus": (2, 3)}[outside]
        cells = rng.integers(0, 3, (1, *size)).astype(np.uint8)
        if outside != "free":
            cells = following(cells, rule, torus=outside == "torus")
        grid = BoundedGrid("T", 3, 2) if outside == "torus" else None
        target = Pattern.from_array(cells[0], rule=rule, grid=grid)
        problem = Predecessor(target, 1, outside, margin=0)
        most = 1 if outside == "free" else 4
        back = [bool(brute_force(replace(problem, generations=n))) for n in range(1, most + 1)]
        status, state = rewound(problem, most)
        if outside == "dead":  # then each generation lies in the box of the next one
            assert state.generations <= sum(back)
        else:
            assert (state.generations, status) == (sum(back), "complete" if all(back) else "none")
        if state.ancestor is not None:
            assert is_ancestor(problem, state.ancestor)
        reached.add(state.generations)
    assert len(reached) > 1 or outside == "free"


def test_a_common_parent_has_all_states() -> None:
    oldest = Pattern.from_cells([(0, 0, 1), (1, 0, 1), (1, 1, 1), (2, 1, 2)], rule=BRAIN)
    first = oldest.evolve()
    found = ancestors(first, first.evolve(2))
    assert found.ancestor == "first"
    assert found.parent is not None
    assert 2 in {state for _, _, state in found.parent.cells()}
    assert found.parent.evolve().crop() == first.crop().replace(name=found.parent.name)


def test_json_of_another_name() -> None:
    problem = Predecessor(Pattern.from_cells([(0, 0, 2)], rule=BRAIN), generations=2)
    names = ("target", "generations", "outside", "margin")
    values = {name: json.loads(problem.to_json())[name] for name in names}
    assert problem_from_json(json.dumps({"kind": "generations_predecessor", **values})) == problem
