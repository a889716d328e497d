"""How the states of LifeHistory become those of a target."""

from pathlib import Path

import pytest

from lifesat import Pattern, UserError, read_text
from lifesat.cli import main
from lifesat.frontends.input.states import pattern_of_states
from lifesat.frontends.input.target import TargetRequest

pytestmark = pytest.mark.quick

HISTORY = "x = 6, y = 1, rule = LifeHistory\n.ABCDE!\n"
BOUNDARY = "x = 2, y = 1, rule = LifeHistory\nAF!\n"


@pytest.mark.parametrize(
    ("words", "unknown", "expected"),
    [
        ("lifesat", False, "?O.O.O"),
        ("lifesat", True, "?O.O.O"),
        ("golly-history", False, "?O.O.?"),
        ("complete-still", False, ".O?O.O"),
        ("2=any", False, ".O?O.O"),
        ("2=any", True, "?O?O.O"),
        ("golly-history 5=on, 0=off", True, ".O.O.O"),
        ("1=off 3=empty 5=live 4=free", False, "...." + "?" + "O"),
    ],
)
def test_words(words: str, unknown: bool, expected: str) -> None:
    pattern = read_text(HISTORY)
    assert str(pattern_of_states(pattern, words, unknown=unknown)) == expected
    request = TargetRequest(text=HISTORY, states=words, unknown=unknown)
    assert request.read() == Pattern.from_rows([expected])


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        (HISTORY, "9=on", "invalid states '9=on'"),
        (HISTORY, "two-states", "invalid states 'two-states'"),
        (HISTORY, "stator-optimizer", "use rotor=marked"),
        (BOUNDARY, "2=any", r"cell \(1, 0\) has state 6 \(boundary\); a target has live cells"),
        ("x = 1, y = 1, rule = B3/S23\no!\n", "0=any", "--states is for LifeHistory patterns"),
    ],
)
def test_mistakes(text: str, words: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        pattern_of_states(read_text(text), words, unknown=False)


def test_a_boundary_may_have_a_meaning() -> None:
    assert str(pattern_of_states(read_text(BOUNDARY), "6=off", unknown=False)) == "O."


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--rule", "B3/S23"], ".O.O.O\n"),
        (["--rule", "B36/S23", "--unknown"], "?O.O.O\n"),
        (["--states", "2=any"], ".O?O.O\n"),
        (["--states", "2=any", "--rule", "B36/S23"], ".O?O.O\n"),
    ],
)
def test_convert(
    words: list[str], expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """State 2 is dead; it is the number of unknown cells in patterns of two states."""
    path = tmp_path / "history.rle"
    path.write_text(HISTORY)
    assert main(["convert", str(path), *words, "--to", "picture"]) == 0
    assert capsys.readouterr().out == expected
    assert main(["convert", str(path), "--rule", "B36/S23History"]) == 0
    assert "rule = B36/S23History\n.ABCDE!" in capsys.readouterr().out


def test_targets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A box of 2x2 is empty a generation later if it has two live cells at most."""
    path = tmp_path / "history.rle"
    path.write_text("x = 2, y = 2, rule = LifeHistory\n2B$2B!\n")
    for words, count in (([], 1 + 4 + 6), (["--states", "2=any"], 16)):
        assert main(["count", str(path), "-m0", "-q", *words]) == 0
        assert capsys.readouterr().out == f"{count}\n"
