"""``lifesat sample`` as its users meet it."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lifesat import read_all
from lifesat.cli import main
from lifesat.engines.particles.drawing import ApproximateDraws
from lifesat.life.rule import LIFE
from tests.support import plain


def interrupted_after(number: int, one: Callable[..., Any]) -> Callable[..., Any]:
    """Return what draws boards, and presses Ctrl-C once so many have been drawn."""

    def draw(draws: ApproximateDraws, drawn: int, *others: Any) -> Any:
        if drawn == number:
            signal.raise_signal(signal.SIGINT)
        return one(draws, drawn, *others)

    return draw


@pytest.mark.quick
def test_as_many_parents_as_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for seed in ("3", "3", "4"):
        assert main(["sample", "tub.rle", "-k", "20", "--seed", seed]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] != texts[2]
    (folder / "drawn.rle").write_text(texts[0])
    drawn = list(read_all("drawn.rle"))
    assert len(drawn) == 20
    for parent in drawn:
        board = parent.to_array()[None]
        child = plain.next_boards(board, LIFE, torus=False)[0]
        assert child[1:-1, 1:-1].tolist() == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]


@pytest.mark.quick
def test_output_and_format(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sample", "tub.rle", "-k", "3", "--to", "cells", "-o", "drawn/"]
    assert main(words) == 0
    assert len(list((folder / "drawn").glob("*.cells"))) == 3
    assert main(words) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*words, "--force"]) == 0


@pytest.mark.quick
def test_bounds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sample", "tub.rle", "-m0", "-k", "40", "--different"]
    assert main([*words, "--min-population", "5"]) == 0
    (folder / "drawn.rle").write_text(capsys.readouterr().out)
    tub = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    for parent in read_all("drawn.rle"):
        assert parent.population >= 5
        assert parent.to_array().tolist() != tub


@pytest.mark.quick
def test_none_and_out_of_reach(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sample", "dot.rle", "-m0", "-o", "none.rle"]) == 1
    assert "no predecessor" in capsys.readouterr().err
    assert not (folder / "none.rle").exists()
    for words in (["-g2", "--max-outside", "3"], ["--memory", "1K"]):
        assert main(["sample", "tub.rle", *words]) == 3
        out, err = capsys.readouterr()
        assert (out, "only what fits a frontier" in err) == ("", True)
        assert ("--approximate draws from larger boards" in err) == ("--memory" in words)


def test_approximate_draws(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for seed in ("3", "3", "4"):
        assert main(["sample", "tub.rle", "-k3", "--approximate", "--seed", seed]) == 0
        out, err = capsys.readouterr()
        assert "3 of 3 predecessors drawn approximately: each by its weight among" in err
        texts.append(out)
    assert texts[0] == texts[1] != texts[2]
    (folder / "drawn.rle").write_text(texts[0])
    for number, parent in enumerate(read_all("drawn.rle"), start=1):
        assert parent.name == f"target, predecessor drawn approximately as number {number}"
        child = plain.next_boards(parent.to_array()[None], LIFE, torus=False)[0]
        assert child[1:-1, 1:-1].tolist() == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]


@pytest.mark.quick
def test_approximate_draws_prove_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sample", "dot.rle", "-m0", "--approximate", "-o", "none.rle"]) == 3
    err = capsys.readouterr().err
    assert "this proves nothing" in err
    assert "0 of 1 predecessors drawn approximately (" in err
    assert not (folder / "none.rle").exists()


def test_a_time_limit_keeps_what_is_drawn(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sample", "tub.rle", "--approximate", "-k", "1000000", "--time-limit", "0.5"]
    assert main([*words, "-o", "drawn.rle"]) == 3
    err = capsys.readouterr().err
    assert "of 1,000,000 predecessors drawn approximately when the time limit was reached" in err
    assert 0 < len(list(read_all("drawn.rle"))) < 1000


@pytest.mark.parametrize("command", ["sample", "marginals"])
def test_a_sweep_that_takes_too_long(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "wide.rle").write_text("x = 30, y = 14\n30b!\n")
    assert main([command, "wide.rle", "--time-limit", "0.2", "-o", "out"]) == 3
    assert "the time limit was reached" in capsys.readouterr().err
    assert not (folder / "out").exists()


def test_ctrl_c_keeps_what_is_drawn(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "lifesat.engines.particles.drawing.ApproximateDraws._one",
        interrupted_after(2, ApproximateDraws._one),
    )
    assert main(["sample", "tub.rle", "--approximate", "-k99", "-o", "drawn.rle"]) == 130
    number, words = capsys.readouterr().err.split(" of ", 1)
    assert words.startswith("99 predecessors drawn approximately when interrupted: each by")
    # Some more may be drawn before the work ends.
    assert 2 <= int(number) < 99
    assert len(list(read_all("drawn.rle"))) == int(number)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--approximate", "--disk", "1G"], "--disk cannot be combined with --approximate"),
        (["--approximate", "-g2"], "these draw one generation back only"),
        (["--approximate", "--symmetry", "C2"], "particles know no symmetry"),
    ],
)
def test_options_of_the_other_kind_of_draws(
    words: list[str], sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sample", "tub.rle", *words]) == 2
    assert sentence in capsys.readouterr().err
