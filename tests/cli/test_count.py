"""``lifesat count`` as its users meet it."""

from pathlib import Path

import pytest

from lifesat.cli import main


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


@pytest.mark.parametrize("by_population", [[], ["--by-population"]])
def test_what_does_not_fit_is_listed(
    folder: Path, capsys: pytest.CaptureFixture[str], by_population: list[str]
) -> None:
    assert main(["count", "tub.rle", *by_population]) == 0
    swept = capsys.readouterr().out
    assert main(["count", "tub.rle", "--memory", "1K", *by_population]) == 0
    listed = capsys.readouterr()
    assert listed.out == swept
    assert "listing all predecessors with the SAT solver instead" in listed.err
    assert main(["count", "tub.rle", "-m0", "-g2", *by_population]) == 0
    assert "one generation only" in capsys.readouterr().err


def test_a_size_of_memory(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("lots", "0", "3X"):
        with pytest.raises(SystemExit):
            main(["count", "tub.rle", "--memory", text])
        assert "no size of memory" in capsys.readouterr().err
