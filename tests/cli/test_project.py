"""``--project`` as its users meet it."""

import json
from pathlib import Path

import pytest

from lifesat import UNKNOWN
from lifesat.cli import main
from tests.support.commands import listed

ROW = "x = 3, y = 1, rule = B3/S23\n3o!\n"


@pytest.fixture
def row(folder: Path) -> Path:
    (folder / "row.rle").write_text(ROW)
    (folder / "none.rle").write_text("x = 3, y = 1\n!\n")
    (folder / "far.rle").write_text("#CXRLE Pos=9,0\nx = 1, y = 1\no!\n")
    return folder


def rows(text: str) -> list[tuple[int, ...]]:
    """The states of three cells, in patterns of 5x5 that know nothing else."""
    patterns = listed(text, unknown=True)
    for pattern in patterns:
        cells = pattern.to_array()
        assert ((cells == UNKNOWN).sum(), cells.shape) == (22, (5, 5))
        assert pattern.position == (-1, -1)
    return [tuple(pattern.to_array()[1, 1:4].tolist()) for pattern in patterns]


def test_the_states_of_a_row(row: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predecessors", "tub.rle", "--all", "--project", "row.rle"]) == 0
    out, err = capsys.readouterr()
    found = rows(out)
    assert len(found) == len(set(found)) == 7
    assert (1, 1, 1) not in found
    assert "7 states, and no others (" in err
    assert "3 cells of the predecessors 1 generation back within" in err
    assert "#N target, state 7" in out
    words = ["predecessors", "tub.rle", "--project", "row.rle"]
    assert main([*words, "-k2", "--workers", "2"]) == 0
    out, err = capsys.readouterr()
    assert set(rows(out)) < set(found)
    assert "2 states (" in err
    assert main([*words, "--all", "--up-to-symmetry"]) == 0
    out, err = capsys.readouterr()
    assert len(rows(out)) == 5
    assert "5 states up to symmetry, 7 in all" in err


def test_events(row: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predecessors", "tub.rle", "-a", "--project", "row.rle", "--jsonl", "-q"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = [event for event in events if event["type"] == "solution"]
    assert sorted(event["population"] for event in found) == [0, 1, 1, 1, 2, 2, 2]
    assert (events[-1]["status"], events[-1]["found"]) == ("complete", 7)


def test_none(row: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (row / "one.rle").write_text("x = 1, y = 1\no!\n")
    words = ["predecessors", "dot.rle", "-m0", "--all", "--project", "one.rle", "-o", "out"]
    assert main(words) == 1
    assert "no state (" in capsys.readouterr().err
    assert not (row / "out").exists()


def test_count(row: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["count", "tub.rle", "--project", "row.rle", "-q"]
    for more, number in ([], "7\n"), (["--by-population"], "0 1\n1 3\n2 3\n"):
        assert main([*words, *more]) == 0
        assert capsys.readouterr() == (number, "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--smallest"], "--smallest cannot be combined with --project"),
        (["--largest"], "--largest cannot be combined with --project"),
        (["--skip", "2"], "--skip cannot be combined with --project"),
        (["--method", "strips"], "strips find predecessors, not states"),
        (["--project", "none.rle"], "none.rle has no live cells, which name the cells to project"),
        (["--project", "far.rle"], "cell (9, 0) lies outside the window of the first generation"),
        (["--project", "gone.rle"], "gone.rle"),
        (["--to", "apgcode"], "wrong format 'apgcode'; give one of rle"),
        (["--to", "semaphore"], "unknown format 'semaphore'"),
    ],
)
def test_mistakes(
    row: Path,
    words: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are rejected before the work, with exit code 2 and one sentence."""
    monkeypatch.setattr("lifesat.queries.solving.search_of", None)
    (row / "far.rle").write_text("#CXRLE Pos=9,0\nx = 1, y = 1\no!\n")
    (row / "tub.rle").write_text("#CXRLE Pos=0,0\n" + (row / "tub.rle").read_text())
    assert main(["predecessors", "tub.rle", "--project", "row.rle", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


def test_formats(row: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["predecessors", "tub.rle", "--project", "row.rle", "-q"]
    assert main([*words, "--to", "cells"]) == 0
    assert capsys.readouterr().out.count("?") == 22
