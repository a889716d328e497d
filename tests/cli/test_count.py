"""``lifesat count`` as its users meet it."""

import json
import re
import signal
import sys
from pathlib import Path

import pytest

from lifesat.cli import main
from lifesat.engines.frontier import support
from lifesat.engines.sat import model_counter
from lifesat.formats import write_text
from tests.support.environment import PATIENCE_SECONDS
from tests.support.predecessors import soup
from tests.support.processes import at_work, loaded


@pytest.mark.quick
@pytest.mark.parametrize(
    ("words", "number"),
    [
        (["tub.rle", "-m0"], "6"),
        (["tub.rle"], "74"),
        (["tub.rle", "--outside", "free"], "14976"),
        (["tub.rle", "-m0", "--different"], "5"),
        (["tub.rle", "-m0", "--up-to-symmetry"], "3"),
        (["tub.rle", "-m0", "--up-to-symmetry", "--memory", "1GB"], "3"),
        (["dot.rle", "-m2"], "1182"),
        (["dot.rle", "-m2", "--memory", "1.5GB"], "1182"),
    ],
)
def test_the_number_alone(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], number: str
) -> None:
    assert main(["count", *words]) == 0
    assert capsys.readouterr().out == number + "\n"


def test_a_number_of_four_thousand_digits(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is asked of 3 x 4800 cells."""
    Path("any.rle").write_text("x = 4798, y = 1\n4798?!\n")
    limit = sys.get_int_max_str_digits()
    try:
        assert main(["count", "any.rle", "--unknown", "--outside", "free"]) == 0
        assert capsys.readouterr().out == f"{2**14400}\n"
    finally:
        sys.set_int_max_str_digits(limit)


@pytest.mark.parametrize("words", [["count", "--by-population"], ["sample"]])
def test_ctrl_c_in_the_middle_of_a_sweep(folder: Path, words: list[str]) -> None:
    """The box is so large that it would take many minutes."""
    Path("large.cells").write_text(("." * 13 + "\n") * 13)
    with loaded(words[0], "large.cells", "-m0", *words[1:]) as running:
        at_work(running)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE_SECONDS)
    assert (running.returncode, out) == (130, b"")
    said = b"the number of predecessors is not known, since the search was interrupted ("
    assert err.startswith(said if words[0] == "count" else b"")


def test_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "dot.rle", "-m0"]) == 1
    assert capsys.readouterr().out == "0\n"


def test_by_population(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "tub.rle", "-m0", "--by-population"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(int(line.split()[1]) for line in lines) == 6
    assert main(["count", "tub.rle", "-m0", "--by-population", "--max-population", "4"]) == 0
    assert capsys.readouterr().out.splitlines() == lines[:1]


def test_events(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", -1.0)
    assert main(["count", "tub.rle", "-m0", "--by-population", "--jsonl"]) == 0
    *events, done = map(json.loads, capsys.readouterr().out.splitlines())
    sweep = [event for event in events if event["type"] == "progress"]
    (last,) = (event for event in events if event["type"] == "known")
    assert (done["type"], done["status"]) == ("done", "complete")
    visited = [int(n) for e in sweep for n in re.findall(r": (\d+) of 9 cells", e["phase"])]
    assert visited == sorted(visited)
    assert visited[-1] == 9
    found = {"number": 6, "populations": {"4": 1, "5": 5}}
    assert last == {"v": 1, "type": "known", **found, "final": True, "text": "6 predecessors"}
    assert main(["count", "dot.rle", "-m0", "--jsonl"]) == 1
    *events, done = map(json.loads, capsys.readouterr().out.splitlines())
    (last,) = (event for event in events if event["type"] == "known")
    assert (last["number"], done["status"]) == (0, "none")


@pytest.mark.parametrize("words", [[], ["--by-population"], ["--up-to-symmetry"]])
@pytest.mark.parametrize("installed", [True, False])
def test_what_does_not_fit_is_counted_otherwise(
    request: pytest.FixtureRequest,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    installed: bool,
) -> None:
    if installed:
        request.getfixturevalue("pyganak")
    else:
        monkeypatch.setattr(model_counter, "available", lambda: False)
    way = "with pyganak instead" if installed and not words else "with the SAT solver instead"
    assert main(["count", "tub.rle", *words]) == 0
    swept = capsys.readouterr().out
    with monkeypatch.context() as patched:
        patched.setattr(support, "PLAN_BYTES", 10**15)
        assert main(["count", "tub.rle", *words]) == 0
    reported = capsys.readouterr()
    assert reported.out == swept
    assert way in reported.err
    assert main(["count", "tub.rle", "-m0", "-g7", *words]) == 0
    reported = capsys.readouterr()
    assert "cells of several generations" in reported.err
    assert way in reported.err


def test_a_counter_that_fails(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_counter, "available", lambda: True)
    monkeypatch.setattr(model_counter, "__file__", str(folder / "nothing.py"))
    monkeypatch.setattr(support, "PLAN_BYTES", 10**15)
    assert main(["count", "tub.rle"]) == 2
    assert "too little memory" in capsys.readouterr().err


def test_a_size_of_memory(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("lots", "0", "3X"):
        with pytest.raises(SystemExit):
            main(["count", "tub.rle", "--memory", text])
        assert "invalid memory size" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "memory"), [("count", "400K"), ("sample", "2M"), ("marginals", "2M")]
)
def test_a_size_of_files(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, memory: str
) -> None:
    for text in ("lots", "3X", "-1"):
        with pytest.raises(SystemExit):
            main([command, "tub.rle", f"--disk={text}"])
        assert "invalid disk size" in capsys.readouterr().err
    Path("soup.rle").write_text(write_text(soup(8, 8, 1).target))
    words = [command, "soup.rle", "-m0", "--memory", memory, "--disk"]
    assert main([*words, "50M"]) == 0
    assert capsys.readouterr().err == ""
    assert main([*words, "0"]) == 3
    assert "the frontier outgrows 0 GB of temporary files" in capsys.readouterr().err


@pytest.mark.weekly
def test_a_garden_of_eden_too_wide_for_a_frontier(
    oracles: Path, pyganak: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its window is 16 cells wide, so the model counter says that nothing becomes it."""
    target = str(oracles / "patterns" / "gardenofeden2.rle")
    assert main(["count", target, "--unknown", "--outside", "free", "--memory", "64M"]) == 1
    out, err = capsys.readouterr()
    assert out == "0\n"
    assert "counting models with pyganak instead" in err


def test_an_estimate(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["count", "tub.rle", "--samples", "20", "--seed", "3"]) == 0
    out, err = capsys.readouterr()
    assert 70 <= int(out) <= 78
    assert "estimated from 20 samples of 1,000 boards each" in err
    assert f"about {out.strip()} predecessors, standard error" in err
    assert "with a confidence of 95 %" in err
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", -1.0)
    assert main(["count", "tub.rle", "--samples", "20", "--seed", "3", "--jsonl"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    phases = [each["phase"] for each in events if each["type"] == "progress"]
    assert any(phase.endswith("of 20 samples of 1,000 boards each") for phase in phases)
    (event,) = (each for each in events if each["type"] == "known")
    assert "probabilities" not in event
    assert round(10 ** event["log10_total"]) == pytest.approx(int(out), abs=1)
    assert 1 < event["log10_least"] < event["log10_total"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--seed", "1"], 2, "--seed is for --samples"),
        (["--samples", "10", "--by-population"], 2, "--by-population needs an exact answer"),
        (["--samples", "10", "--up-to-symmetry"], 2, "--up-to-symmetry needs an exact answer"),
        (["--samples", "10", "-g2"], 3, "one generation back only"),
        (["--samples", "10", "--memory", "1MB"], 3, "too few for samples of this board"),
    ],
)
def test_what_cannot_be_estimated(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, said: str
) -> None:
    Path("large.cells").write_text(("." * 60 + "\n") * 60)
    assert main(["count", "large.cells", *words]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
