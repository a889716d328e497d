"""``--sample`` and ``--marginals`` of still lifes and other objects, as their users meet them."""

import json
from pathlib import Path

import numpy as np
import pytest

from lifesat import Pattern, UserError, approximate_sample, oscillators, still_lifes
from lifesat.cli import main

Out = pytest.CaptureFixture[str]

EXAMPLES = Path(__file__).parents[2] / "examples"


def boxes(text: str) -> list[str]:
    """The patterns of a list, without their names and comments."""
    rows = [line for line in text.splitlines() if not line.startswith("#")]
    return "\n".join(rows).replace("\nx =", "\n\nx =").split("\n\n")


@pytest.mark.quick
@pytest.mark.parametrize(
    "words",
    [
        ["still-lifes", "4,4", "--symmetry", "D2_x"],
        ["oscillators", "5,5", "--period", "2"],
        ["spaceships", "4,4", "--period", "1", "--shift", "1,0", "--rule", "B2/S"],
        ["agars", "3,3"],
        ["search", str(EXAMPLES / "flipping-centre.toml")],
    ],
)
def test_draws_are_among_all(words: list[str], capsys: Out) -> None:
    assert main([*words, "--all", "-q"]) == 0
    listed = set(boxes(capsys.readouterr().out))
    assert main([*words, "--sample", "9", "--seed", "4", "-q"]) == 0
    drawn = boxes(capsys.readouterr().out)
    assert len(drawn) == 9
    assert set(drawn) <= listed or words[0] == "agars"  # its list has one of each orbit


@pytest.mark.quick
def test_marginals_of_all(capsys: Out) -> None:
    assert main(["still-lifes", "4,3", "--marginals", "csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    boards = np.array([each.to_array() for each in still_lifes(4, 3, limit=None)])
    live = dict(zip(np.ndindex(3, 4), boards.sum(axis=0).ravel().tolist(), strict=True))
    assert len(lines) == 13
    for line in lines[1:]:
        x, y, number, total, _ = line.split(",")
        assert (int(number), int(total)) == (live[int(y), int(x)], len(boards))


@pytest.mark.quick
def test_nothing_to_draw(capsys: Out) -> None:
    words = ["oscillators", "4,3", "--period", "3"]
    assert main([*words, "--sample", "2"]) == 1
    assert main([*words, "--marginals", "table"]) == 1
    assert "no oscillator: proved" in capsys.readouterr().err


@pytest.mark.quick
def test_json_lines(capsys: Out) -> None:
    assert main(["still-lifes", "3,3", "--sample", "3", "--jsonl", "-q"]) == 0
    *events, done = map(json.loads, capsys.readouterr().out.splitlines())
    assert done["status"] == "limit"
    assert sum(event["type"] == "solution" for event in events) == 3


@pytest.mark.quick
@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["still-lifes", "4,4", "--sample", "0"], 2, "invalid number '0'"),
        (["still-lifes", "4,4", "--seed", "1"], 2, "--seed needs --sample"),
        (["still-lifes", "4,4", "--sample", "1", "--count"], 2, "not allowed with"),
        (["still-lifes", "4,4", "--marginals", "rle"], 2, "invalid choice"),
        (["still-lifes", "4,4", "--marginals", "csv", "--to", "rle"], 2, "--to"),
        (["eaters", "5,5", "-g", "4", "--sample", "1"], 2, "--sample"),
        (["still-lifes", "4,4", "--sample", "1", "--rule", "B2/S/3"], 3, "rules of two states"),
        (["still-lifes", "40,40", "--marginals", "csv", "--memory", "1g"], 3, "only what fits"),
    ],
)
def test_mistakes(words: list[str], code: int, message: str, capsys: Out) -> None:
    try:
        returned = main(words)
    except SystemExit as left:
        returned = int(str(left.code))
    assert returned == code
    assert message in capsys.readouterr().err


def test_as_a_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    words = ["oscillators", "5,5", "--period", "2", "--sample", "4", "-q"]
    assert main([*words, "--job", "drawn"]) == 0
    drawn = boxes(capsys.readouterr().out)
    assert main(words) == 0
    assert boxes(capsys.readouterr().out) == drawn
    assert main(["jobs", "export", "drawn"]) == 0
    assert boxes(capsys.readouterr().out) == drawn
    assert len(drawn) == 4


@pytest.mark.quick
def test_in_python() -> None:
    search = oscillators(5, 5, period=2)
    listed = {str(each) for each in oscillators(5, 5, period=2, limit=None)}
    drawn = [str(each) for each in search.sample(5, seed=2)]
    assert len(drawn) == 5
    assert set(drawn) <= listed
    assert not search.begun
    found = search.marginals()
    assert found.total == len(listed) == search.count()
    assert oscillators(4, 3, period=3).sample(2) == []
    assert oscillators(4, 3, period=3).marginals().total == 0
    with pytest.raises(UserError, match="lists no solutions to draw"):
        approximate_sample(Pattern.from_rows(["OO", "OO"])).sample()
