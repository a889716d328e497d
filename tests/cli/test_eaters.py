"""``lifesat eaters``: results, options, exit codes."""

import json
from pathlib import Path

import pytest

from lifesat.cli import main
from tests.support.commands import listed

_BOX = ["eaters", "8,8", "-g", "6"]


@pytest.mark.quick
def test_eaters_are_written_as_rle(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*_BOX, "--all"]) == 0
    output, errors = capsys.readouterr()
    patterns = listed(output)
    assert [pattern.name for pattern in patterns] == ["eater 1", "eater 2"]
    assert sorted(pattern.population for pattern in patterns) == [7, 11]
    assert "2 eaters, and no others" in errors
    assert main([*_BOX, "--all", "--with-glider", "--quiet"]) == 0
    output, errors = capsys.readouterr()
    assert sorted(pattern.population for pattern in listed(output)) == [12, 16]
    assert errors == ""


@pytest.mark.quick
def test_corners_and_phases(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*_BOX, "--corner", "upper-right", "--phase", "1", "--with-glider", "--to", "cells"]
    assert main([*words, "-k", "1"]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert [row[5:] for row in rows[:3]] == ["O.O", "OO.", ".O."]


def test_bounds_smallest_and_published(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*_BOX, "--smallest", "--as-published"]) == 0
    assert "1 eater with 7 live cells, the fewest, which is proved" in capsys.readouterr().err
    assert main([*_BOX, "--max-population", "6"]) == 1
    output, errors = capsys.readouterr()
    assert output == ""
    assert "no eater" in errors
    assert "at most 6 live cells; there may be one with other bounds" in errors
    assert main([*_BOX, "--min-population", "12"]) == 1


def test_events_and_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "eaters.jsonl"
    words = [*_BOX, "--encoding", "truth_table", "--solver", "glucose4", "--time-limit", "5m"]
    assert main([*words, "--jsonl", "-o", str(path)]) == 0
    events = [json.loads(line) for line in path.read_text().splitlines()]
    assert [event["type"] for event in events if event["type"] != "progress"] == [
        "started", "solution", "done",
    ]  # fmt: skip
    assert main([*words, "-o", str(path)]) == 2
    assert "--force replaces it" in capsys.readouterr().err
    assert main([*words, "-o", str(path), "--force"]) == 0
    assert listed(path.read_text())[0].population in (7, 11)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["4,9", "-g", "8"], "a box of 4x9 is too small"),
        (["8,8", "-g", "8", "--phase", "1", "--as-published"], "phase 0"),
        (["9999,9999", "-g", "8"], "too large; the limit is"),
        (["8,8", "-g", "8", "--job", ""], "invalid job name ''"),
    ],
)
def test_mistakes(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eaters", *words]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["8,8"], "required: --generations/-g"),
        (["8", "-g", "8"], "invalid size '8'"),
        (
            ["8,8", "-g", "1"],
            "invalid number of generations '1': give a whole number from 2\n",
        ),
        (["8,8", "-g", "1234567890"], "a whole number from 2 of at most 9 digits\n"),
        (["8,8", "-g", "8", "--phase", "4"], "invalid choice: 4"),
        (["8,8", "-g", "8", "--corner", "left"], "invalid choice: 'left'"),
        (["8,8", "-g", "8", "--all", "--smallest"], "not allowed with"),
    ],
)
def test_usage(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["eaters", *words])
    assert stop.value.code == 2
    assert sentence in capsys.readouterr().err
