"""The predecessor problem against brute force, and its own promises."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lifesat import Pattern, UserError, predecessors
from lifesat.defaults import SOLVERS
from lifesat.engines.options import Options
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support import plain
from tests.support.environment import few_and_many
from tests.support.predecessors import brute_force, listed, problems


def check_every_parent_once(problem: Predecessor, encoding: str, solver: str) -> None:
    expected = brute_force(problem)
    assume(len(expected) < 10000)
    found, done = listed(problem, encoding=encoding, solver=solver)
    boards = [pattern.to_array().tobytes() for pattern in found]
    assert len(set(boards)) == len(boards)
    assert set(boards) == expected
    assert done.status == ("complete" if found else "none")


@pytest.mark.quick
@few_and_many(15, 100)
def test_every_parent_once(examples: int) -> None:
    check = given(
        problems(), st.sampled_from(["column_triples", "truth_table"]), st.sampled_from(SOLVERS)
    )(check_every_parent_once)
    settings(max_examples=examples)(check)()


@few_and_many(8, 40)
def test_every_parent_once_with_knuths_encoding(examples: int) -> None:
    def check(problem: Predecessor) -> None:
        found, _ = listed(problem, encoding="bailleux_boufkhad")
        assert {pattern.to_array().tobytes() for pattern in found} == brute_force(problem)

    settings(max_examples=examples)(given(problems(rule_text="B3/S23"))(check))()


def check_one_parent_for_each_orbit(problem: Predecessor) -> None:
    """The orbits of the found ones are all parents, and they do not meet."""
    everything = brute_force(problem)
    assume(len(everything) < 3000)
    found, done = listed(problem, up_to_symmetry=True)
    shape = (found[0].height, found[0].width) if found else (1, 1)
    seen: set[bytes] = set()
    for pattern in found:
        images = {
            image.tobytes()
            for image in all_images(pattern.to_array(), torus=problem.outside == "torus")
            if image.shape == shape and keeps_target(problem, pattern, image)
        }
        assert not images & seen
        seen |= images
    assert seen == everything
    assert done.covered == len(everything)


@few_and_many(10, 60)
def test_one_parent_for_each_orbit(examples: int) -> None:
    check = given(problems())(check_one_parent_for_each_orbit)
    settings(max_examples=examples)(check)()


def all_images(board: plain.Boards, *, torus: bool) -> list[plain.Boards]:
    turns = [np.rot90(face, k) for face in (board, board.T) for k in range(4)]
    if not torus:
        return turns
    return [
        np.roll(turn, (dy, dx), axis=(0, 1))
        for turn in turns
        for dy in range(turn.shape[0])
        for dx in range(turn.shape[1])
    ]


def keeps_target(problem: Predecessor, pattern: Pattern, image: plain.Boards) -> bool:
    """Whether some motion carries the pattern to `image` and keeps target and given cells."""
    border = {"dead": problem.margin, "free": 1, "torus": 0}[problem.outside]
    height, width = pattern.height, pattern.width
    given = np.full((height, width), 7, dtype=np.uint8)
    inside = (slice(border, height - border), slice(border, width - border))
    given[inside] = problem.target.to_array()
    for mark, cells in ((20, problem.require), (40, problem.forbid)):
        for x, y in cells:
            given[y + border, x + border] += mark
    together = given + 100 * pattern.to_array().astype(int)
    wanted = given + 100 * image.astype(int)
    torus = problem.outside == "torus"
    return any(
        (moved == wanted).all()
        for moved in all_images(together, torus=torus)
        if moved.shape == wanted.shape
    )


@pytest.mark.quick
@given(problems())
def test_json_round_trip(problem: Predecessor) -> None:
    text = problem.to_json()
    assert "\n" not in text
    assert Predecessor.from_json(text) == problem
    assert Predecessor.from_json(text).to_json() == text


@pytest.mark.quick
@pytest.mark.parametrize("state", [0, 1])
def test_two_generations_of_a_free_window(state: int) -> None:
    target = Pattern.from_array([[state]])
    boards = np.random.default_rng(1).integers(0, 2, size=(4000, 5, 5), dtype=np.uint8)
    children = plain.next_boards(plain.next_boards(boards, LIFE, torus=False), LIFE, torus=False)
    good = Predecessor(target, generations=2, outside="free").verify(boards)
    assert (good == (children[:, 2, 2] == state)).all()
    parents = predecessors(target, generations=2, outside="free", limit=100)
    found = np.stack([parent.to_array() for parent in parents])
    children = plain.next_boards(plain.next_boards(found, LIFE, torus=False), LIFE, torus=False)
    assert (children[:, 2, 2] == state).all()


@pytest.mark.quick
def test_a_parent_lies_where_it_becomes_the_target() -> None:
    block = Pattern.from_rows(["OO", "OO"], position=(10, -3))
    for outside, border in (("dead", 2), ("free", 1)):
        for parent in predecessors(block, outside=outside, margin=2, limit=20):  # type: ignore[arg-type]
            assert parent.position == (10 - border, -3 - border)
            left, top = parent.position
            cells = {(x + left, y + top) for x, y, _ in parent.cells()}
            child = plain.next_cells(cells, LIFE)
            assert {(10, -3), (11, -3), (10, -2), (11, -2)} <= child


@pytest.mark.quick
def test_a_torus_is_centred_on_the_origin_as_in_golly() -> None:
    target = Pattern.from_rows(["OOO"], rule="B3/S23:T7,6", position=(-1, 0))
    (parent,) = predecessors(target, outside="torus", limit=1)
    assert parent.position == (-3, -3)
    assert (parent.width, parent.height) == (7, 6)
    assert str(parent.grid) == "T7,6"


@pytest.mark.parametrize(
    ("sought", "sentence"),
    [
        ({"target": Pattern.from_rows(["O"], rule="B03/S23")}, "B0"),
        (
            {"target": Pattern.from_rows(["O"], rule="345/2/9")},
            "is a Generations rule of 9 states; this needs",
        ),
        (
            {"target": Pattern.from_rows(["O"], rule="W22")},
            "is a one-dimensional rule; this needs a rule of",
        ),
        ({"target": Pattern.from_rows(["O"], rule="B02-a/S12")}, "B02-a/S12 has births without"),
        ({"target": Pattern.from_rows(["O"], rule="B0/SV")}, "has births without neighbours"),
        ({"target": Pattern.from_rows(["O"], rule="MAPgAAAAA")}, "has births without neighbours"),
        ({"target": Pattern.from_rows(["O"], rule="B3/S23:K10,10")}, "use outside grid"),
        (
            {"target": Pattern.from_rows(["O"], rule="B3/S23:P3,3")},
            "a target has no grid :P3,3; use outside grid",
        ),
        ({"target": Pattern.from_rows(["O"]), "outside": "torus"}, "needs two sizes"),
        (
            {"target": Pattern.from_rows(["O"], rule="B3/S23:T3+1,3"), "outside": "torus"},
            "no shift",
        ),
        (
            {"target": Pattern.from_rows(["OOOO"], rule="B3/S23:T3,3"), "outside": "torus"},
            "not fit within",
        ),
        ({"target": Pattern.from_rows([])}, "the target has no cells"),
        ({"target": Pattern.from_rows(["O"]), "generations": 0}, "at least 1"),
        ({"target": Pattern.from_rows(["O"]), "margin": -1}, "at least 0"),
        ({"target": Pattern.from_rows(["O"]), "margin": 10**9}, "too large"),
        (
            {"target": Pattern.from_rows(["O"], rule="B3/S23:T99999,99999"), "outside": "torus"},
            "too",
        ),
        (
            {"target": Pattern.from_rows(["O"]), "min_population": 3, "max_population": 2},
            "exceeds the upper bound",
        ),
        (
            {"target": Pattern.from_rows(["O"]), "require": frozenset([(2, 0)])},
            "outside the window",
        ),
        (
            {
                "target": Pattern.from_rows(["O"]),
                "require": frozenset([(0, 0)]),
                "forbid": frozenset([(0, 0)]),
            },
            "both required and forbidden",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(sought: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        Predecessor(**sought)


def test_limits() -> None:
    problem = Predecessor(Pattern.from_rows(["OO", "OO"]))
    found, done = listed(problem, limit=7)
    assert (len(found), done.status, done.found) == (7, "limit", 7)
    _, done = listed(problem, limit=51)
    assert done.status == "limit"
    _, done = listed(problem, limit=52)
    assert done.status == "complete"


def test_time_limit_and_stop() -> None:
    hard = Predecessor(Pattern.from_rows(["." * 12] * 12))
    _, done = listed(hard, time_limit=0.3)
    assert done.status == "time_limit"
    *_, last = search(ListSolutions(hard), Options(method="sat", limit=None), stop=lambda: True)
    assert isinstance(last, Done)
    assert last.status == "stopped"
