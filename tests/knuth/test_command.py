"""``lifesat knuth``: the command and what it rejects."""

import hashlib
from pathlib import Path

import pytest

from lifesat.cli import main

pytestmark = pytest.mark.quick

# Of the output of Knuth's program for 3 3 2.
_SUM = "e3960ea52a15875fd4454e67928c970a9aeefd03924019af8b72df5e281bb129"


def test_output_is_that_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knuth", "sat-life-grid", "3", "3", "2"]) == 0
    output, errors = capsys.readouterr()
    assert hashlib.sha256(output.encode()).hexdigest() == _SUM
    assert errors == ""


def test_no_steps_are_the_comment_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knuth", "sat-life-grid", "3", "3", "0"]) == 0
    assert capsys.readouterr().out == "~ sat-life-grid 3 3 0\n"


def test_files_are_written_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "eater.cnf"
    words = ["knuth", "sat-life-grid-eater", "5", "6", "2", "--format", "dimacs", "-o", str(path)]
    assert main(words) == 0
    text = path.read_text()
    assert text.startswith("c sat-life-grid-eater 5 6 2\nc VARIABLE NAME\nc 1 1a1\n")
    assert main(words) == 2
    assert "--force replaces it" in capsys.readouterr().err
    assert main([*words, "--force"]) == 0
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["sat-life-grid", "5", "5", "84"], "variable names exist only up to time 83, not 84"),
        (["sat-life-grid", "999", "999", "1"], "needs names of 11 characters"),
        (["sat-life-grid-eater", "9", "4", "8"], "it needs 5 of both at least"),
    ],
)
def test_what_has_no_name_is_an_error(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out"
    assert main(["knuth", *words, "-o", str(path)]) == 2
    assert sentence in capsys.readouterr().err
    assert not path.exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["sat-life-grid", "0", "5", "1"], "invalid number of rows '0'"),
        (["sat-life-grid", "5", "x", "1"], "invalid number of columns 'x'"),
        (["sat-life-grid-eater", "5", "5", "0"], "invalid number of steps '0'"),
        (["sat-life"], "invalid choice: 'sat-life'"),
        ([], "required: PROGRAM"),
    ],
)
def test_usage(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["knuth", *words])
    assert stop.value.code == 2
    assert sentence in capsys.readouterr().err
