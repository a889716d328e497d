"""``lifesat predecessors --nearest``: results, options, exit codes."""

import json
import re
from pathlib import Path

import pytest

from lifesat import Pattern, check_proof, read_file
from lifesat.cli import main
from lifesat.queries.run import Run
from tests.support.commands import listed

SQUARE = ["predecessors", "square.cells", "--nearest", "--margin", "0"]

Out = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def inputs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIFESAT_HOME", str(folder / "home"))
    (folder / "square.cells").write_text("OOOO\n" * 4)
    (folder / "weights.txt").write_text("1111\n1991\n1991\n1111\n")
    return folder


def differing(comments: tuple[str, ...]) -> int:
    """How many places the comments name."""
    return len(re.findall(r"-?\d+,-?\d+", " ".join(comments[1:])))


@pytest.mark.quick
def test_the_predecessor_says_which_cells_differ(capsys: Out) -> None:
    assert main([*SQUARE, "--reached", "reached.rle"]) == 0
    out, err = capsys.readouterr()
    (found,) = listed(out)
    assert found.name == "target, nearest predecessor 1"
    assert found.comments[0] == "1 generation later it differs from the target in 4 cells"
    assert differing(found.comments) == 4
    assert "predecessor of a pattern that differs in" in err
    assert "in 4 cells, the fewest, which is proved" in err
    reached = read_file("reached.rle")
    assert reached.population == 12
    assert str(found.evolve().replace(position=None)) in (str(reached), str(reached.crop()))


@pytest.mark.quick
def test_weights(capsys: Out) -> None:
    assert main([*SQUARE, "--weights", "weights.txt"]) == 0
    out, err = capsys.readouterr()
    (found,) = listed(out)
    assert "the least, which is proved" in err
    assert ", with weights" in err
    assert all(f" {x},{y} " not in f"{found.comments} " for x in (1, 2) for y in (1, 2))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1111\n1x11\n", "2:2: invalid weight 'x'; give a row of digits, or whole numbers"),
        ("1,2,3,4\n5,6,-7,8\n", "2:5: invalid weight '-7'"),
        ("1111\n111\n", "2:1: this row has 3 weights, the first one 4"),
        ("1111\n1\n", "2:1: this row has 1 weight, the first one 4"),
        ("1 1 1 1\n", " there are 1 rows of 4 weights; the target has 4 rows of 4 cells"),
        ("# nothing\n", "1:1: there are no weights; give a row of digits"),
    ],
)
def test_wrong_weights(inputs: Path, text: str, sentence: str, capsys: Out) -> None:
    (inputs / "wrong.csv").write_text(text)
    assert main([*SQUARE, "--weights", "wrong.csv"]) == 2
    assert capsys.readouterr().err.startswith(f"lifesat: wrong.csv:{sentence}")


@pytest.mark.quick
def test_weights_that_are_not_there(capsys: Out) -> None:
    assert main([*SQUARE, "--weights", "none.csv"]) == 2
    assert capsys.readouterr().err.startswith("lifesat: none.csv: No such file")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--skip", "2"], "--skip cannot be combined with --nearest"),
        (["--up-to-symmetry"], "--up-to-symmetry cannot be combined with --nearest"),
        (["--project", "square.cells"], "--project cannot be combined with --nearest"),
        (["--partial", "--jsonl"], "--partial cannot be combined with --nearest"),
        (["--method", "strips"], "strips find any one predecessor and no other"),
        (["--method", "sat", "--seed", "1"], "seed is for particles"),
        (["--symmetry", "D8"], "a search for the nearest target takes no symmetry"),
        (["--reached", "-"], "--reached and -o cannot both be standard output"),
        (["--reached", "r", "-o", "./r"], "--reached writes ./r too; give -o another name"),
        (["--proof", "p", "--reached", "p"], "--proof writes p too; give --reached another"),
        (["--proof", "p", "--reached", "p.cnf"], "--proof writes p.cnf too; give --reached"),
        (
            ["--reached", "r", "--job", "j", "--detach"],
            "--detach cannot be combined with --reached",
        ),
    ],
)
def test_options_that_contradict_each_other(words: list[str], sentence: str, capsys: Out) -> None:
    assert main([*SQUARE, *words]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.quick
def test_options_that_need_nearest(capsys: Out) -> None:
    for name in ("weights", "reached", "proof"):
        assert main(["predecessors", "square.cells", f"--{name}", "weights.txt"]) == 2
        assert capsys.readouterr().err == f"lifesat: --{name} needs --nearest\n"


@pytest.mark.quick
def test_the_proof_that_none_is_nearer(inputs: Path, capsys: Out) -> None:
    assert main([*SQUARE, "--proof", "p.drat"]) == 0
    assert "lines of proof" in capsys.readouterr().err
    formula = (inputs / "p.drat.cnf").read_text()
    assert "nearer than the best known" in formula
    assert "\nc cell 1 0 0 0\n" in formula
    assert "0 0 1\n" in formula
    assert check_proof(formula, (inputs / "p.drat").read_text()).lemmas


def test_the_best_so_far(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Run, "late", lambda run: run.found > 0)
    assert main([*SQUARE, "--reached", "reached.rle"]) == 3
    out, err = capsys.readouterr()
    (found,) = listed(out)
    number = differing(found.comments)
    assert f"in {number} cells, the fewest so far" in err
    assert "there may be a better one" in err
    assert read_file("reached.rle").population == 16 - number


def test_events(capsys: Out) -> None:
    assert main([*SQUARE, "--jsonl"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    solutions = [event for event in events if event["type"] == "solution"]
    (last,) = listed(solutions[-1]["rle"])
    assert differing(last.comments) == 4
    assert events[-1]["status"] == "complete"


def test_a_job(capsys: Out) -> None:
    assert main([*SQUARE, "--job", "near", "--reached", "reached.cells", "--to", "cells"]) == 0
    assert "in 4 cells, the fewest, which is proved" in capsys.readouterr().err
    assert read_file("reached.cells").population == 12
    assert main(["jobs", "show", "near"]) == 0
    assert "nearest predecessor" in capsys.readouterr().out


def test_an_exact_predecessor(inputs: Path, capsys: Out) -> None:
    (inputs / "tub.cells").write_text(str(Pattern.from_rows([".O.", "O.O", ".O."])))
    assert main(["predecessors", "tub.cells", "--nearest", "-q"]) == 0
    out, err = capsys.readouterr()
    assert "1 generation later it differs from the target in 0 cells" in out
    assert err == ""
