"""What cannot be written is rejected before the work; work that ends early leaves no file."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from lifesat.cli import main
from lifesat.errors import UserError
from lifesat.jobs.job import Job

ORPHAN = ["orphan", "dot.rle", "--rule", "B/S", "--workers", "1"]
# Commands, and what does their work.
WORK = {
    "predecessors": (["predecessors", "tub.rle", "-o", "out"], "queries.solving.search_of"),
    "sample": (["sample", "tub.rle", "-o", "out"], "engines.frontier.parents.Parents"),
    "marginals": (
        ["marginals", "tub.rle", "-o", "out"],
        "engines.frontier.marginals.count_marginals",
    ),
    "forced": (["forced", "tub.rle", "-o", "out"], "queries.forced_cells.ForcedCells.steps"),
    "encode": (["encode", "tub.rle", "-o", "out"], "problems.life.predecessor.add_one_state_each"),
    "decode": (["decode", "block.rle", "model", "-m0", "-o", "out"], "cli.decode.read_model"),
    "convert": (["convert", "tub.rle", "out", "--evolve", "9"], "life.pattern.Pattern.evolve"),
    "knuth": (["knuth", "sat-life-grid", "2", "2", "1", "-o", "out"], "knuth.program.symbolic"),
    "sudoku": (["sudoku", "sudoku.txt", "-o", "out"], "puzzles.commands._answered"),
    "still lifes": (["still-lifes", "3,3", "-o", "out"], "queries.solving.search_of"),
    "minimal orphan": ([*ORPHAN, "--minimise", "-o", "out"], "queries.orphan.MinimalOrphan.steps"),
    "complete": (["complete", "tub.rle", "-o", "out"], "queries.solving.search_of"),
    "none better": (["complete", "tub.rle", "--proof", "out"], "queries.solving.search_of"),
    "nearest": (
        ["predecessors", "tub.rle", "--nearest", "-o", "out"],
        "queries.solving.search_of",
    ),
    "reached": (
        ["predecessors", "tub.rle", "--nearest", "--reached", "out"],
        "queries.solving.search_of",
    ),
    "none nearer": (
        ["predecessors", "tub.rle", "--nearest", "--proof", "out"],
        "queries.solving.search_of",
    ),
    "proof": ([*ORPHAN, "--proof", "out"], "queries.solving.try_to_prove"),
}
commands = pytest.mark.parametrize("command", WORK)


@pytest.fixture(autouse=True)
def inputs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (folder / "model").write_text("v 1 2 3 4 0\n")
    (folder / "sudoku.txt").write_text("1234\n3412\n2143\n432.\n")
    monkeypatch.setenv("LIFESAT_HOME", str(folder / "home"))
    return folder


def replace_work(monkeypatch: pytest.MonkeyPatch, command: str, work: Any) -> None:
    monkeypatch.setattr(f"lifesat.{WORK[command][1]}", work)


@commands
def test_a_file_that_exists_is_refused_before_the_work(
    inputs: Path, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (inputs / "out").write_text("mine")
    replace_work(monkeypatch, command, None)
    assert main(WORK[command][0]) == 2
    assert capsys.readouterr().err == "lifesat: out exists; --force replaces it\n"
    assert (inputs / "out").read_text() == "mine"


@pytest.mark.parametrize(
    ("command", "end"),
    [(command, end) for command in WORK for end in (KeyboardInterrupt, UserError("enough"))]
    + [(command, "SIGTERM") for command in WORK if command != "convert" and os.name == "posix"],
)
def test_work_that_ends_early_leaves_no_file(
    inputs: Path, command: str, end: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that asks whether to stop goes on for a while after SIGTERM."""

    def work(*_: object, **__: object) -> None:
        if end == "SIGTERM":
            # Without a handler it would end the tests.
            assert signal.getsignal(signal.SIGTERM) != signal.SIG_DFL
            os.kill(os.getpid(), signal.SIGTERM)
            raise KeyboardInterrupt
        raise end

    before = sorted(inputs.iterdir())
    replace_work(monkeypatch, command, work)
    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        assert main(WORK[command][0]) == (2 if isinstance(end, UserError) else 130)
    finally:
        assert [signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM)] == handlers
    assert sorted(inputs.iterdir()) == before


def test_no_job_is_made_for_a_file_that_exists(
    inputs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (inputs / "out").write_text("mine")
    assert main(["predecessors", "tub.rle", "--job", "tub", "-o", "out"]) == 2
    assert "out exists" in capsys.readouterr().err
    with pytest.raises(UserError):
        Job("tub").summary()


@pytest.mark.parametrize("command", ["sample", "predecessors"])
def test_folders(
    inputs: Path,
    command: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert main([command, "dot.rle", "-m0", "-o", "each/"]) == 1
    assert not (inputs / "each").exists()
    (inputs / "mine").mkdir()
    assert main([command, "dot.rle", "-m0", "-o", "mine"]) == 1
    assert (inputs / "mine").exists()
    assert main([command, "tub.rle", "-o", "each/"]) == 0
    assert [file.name for file in (inputs / "each").iterdir()] == ["predecessor-000001.rle"]
    capsys.readouterr()
    with monkeypatch.context() as patch:
        replace_work(patch, command, None)
        assert main([command, "tub.rle", "-o", "each/"]) == 2
    assert capsys.readouterr().err.endswith("predecessor-000001.rle exists; --force replaces it\n")
    assert main([command, "tub.rle", "-o", "each/", "--force"]) == 0
