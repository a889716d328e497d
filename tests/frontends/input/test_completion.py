"""How the states of a pattern to complete are read."""

import pytest

from lifesat import Pattern, UserError, read_text
from lifesat.frontends.input.completion import CompletionRequest, default_states
from lifesat.frontends.input.states import PRESETS
from lifesat.frontends.options.table import COMPLETION_STATES, MINIMISE
from lifesat.problems.life.completion import Completion

pytestmark = pytest.mark.quick

HISTORY = read_text("x = 6, y = 1, rule = LifeHistory\n.ABCDE!")
BLINKER = Pattern.from_rows(["...", "OOO", "..."], position=(5, 6))


def letters(pattern: Pattern, states: str = "", **others: int) -> list[str]:
    """Each cell of the first row through all generations."""
    problem = CompletionRequest(**{"margin": 0, "states": states, **others}).problem(pattern)  # type: ignore[arg-type]
    return ["".join(cell) for cell in zip(*(layer[0] for layer in problem.given), strict=True)]


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ("", "== O? .? OO .. O?"),
        ("lifesat", "== O? .? OO .. O?"),
        ("golly-history", "== O? .? O? .? =="),
        ("complete-still", ".. O? == O? .. O?"),
        ("0=any, 1=live 2=empty", "?? OO .. OO .. O?"),
        ("golly-history 5=live", "== O? .? O? .? OO"),
    ],
)
def test_states_of_life_history(states: str, expected: str) -> None:
    assert letters(HISTORY, states, period=2) == expected.split()


def test_one_generation_has_no_later_ones() -> None:
    assert letters(HISTORY) == ["=", "O", ".", "O", ".", "O"]
    assert letters(HISTORY, "0=any") == ["=", "O", ".", "O", ".", "O"]


def test_states_of_two_state_patterns() -> None:
    plain = read_text("x = 3, y = 1\nobo!")
    unknown = read_text("x = 3, y = 1\nob?!", unknown=True)
    assert letters(plain) == ["O", "=", "O"]
    assert letters(unknown) == ["O", ".", "="]
    assert letters(unknown, period=2) == ["O?", ".?", "=="]
    assert letters(unknown, "?=any", period=2) == ["O?", ".?", "??"]
    assert [default_states(plain, period) for period in (1, 2)] == ["lifesat", "stator-optimizer"]


def test_a_rotor_that_runs_is_as_it_is_in_every_generation() -> None:
    """The box holds all generations, and the margin lies around it."""
    problem = CompletionRequest(period=2, margin=1).problem(BLINKER.crop())
    first, second = problem.given
    assert first == ("=====", "==.==", "=O=O=", "==.==", "=====")
    assert second == ("=====", "==O==", "=.=.=", "==O==", "=====")
    assert problem.position == (4, 5)


def test_marks_of_the_stator_are_obeyed_when_the_rotor_runs() -> None:
    beacon = read_text("x = 5, y = 4, rule = LifeHistory\n2E.2B$EC2.B$2.2A$2.2A!")
    problem = CompletionRequest(period=2, margin=0, states="stator-optimizer").problem(beacon)
    first, second = problem.given
    assert first == ("OO=..", "OO==.", "==O==", "=====")
    assert second == ("OO=..", "O.==.", "==.==", "=====")


def test_the_margin_is_as_state_0_if_that_leaves_cells_open() -> None:
    for states, outside in (("0=free", "="), ("0=any", "="), ("0=empty", "."), ("0=off", ".")):
        problem = CompletionRequest(margin=1, states=f"{states} 3=free").problem(HISTORY)
        assert problem.given[0][0] == outside * 8


def test_the_rule_of_a_history_rule() -> None:
    pattern = read_text("x = 2, y = 1, rule = B36/S23History\n.A!")
    problem = CompletionRequest().problem(pattern)
    assert problem.rule_name == "B36/S23"
    assert CompletionRequest(rule="B2/S").problem(pattern).rule_name == "B2/S"


@pytest.mark.parametrize(
    ("pattern", "request_", "said"),
    [
        (HISTORY, CompletionRequest(states="magic"), "invalid states 'magic'"),
        (HISTORY, CompletionRequest(states="1=gone"), "invalid states '1=gone'"),
        (HISTORY, CompletionRequest(states="7=on"), "invalid states '7=on'"),
        (HISTORY, CompletionRequest(states="1=on lifesat"), "invalid states 'lifesat'"),
        (HISTORY, CompletionRequest(states="rotor=fast"), "invalid states 'rotor=fast'"),
        (
            read_text("x = 1, y = 1, rule = LifeHistory\nA!"),
            CompletionRequest(states="0=off"),
            "every cell is given, and the margin is empty because state 0 is 'off'; use --states",
        ),
        (HISTORY, CompletionRequest(period=0), "period"),
        (HISTORY, CompletionRequest(margin=-1), "margin"),
        (HISTORY, CompletionRequest(margin=10**6), "too many"),
        (HISTORY, CompletionRequest(rule="B0/S"), "B0"),
        (HISTORY, CompletionRequest(rule="2PS3"), "rule"),
        (BLINKER, CompletionRequest(period=3), "not the same after 3 generations"),
        (BLINKER, CompletionRequest(period=4), "the same after 2 generations"),
        (
            read_text("x = 2, y = 1, rule = LifeHistory\n.F!"),
            CompletionRequest(),
            "cell (1, 0) has state 6, which has no role",
        ),
        (
            read_text("x = 2, y = 1\n?o!", unknown=True),
            CompletionRequest(states="rotor=run"),
            "rotor=run is for patterns without unknown cells",
        ),
        (read_text("x = 2, y = 1, rule = WireWorld\n.A!"), CompletionRequest(), "rule"),
        (read_text("x = 3, y = 3, rule = B3/S23:T9,9\n3o!"), CompletionRequest(), "bounded grid"),
        (read_text("x = 0, y = 0, rule = B3/S23\n!"), CompletionRequest(), "no cells"),
    ],
)
def test_mistakes(pattern: Pattern, request_: CompletionRequest, said: str) -> None:
    with pytest.raises(UserError) as caught:
        request_.problem(pattern)
    assert said in str(caught.value)


def test_names_are_those_of_the_command_line() -> None:
    assert tuple(PRESETS) == COMPLETION_STATES
    for what in MINIMISE:
        assert Completion((("=O",),), minimise=what).minimise == what  # type: ignore[arg-type]
