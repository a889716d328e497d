"""Replicators: against every board of a small box, and the replicator of HighLife."""

import re

import pytest

from lifesat.cli import main
from lifesat.errors import UserError
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.replicator import Replicator
from tests.support.commands import listed as patterns_of
from tests.support.generations import all_boards
from tests.support.oscillators import doubled
from tests.support.still_lifes import TRANSFORMS_OF, as_set, listed

Shift = tuple[int, int]


@pytest.mark.parametrize(
    ("width", "height", "period", "shift", "rule", "number"),
    [
        (5, 1, 1, (1, 0), "B1e/S1", 2),
        (5, 3, 1, (1, 0), "B2/S", 6),
        (5, 3, 2, (-1, 0), "B2/S", 3),
        (3, 5, 2, (0, 1), "B2/S", 3),
        (4, 4, 3, (1, 0), "B26/S0357", 4),
        (4, 4, 1, (1, 1), "B3/S23", 0),
        (3, 3, 1, (1, 0), "/2/3", 0),
        (5, 2, 2, (1, 0), "1/1/3", 0),
    ],
)
def test_against_all_boards(
    width: int, height: int, period: int, shift: Shift, rule: str, number: int
) -> None:
    problem = Replicator(width, height, period, shift, rule_name=rule)
    plainly = doubled(width, height, period, shift, rule)
    assert len(plainly) == number
    found, done = listed(problem)
    assert done.status == ("complete" if number else "none")
    assert as_set(found) == as_set(plainly)
    assert listed(problem, up_to_symmetry=True)[1].covered == number
    every = all_boards(height, width, problem.rule.states)
    assert as_set(every[problem.verify(every)]) == as_set(plainly)


def test_highlife(capsys: pytest.CaptureFixture[str]) -> None:
    command = "replicators 13,13 -p 12 --shift 2,2 --rule HighLife --symmetry D4_x --smallest"
    assert main(command.split()) == 0
    (found,) = patterns_of(capsys.readouterr().out)
    assert found.population == 12


@pytest.mark.quick
def test_a_symmetry_keeps_both_copies() -> None:
    for symmetry in ("C2", "D2_x", "D4_x"):
        problem = Replicator(9, 9, 4, (1, 1), symmetry=symmetry)
        assert set(problem.group) == TRANSFORMS_OF[symmetry] | {"identity"}
    for symmetry, shift in (("D2_+", (1, 1)), ("C4", (2, 0)), ("D8", (1, 1))):
        with pytest.raises(UserError, match=rf"{re.escape(symmetry)} cannot have copies"):
            Replicator(9, 9, 4, shift, symmetry=symmetry)


@pytest.mark.quick
def test_json_and_words() -> None:
    problem = Replicator(9, 7, 5, (-1, 2), rule_name="B36/S23", symmetry="C2", max_population=9)
    assert problem_from_json(problem.to_json()) == problem
    assert problem.conditions() == (
        "a box of 9x7 cells, rule B36/S23, copies at -1,2 and 1,-2 after 5 generations, "
        "symmetry C2, at most 9 live cells"
    )


@pytest.mark.quick
@pytest.mark.parametrize(
    ("size", "period", "shift", "message"),
    [
        ("5,5", "2", "0,0", "shift is 0,0; the copies of a replicator need another place"),
        ("9,9", "2", "3,0", "shift 3,0 is too far for period 2"),
        ("9,4", "2", "1,2", "it needs at least 3x5 cells"),
    ],
)
def test_impossible_searches_are_rejected(
    size: str, period: str, shift: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replicators", size, "--period", period, "--shift", shift]) == 2
    assert message in capsys.readouterr().err
