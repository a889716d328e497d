"""``lifesat forced`` as its users meet it."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from lifesat import (
    UNKNOWN,
    Progress,
    TimeLimitError,
    UserError,
    forced,
    forced_cells,
    read_text,
    submit,
)
from lifesat.cli import main
from lifesat.engines.backbone import backbone
from lifesat.life.pattern import Pattern
from tests.support.environment import PATIENCE_SECONDS
from tests.support.processes import at_work, loaded

SHIP = "x = 3, y = 3, rule = B3/S23\n2o$obo$b2o!\n"


@pytest.fixture
def ship(folder: Path) -> Path:
    """Its only predecessor in its own box is itself."""
    (folder / "ship.rle").write_text(SHIP)
    return folder


@pytest.mark.quick
def test_cells_and_counts(ship: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forced", "ship.rle", "-m0"]) == 0
    out, err = capsys.readouterr()
    assert read_text(out).to_array().tolist() == [[1, 1, 0], [1, 0, 1], [0, 1, 1]]
    assert err.startswith("forced: 6 live, 3 dead, of 9 cells (")
    assert main(["forced", "ship.rle", "-q"]) == 0
    out, err = capsys.readouterr()
    assert (read_text(out, unknown=True).to_array() == UNKNOWN).sum() > 0
    assert err == ""


@pytest.mark.quick
@pytest.mark.parametrize("form", ["rle", "cells", "picture", "grid"])
def test_formats(ship: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["forced", "tub.rle", "--to", form, "--require", "dot.rle"]
    assert main(words) == 0
    pattern = read_text(capsys.readouterr().out, format=form, unknown=True)
    assert sorted(set(pattern.to_array().ravel().tolist())) in ([1, 2], [0, 1, 2])
    assert (pattern.width, pattern.height) == (5, 5)


@pytest.mark.parametrize("form", ["macrocell", "apgcode", "life-1.05", "lifelib", "nothing"])
def test_formats_without_unknown_cells_are_refused_at_once(
    ship: Path, form: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifesat.engines.backbone.search.forced_steps", None)
    assert main(["forced", "ship.rle", "--to", form]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert ("unknown" in err) is (form != "lifelib")


def test_output(ship: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["forced", "ship.rle", "-m0", "-o", "cells.rle"]
    assert main(words) == 0
    assert main(words) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*words, "--force", "--encoding", "truth_table", "--solver", "cadical195"]) == 0
    assert (ship / "cells.rle").read_text().endswith("2o$obo$b2o!\n")


def test_a_later_generation(ship: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two generations back, the ship's parent is one of its predecessors."""
    assert main(["forced", "ship.rle", "-m0", "-g2", "--at", "1"]) == 0
    assert capsys.readouterr().out.endswith("2o$obo$b2o!\n")
    assert main(["forced", "ship.rle", "-m0", "-g2", "--at", "2"]) == 2
    assert "the target is generation 2" in capsys.readouterr().err


