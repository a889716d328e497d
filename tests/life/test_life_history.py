"""Golly's rules with states that say more of a cell than live or dead, as targets."""

import pytest

from lifesat import UNKNOWN, life_history_target, read_text
from lifesat.errors import UserError
from lifesat.life.life_history import two_state_rule
from lifesat.life.rule import parse_rule

pytestmark = pytest.mark.quick

STATES = [state for state in range(26) if state != 6]


def row(rule: str, states: list[int]) -> str:
    """A row of cells in RLE: state 0 is a dot, 1 to 24 are A to X, 25 is pA."""
    cells = "".join("." if not s else chr(64 + s) if s < 25 else "pA" for s in states)
    return f"x = {len(states)}, y = 1, rule = {rule}\n{cells}!\n"


@pytest.mark.parametrize("rule", ["LifeSuper", "B36/S23Super"])
def test_odd_states_are_live(rule: str) -> None:
    """Golly's help, page Super: odd states are ON, even ones OFF."""
    pattern = read_text(row(rule, STATES))
    target = life_history_target(pattern, unknown=False)
    assert target.to_array()[0].tolist() == [state % 2 for state in STATES]
    known = life_history_target(pattern, unknown=True)
    assert known.to_array()[0].tolist() == [UNKNOWN, *(state % 2 for state in STATES[1:])]
    assert target.rule.name == ("B3/S23" if rule == "LifeSuper" else "B36/S23")


@pytest.mark.parametrize(
    ("rule", "states", "error"),
    [
        ("LifeSuper", [1, 6], r"cell \(1, 0\) has state 6 \(boundary\)"),
        ("LifeInvestigator", [0, 1, 4], r"cell \(2, 0\) has state 4, which acts on its neighbours"),
    ],
)
def test_cells_that_act_otherwise_are_rejected(rule: str, states: list[int], error: str) -> None:
    with pytest.raises(UserError, match=error):
        life_history_target(read_text(row(rule, states)), unknown=False)


def test_live_and_dead_cells_of_an_investigator() -> None:
    target = life_history_target(read_text(row("B36/S23Investigator", [0, 1, 1])), unknown=False)
    assert target.to_array()[0].tolist() == [0, 1, 1]
    assert target.rule.name == "B36/S23"


@pytest.mark.parametrize("rule", ["LifeHistory", "LifeSuper", "LifeInvestigator"])
def test_the_rule_that_they_follow(rule: str) -> None:
    assert two_state_rule(parse_rule(rule)[0]).name == "B3/S23"
