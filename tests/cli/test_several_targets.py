"""A file with several targets: a parent of each, or a sentence that one is wanted."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from lifesat import Pattern, read_all, read_file
from lifesat.cli import main
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work

BLOCK, DOT, EMPTY = "#N a block\nx = 2, y = 2\n2o$2o!\n", "x = 1, y = 1\no!\n", "x = 1, y = 1\nb!\n"


@pytest.fixture
def several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three targets; in its box the second has no parent."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    (tmp_path / "three.rle").write_text(BLOCK + DOT + EMPTY)
    (tmp_path / "two.rle").write_text(BLOCK + EMPTY)
    return tmp_path


def becomes(parents: Iterable[Pattern]) -> list[str]:
    return sorted(str(parent.evolve().crop()) for parent in parents)


@pytest.mark.parametrize("command", ["predecessors", "has-parent"])
def test_a_folder_gets_a_parent_of_each(
    command: str, several: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "three.rle", "-m0", "-q", "-o", "out/"]) == 1
    files = sorted(path.name for path in (several / "out").iterdir())
    assert files == ["three-1-predecessor.rle", "three-3-predecessor.rle"]
    parents = [read_file(several / "out" / name) for name in files]
    assert becomes(parents) == ["", "OO\nOO"]
    assert [each.name for each in parents] == [
        "a block, predecessor 1",
        "three.rle#3, predecessor 1",
    ]
    lines = "three.rle#1: yes\nthree.rle#2: no\nthree.rle#3: yes\n"
    assert capsys.readouterr() == ("" if command == "predecessors" else lines, "")
    assert main([command, "three.rle", "-m0", "-o", "out/"]) == 2
    assert "three-1-predecessor.rle exists; --force replaces it" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "code"), [("three.rle", 1), ("two.rle", 0)])
def test_predecessors_writes_and_tells(
    name: str, code: int, several: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["predecessors", name, "-m0"]) == code
    out, err = capsys.readouterr()
    (several / "found.rle").write_text(out)
    assert becomes(read_all(several / "found.rle")) == ["", "OO\nOO"]
    assert err.startswith(f"2 yes, {code} no (")
    assert ("no parent: three.rle#2\n" in err) == bool(code)


@pytest.mark.usefixtures("several")
def test_some_are_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predecessors", "three.rle", "--time-limit", "0"]) == 3
    assert "unknown: three.rle#1, three.rle#2, three.rle#3\n" in capsys.readouterr().err


def test_formats(several: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["has-parent", "two.rle", "-q", "--to", "cells"]) == 0
    text = capsys.readouterr().out
    (several / "found.cells").write_text(text)
    assert becomes(read_all(several / "found.cells")) == ["", "OO\nOO"]
    assert main(["predecessors", "two.rle", "-q", "-o", "pictures/", "--to", "svg"]) == 0
    assert len(list((several / "pictures").glob("two-*-predecessor.svg"))) == 2
    assert main(["predecessors", "two.rle", "-q", "--to", "kaggle", "-o", "x/"]) == 0
    assert main(["predecessors", "two.rle", "-q", "--to", "no", "-o", "y/"]) == 2


@pytest.mark.usefixtures("several")
def test_events(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predecessors", "three.rle", "-m0", "-q", "--jsonl"]) == 1
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    verdicts = {e["number"]: e for e in events if e["type"] == "verdict"}
    assert {k: "rle" in each for k, each in verdicts.items()} == {1: True, 2: False, 3: True}
    assert verdicts[1]["rle"].endswith("2o$2o!\n")


def test_files_of_one_name(several: Path) -> None:
    for name in ("a", "b"):
        (several / name).mkdir()
        (several / name / "dot.rle").write_text(BLOCK)
    assert main(["has-parent", "a/dot.rle", "b/dot.rle", "-q", "-o", "out/"]) == 0
    found = sorted(path.name for path in (several / "out").iterdir())
    assert found == ["dot-1-predecessor.rle", "dot-2-predecessor.rle"]


def test_a_job(
    several: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Job, "start", lambda job: list(work(job)))
    assert main(["predecessors", "three.rle", "-m0", "-q", "--job", "three"]) == 1
    first = capsys.readouterr().out
    assert main(["jobs", "follow", "three", "-q"]) == 1
    assert capsys.readouterr().out == first
    assert main(["jobs", "show", "three"]) == 0
    shown = capsys.readouterr().out
    assert "looks for: parents of 3 patterns\n" in shown
    assert "found: 2 yes, 1 no\n" in shown
    assert main(["jobs", "export", "three", "-o", "out/"]) == 0
    assert becomes(map(read_file, (several / "out").iterdir())) == ["", "OO\nOO"]


@pytest.mark.usefixtures("several")
@pytest.mark.parametrize(
    "words",
    [
        ["--all"], ["--limit", "2"], ["--smallest"], ["--skip", "1"], ["--up-to-symmetry"],
        ["--project", "two.rle"], ["--method", "sat"], ["--print-config"],
        ["--partial", "--jsonl"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_options_for_one_target(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predecessors", "three.rle", "-q", *words]) == 2
    assert capsys.readouterr().err == (
        f"lifesat: {words[0]} is for one target, and three.rle has 3; give one of them "
        "(`lifesat convert --split three.rle DIR/` makes a file of each)\n"
    )


@pytest.mark.usefixtures("several")
@pytest.mark.parametrize(
    "words",
    [
        ["count"], ["forced"], ["orphan"], ["rewind"], ["sample"], ["marginals"], ["complete"],
        ["self-forcing"], ["encode"], ["predecessors", "--nearest"],
        ["predecessors", "dot.rle", "--given"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_other_commands_take_one(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("dot.rle").write_text(DOT)
    assert main([*words, "three.rle", "-q"]) == 2
    assert capsys.readouterr().err == (
        "lifesat: three.rle:4:1: the second of 3 patterns begins here; give only one of them; "
        "`lifesat convert --split FILE DIR/` makes a file of each\n"
    )


def test_convert_splits(several: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "--split", "three.rle", "out/", "--to", "cells"]) == 0
    found = {path.name: str(read_file(path)) for path in (several / "out").iterdir()}
    assert found == {"three-1.cells": "OO\nOO", "three-2.cells": "O", "three-3.cells": "."}
    assert main(["convert", "--split", "three.rle"]) == 2
    assert "--split needs a folder" in capsys.readouterr().err
