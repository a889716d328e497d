"""``lifesat agars`` as its users meet it."""

import json
from pathlib import Path

import pytest

from lifesat import list_jobs, read_all
from lifesat.cli import main
from lifesat.queries import self_forcing


@pytest.mark.quick
def test_a_complete_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agars", "3,3", "--all"]) == 0
    out, err = capsys.readouterr()
    assert len(out.split("!\n")[:-1]) == 6
    assert "rule = B3/S23:T3,3\n" in out
    assert "6 agars up to symmetry, 127 in all, and no others (" in err
    assert err.endswith(": the 3x3 torus, period 1\n")


@pytest.mark.quick
def test_there_may_be_none(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["agars", "4,3", "-p3", "--shift=-1,1", "--min-population", "12"]
    assert main(words) == 1
    assert "period 3, moving by -1,1, at least 12 live cells" in capsys.readouterr().err


@pytest.mark.quick
def test_the_smallest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agars", "4,4", "--smallest", "--min-population", "1"]) == 0
    assert "1 agar with 4 live cells, the fewest, which is proved" in capsys.readouterr().err


def test_a_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    assert main(["agars", "3,3", "--all", "--job", "small", "-o", str(tmp_path / "a.rle")]) == 0
    assert "6 agars up to symmetry" in capsys.readouterr().err
    assert len(list(read_all(tmp_path / "a.rle"))) == 6
    assert [job.name for job in list_jobs()] == ["small"]


@pytest.mark.quick
def test_self_forcing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = iter(["open", "forced", *["refuted"] * 4] * 2)
    monkeypatch.setattr(self_forcing, "decide", lambda *_: next(verdicts))
    assert main(["agars", "3,3", "--all", "--self-forcing", "--pad", "4"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("#N self-forcing agar 1\n")
    assert "there may be more; of 6 agars, 1 are shown to be self-forcing, 4 are not, 1 " in err
    assert main(["agars", "3,3", "--all", "--self-forcing", "--jsonl"]) == 0
    done = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert done["reason"].endswith("1 undecided with padding 27")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--pad 3", "--pad needs --self-forcing"),
        ("--self-forcing --smallest", "--smallest cannot be combined with --self-forcing"),
        ("--self-forcing --detach", "--detach needs --job NAME"),
        ("--shift 3,0", "shift is 3,0; on a torus of 3x3 it must be less than"),
    ],
)
def test_mistakes(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agars", "3,3", *words.split()]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.quick
def test_a_rule_with_a_torus(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["agars", "3,3", "--rule", "B3/S23:T3,3"])
    assert "a grid is given apart from the rule" in capsys.readouterr().err
