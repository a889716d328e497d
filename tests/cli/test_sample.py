"""``lifesat sample`` as its users meet it."""

from pathlib import Path

import pytest

from lifesat import read_all
from lifesat.cli import main
from lifesat.life.arrays import to_array
from lifesat.life.rule import LIFE
from tests.support import plain


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
        board = to_array(parent)[None]
        child = plain.next_boards(board, LIFE, torus=False)[0]
        assert child[1:-1, 1:-1].tolist() == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]


def test_output_and_format(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sample", "tub.rle", "-k", "3", "--to", "cells", "-o", "drawn/"]
    assert main(words) == 0
    assert len(list((folder / "drawn").glob("*.cells"))) == 3
    assert main(words) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*words, "--force"]) == 0


def test_bounds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sample", "tub.rle", "-m0", "-k", "40", "--different"]
    assert main([*words, "--min-population", "5"]) == 0
    (folder / "drawn.rle").write_text(capsys.readouterr().out)
    tub = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    for parent in read_all("drawn.rle"):
        assert parent.population >= 5
        assert to_array(parent).tolist() != tub


def test_none_and_out_of_reach(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sample", "dot.rle", "-m0", "-o", "none.rle"]) == 1
    assert "no predecessor" in capsys.readouterr().err
    assert not (folder / "none.rle").exists()
    for words in (["-g2"], ["--memory", "1K"]):
        assert main(["sample", "tub.rle", *words]) == 3
        out, err = capsys.readouterr()
        assert (out, "only what fits a frontier" in err) == ("", True)