def test_none(ship: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forced", "dot.rle", "-m0", "-o", "none.rle"]) == 1
    assert "within margin 0 (" not in (reported := capsys.readouterr().err)
    assert "no predecessor within margin" in reported
    assert not (ship / "none.rle").exists()


def test_the_time_limit_leaves_cells_unsettled(
    ship: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock stands still until the first predecessor has been seen."""
    seen = backbone.Backbone._strike_out
    over: list[bool] = []

    def strike_out(self: backbone.Backbone, *words: object) -> None:
        seen(self, *words)  # type: ignore[arg-type]
        over.append(True)

    monkeypatch.setattr(backbone.Backbone, "_strike_out", strike_out)
    monkeypatch.setattr("lifesat.queries.run.Run.seconds", property(lambda _: len(over)))
    assert main(["forced", "ship.rle", "-m0", "--time-limit", "0.5"]) == 3
    out, err = capsys.readouterr()
    assert (read_text(out, unknown=True).to_array() == UNKNOWN).all()
    sentence = "forced: 0 live, 0 dead, of 9 cells; 9 cells not settled, since the time limit was"
    assert err.startswith(sentence)


def test_a_time_limit_before_any_predecessor(
    ship: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["forced", "ship.rle", "--time-limit", "0", "-o", "late.rle"]) == 3
    assert "before any predecessor was found or ruled out" in capsys.readouterr().err
    assert not (ship / "late.rle").exists()


def test_ctrl_c(folder: Path) -> None:
    """No solver can do this in the time of the test."""
    (folder / "large.cells").write_text(("OO.O." * 12 + "\n" + ".O.OO" * 12 + "\n") * 30)
    with loaded("forced", "large.cells", "-g3") as running:
        at_work(running, 1.0)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE_SECONDS)
    assert (running.returncode, out) == (130, b"")
    assert b"the search was interrupted before any predecessor" in err


def test_memory(ship: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forced", "ship.rle", "--memory", "1K"]) == 3
    assert "more than the limit" in capsys.readouterr().err


def test_python() -> None:
    target = Pattern.from_rows(["OO.", "O.O", ".OO"], position=(5, 5))
    reported: list[Progress] = []
    found = forced(target, margin=0, progress=reported.append)
    assert found is not None
    assert found.to_array().tolist() == target.to_array().tolist()
    assert found.position == (5, 5)
    assert reported
    assert reported[0].total == 9
    assert forced(Pattern.from_rows(["O"]), margin=0) is None
    with pytest.raises(TimeLimitError, match="before all cells were settled") as error:
        forced(target, time_limit=0)
    assert error.value.best is None
    with pytest.raises(UserError, match="the target is generation 1"):
        forced(target, at=1)
    with pytest.raises(UserError, match="at is -1"):
        forced(target, at=-1)
    with pytest.raises(UserError, match="workers is 0"):
        forced(target, workers=0)
    with pytest.raises(TypeError, match="limit"):
        forced(target, limit=2)  # type: ignore[call-arg]


def test_python_step_by_step() -> None:
    target = Pattern.from_rows(["OO.", "O.O", ".OO"], position=(5, 5))
    reported: list[Progress] = []
    search = forced_cells(target, margin=0, progress=reported.append)
    assert repr(search) == "<Search for forced cells: not begun>"
    *_, last = search
    assert last == forced(target, margin=0)
    assert search.proved_complete
    assert reported[-1].found == reported[-1].total == 9
    none = forced_cells(Pattern.from_rows(["O"]), margin=0, solver="minisat22")
    assert (list(none), none.status) == ([], "none")
    late = forced_cells(target, time_limit=0)
    assert (list(late), late.status) == ([], "time_limit")
    for arguments, sentence in (({"at": 1}, "the target is generation 1"), ({"at": -1}, "at is")):
        with pytest.raises(UserError, match=sentence):
            forced_cells(target, **arguments)  # type: ignore[arg-type]
    with pytest.raises(UserError, match="goal cannot be combined with the search for forced"):
        submit("best", forced_cells(target), goal="fewest")


def events(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_events(ship: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forced", "ship.rle", "--jsonl", "-m0"]) == 0
    first, *_, forced, progress, done = events(capsys)
    assert {"type": "progress", "found": 0, "total": 9}.items() <= first.items()
    assert {"type": "progress", "found": 9, "total": 9}.items() <= progress.items()
    assert {"live": 6, "dead": 3, "unsettled": 0}.items() <= forced.items()
    cells = read_text(forced["life_history"])
    assert cells.rule.name == "LifeHistory"
    assert cells.to_array().tolist() == [[1, 1, 2], [1, 2, 1], [2, 1, 1]]
    assert (done["type"], done["status"], done["found"]) == ("done", "complete", 9)
    assert main(["forced", "ship.rle", "--jsonl"]) == 0
    forced = [event for event in events(capsys) if event["type"] == "known"][-1]
    assert 0 in read_text(forced["life_history"]).to_array()
    assert main(["forced", "dot.rle", "--jsonl", "-m0"]) == 1
    reported = events(capsys)
    assert {each["type"] for each in reported} == {"progress", "done"}
    assert reported[-1]["status"] == "none"
    assert main(["forced", "ship.rle", "--jsonl", "--time-limit", "0"]) == 3
    assert events(capsys)[-1]["status"] == "time_limit"
    with pytest.raises(SystemExit):
        main(["forced", "ship.rle", "--jsonl", "--to", "cells"])
