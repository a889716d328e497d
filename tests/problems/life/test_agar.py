"""Agars: every one, and one of each orbit."""

import json

import numpy as np
import pytest

from lifesat import Pattern, UserError, agars, largest, parse_rule, predecessors, smallest
from lifesat.life.rule import LIFE
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.agar import Agar
from tests.support import agars as plainly
from tests.support.environment import weekly_after

TORI = [
    (1, 1, 1, (0, 0)),
    (2, 1, 1, (0, 0)),
    (2, 2, 1, (1, 1)),
    (3, 3, 1, (0, 0)),
    (4, 3, 1, (2, 0)),
    (3, 4, 1, (0, 0)),
    (4, 2, 2, (0, 0)),
    (4, 3, 2, (0, 0)),
    (3, 4, 2, (1, 0)),
    (4, 3, 3, (-1, 1)),
]
SLOW = [
    (4, 4, 1, (0, 0)),
    (4, 4, 2, (0, 0)),
    (4, 4, 2, (2, 2)),
    (4, 4, 2, (1, 0)),
    (4, 4, 4, (0, 0)),
    (5, 4, 1, (0, 0)),
    (5, 4, 2, (0, 0)),
    (4, 5, 2, (1, 2)),
]


def check(
    width: int, height: int, period: int, shift: tuple[int, int], name: str = LIFE.name
) -> None:
    rule, _ = parse_rule(name)
    expected = plainly.agars(width, height, period, shift, rule)
    every = agars(width, height, period=period, shift=shift, rule=name, up_to_symmetry=False)
    boards = [agar.to_array() for agar in every]
    assert sorted(map(np.ndarray.tobytes, boards)) == sorted(map(np.ndarray.tobytes, expected))
    search = agars(width, height, period=period, shift=shift, rule=name)
    found = [agar.to_array().tobytes() for agar in search]
    orbits = plainly.orbits(expected, period, shift, rule)
    assert len(found) == len(orbits)
    assert all(sum(board in orbit for board in found) == 1 for orbit in orbits)
    assert search.status == ("complete" if found else "none")


@pytest.mark.quick
@pytest.mark.parametrize(("width", "height", "period", "shift"), TORI)
def test_brute_force(width: int, height: int, period: int, shift: tuple[int, int]) -> None:
    check(width, height, period, shift)


@pytest.mark.parametrize("torus", weekly_after(4, SLOW))
def test_brute_force_on_larger_tori(torus: tuple[int, int, int, tuple[int, int]]) -> None:
    check(*torus)


@pytest.mark.parametrize(
    ("rule", "period", "shift"),
    [
        ("B2/S34H", 1, (0, 0)),
        ("B2-a/S12", 2, (1, 1)),
        ("B02/S3", 2, (0, 0)),
        ("/2/3", 3, (0, 0)),
        ("1/2/3", 3, (1, 0)),
    ],
)
def test_other_rules(rule: str, period: int, shift: tuple[int, int]) -> None:
    check(3, 3, period, shift, rule)


def test_bounds_hold_in_every_generation() -> None:
    name = "B02/S3"
    rule, _ = parse_rule(name)
    every = plainly.agars(4, 3, 2, rule=rule)
    counts = np.array([each.sum(axis=(1, 2)) for each in plainly.history(every, 1, rule)])
    within = every[(counts < 12).all(axis=0)]
    assert 0 < len(within) < (counts[0] < 12).sum()
    found = agars(
        4,
        3,
        period=2,
        rule=name,
        max_population=11,
        up_to_symmetry=False,
    )
    boards = [agar.to_array().tobytes() for agar in found]
    assert sorted(boards) == sorted(board.tobytes() for board in within)


@pytest.mark.quick
def test_an_agar_is_a_pattern_on_a_torus() -> None:
    block = smallest(agars(3, 4, min_population=1, up_to_symmetry=False))
    assert block is not None
    assert block.rule.name == "B3/S23"
    assert str(block.grid) == "T3,4"
    assert block.evolve() == block
    parent = next(predecessors(block, outside="torus", limit=1))
    assert parent.grid == block.grid
    densest = largest(agars(4, 4, up_to_symmetry=False))
    assert densest is not None
    # A still life of the whole plane has at most half of its cells alive (Elkies, 1998).
    assert densest.population == 8


def test_json() -> None:
    problem = Agar(4, 3, 2, (0, 1), min_population=1, max_population=9, rule_name="HighLife")
    assert problem_from_json(problem.to_json()) == problem
    assert json.loads(problem.to_json())["rule"] == "B36/S23"


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (lambda: Agar(0, 3), "a torus of 0x3 has no cells"),
        (lambda: Agar(3, 3, 0), "period is 0; it must be an int of at least 1"),
        (lambda: Agar(3, 4, shift=(0, -4)), "shift is 0,-4; on a torus of 3x4 it must be less"),
        (lambda: Agar(20_000, 20_000), "too large; the limit is"),
        (lambda: Agar(3, 3, min_population=3, max_population=2), "exceeds the upper bound"),
        (
            lambda: Agar(3, 3, rule_name="B3/S23:T3,3"),
            "has a bounded grid, but a grid is given apart",
        ),
        (lambda: Agar(3, 3, rule_name="345/2/9"), "this needs"),
        (lambda: Agar(100, 100).symmetries(), "80000 symmetries, too many"),
    ],
)
def test_errors(problem: object, words: str) -> None:
    with pytest.raises(UserError, match=words):
        problem()  # type: ignore[operator]


def test_verification_refuses_what_is_no_agar() -> None:
    blinker = Pattern.from_rows([".....", ".OOO.", ".....", "....."]).to_array()[None]
    assert not Agar(5, 4).verify(blinker).any()
    assert not Agar(5, 4, 4).verify(blinker).any()
    assert not Agar(5, 4, 2, (1, 0)).verify(blinker).any()
    assert not Agar(5, 4, 2, min_population=4).verify(blinker).any()
    assert Agar(5, 4, 2).verify(blinker).all()


def test_symmetries_map_histories_to_histories() -> None:
    """Each agar moves by half the torus and is not the same there."""
    problem = Agar(4, 2, 2, (2, 0), rule_name="HighLife")
    boards = plainly.agars(4, 2, 2, (2, 0), problem.rule)
    assert (np.roll(boards, 2, axis=2) != boards).any(axis=(1, 2)).all()
    histories = np.stack(plainly.history(boards, 1, problem.rule), axis=1).reshape(len(boards), -1)
    every = {history.tobytes() for history in histories}
    assert len(every) == 8
    for permutation in problem.symmetries():
        assert {image.tobytes() for image in histories[:, permutation]} == every
