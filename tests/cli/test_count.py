"""``lifesat count`` as its users meet it."""

from pathlib import Path

import pytest

from lifesat.cli import main
from lifesat.solving import model_counter


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (["tub.rle", "-m0"], "6"),
        (["tub.rle"], "74"),
        (["tub.rle", "--outside", "free"], "14976"),
        (["tub.rle", "-m0", "--different"], "5"),
        (["tub.rle", "-m0", "--up-to-symmetry"], "3"),
        (["tub.rle", "-m0", "--up-to-symmetry", "--memory", "1K"], "3"),
        (["dot.rle", "-m2"], "1182"),
        (["dot.rle", "-m2", "--memory", "1.5GB"], "1182"),
    ],
)
def test_the_number_alone(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], number: str
) -> None:
    assert main(["count", *words]) == 0
    assert capsys.readouterr().out == number + "\n"


def test_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "dot.rle", "-m0"]) == 1
    assert capsys.readouterr().out == "0\n"


def test_by_population(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "tub.rle", "-m0", "--by-population"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(int(line.split()[1]) for line in lines) == 6
    assert main(["count", "tub.rle", "-m0", "--by-population", "--max-population", "4"]) == 0
    assert capsys.readouterr().out.splitlines() == lines[:1]


@pytest.mark.parametrize("words", [[], ["--by-population"], ["--up-to-symmetry"]])
@pytest.mark.parametrize("installed", [True, False])
def test_what_does_not_fit_is_counted_otherwise(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    installed: bool,
) -> None:
    if installed:
        pytest.importorskip("pyganak")
    else:
        monkeypatch.setattr(model_counter, "available", lambda: False)
    way = "with pyganak instead" if installed and not words else "with the SAT solver instead"
    assert main(["count", "tub.rle", *words]) == 0
    swept = capsys.readouterr().out
    assert main(["count", "tub.rle", "--memory", "1K", *words]) == 0
    told = capsys.readouterr()
    assert told.out == swept
    assert way in told.err
    assert main(["count", "tub.rle", "-m0", "-g2", *words]) == 0
    told = capsys.readouterr()
    assert "one generation only" in told.err
    assert way in told.err


def test_a_counter_that_fails(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_counter, "available", lambda: True)
    monkeypatch.setattr(model_counter, "__file__", str(folder / "nothing.py"))
    assert main(["count", "tub.rle", "-g2"]) == 2
    assert "too little memory" in capsys.readouterr().err


def test_a_size_of_memory(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("lots", "0", "3X"):
        with pytest.raises(SystemExit):
            main(["count", "tub.rle", "--memory", text])
        assert "no size of memory" in capsys.readouterr().err
