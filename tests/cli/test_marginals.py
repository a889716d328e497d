"""``lifesat marginals`` as its users meet it."""

import csv
import io
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from lifesat import MarginalEstimates, Marginals, estimate_marginals, marginals, read_file
from lifesat.cli import main
from lifesat.frontends.output import grey_levels
from lifesat.frontends.output import marginals as forms
from lifesat.queries.marginals import summary, table
from tests.support import drawn

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.quick
def test_a_table_by_default(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "corner.rle").write_text("x = 1, y = 1\no!\n")
    assert main(["marginals", "tub.rle", "-m0", "--require", "corner.rle"]) == 0
    assert capsys.readouterr() == (
        "      0     1     2\n0     1 0.250 0.750\n1 0.250 0.250 0.500\n2 0.750 0.500 0.750\n",
        "",
    )


@pytest.mark.quick
def test_a_table_is_rounded_once_and_fits_a_terminal() -> None:
    # As a float 0.0005 is larger than 1/2000, which is rounded to the even neighbour.
    live = [[0, 1, 3, 999, 1999, 2000]]
    small = table(Marginals(_array(live), 2000, (-2, 0)))
    assert small.splitlines()[1].split() == ["0", "0", "0.000", "0.002", "0.500", "1.000", "1"]
    for width, decimals in [(13, 3), (14, 2), (15, 2), (16, 1), (19, 1), (30, 1)]:
        lines = table(Marginals(_array([[1] * width] * 2), 3, (0, -1))).splitlines()
        assert len({len(line) for line in lines}) == 1
        assert len(lines[0]) <= 80 or decimals == 1
        assert lines[1].split()[1:] == [f"{1 / 3:.{decimals}f}"] * width


def _array(rows: list[list[int]]) -> NDArray[np.object_]:
    return np.array(rows, dtype=object)


@pytest.mark.quick
@pytest.mark.parametrize("words", [{}, {"outside": "free"}, {"margin": 0}])
def test_csv_holds_the_exact_numbers(
    folder: Path, capsys: pytest.CaptureFixture[str], words: dict[str, Any]
) -> None:
    expected = marginals(read_file("tub.rle"), **words)
    options = [word for name, value in words.items() for word in (f"--{name}", str(value))]
    assert main(["marginals", "tub.rle", "--to", "csv", *options]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == expected.live.size
    for row in rows:
        column, line = int(row["x"]) - expected.corner[0], int(row["y"]) - expected.corner[1]
        assert int(row["live"]) == expected.live[line, column]
        assert int(row["total"]) == expected.total
        exact = Fraction(int(row["live"]), expected.total)
        # Of 17 significant digits the last one is rounded.
        assert abs(Fraction(row["probability"]) - exact) <= exact / 10**16 / 2


def test_csv_of_numbers_beyond_floats() -> None:
    live = [[0, 1, 2 * 10**5000 // 3]]
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        lines = forms._counted_csv(Marginals(_array(live), 10**5000, (0, 0)))
    finally:
        sys.set_int_max_str_digits(before)
    written = [line.split(",")[-1] for line in lines[1:]]
    assert written == ["0", "1E-5000", "0.66666666666666667"]


@pytest.mark.quick
def test_a_png_picture_has_a_grey_square_for_each_cell(folder: Path) -> None:
    assert main(["marginals", "tub.rle", "-m0", "--to", "png", "-o", "tub.png"]) == 0
    with Image.open(folder / "tub.png") as picture:
        assert (picture.format, picture.mode, picture.size) == ("PNG", "L", (72, 72))
        levels = np.asarray(picture)
    expected = marginals(read_file("tub.rle"), margin=0).probabilities
    assert np.array_equal(levels, np.kron(np.rint(255 * (1 - expected)), np.ones((24, 24))))


def test_a_png_picture_of_a_long_board_is_not_larger_than_a_screen() -> None:
    with Image.open(io.BytesIO(grey_levels.png(np.array([[0.0, 1.0] * 100])))) as picture:
        assert picture.size == (600, 3)
        assert np.asarray(picture)[0, :6].tolist() == [255] * 3 + [0] * 3


@pytest.mark.parametrize(
    ("name", "begins"),
    [("a.PNG", b"\x89PNG"), ("a.svg", b"<svg"), ("a.csv", b"x,y,"), ("a.txt", b"  "), ("a", b"  ")],
)
def test_the_name_of_a_file_asks_for_a_form(folder: Path, name: str, begins: bytes) -> None:
    assert main(["marginals", "tub.rle", "-m0", "-o", name]) == 0
    assert (folder / name).read_bytes().startswith(begins)
    assert main(["marginals", "tub.rle", "-m0", "--to", "csv", "-o", name, "--force"]) == 0
    assert (folder / name).read_bytes().startswith(b"x,y,")


def test_png_goes_through_a_pipe(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["marginals", "tub.rle", "-m0", "--to", "png"]) == 0
    assert capfdbinary.readouterr() == (
        grey_levels.png(marginals(read_file("tub.rle"), margin=0).probabilities),
        b"",
    )


def test_png_on_a_terminal_or_without_pillow_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdout.isatty", lambda: True)
        assert main(["marginals", "tub.rle", "--to", "png"]) == 2
    assert "a terminal cannot show a PNG picture; give -o FILE" in capsys.readouterr().err
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert main(["marginals", "tub.rle", "--to", "png", "-o", "tub.png"]) == 2
    assert "pip install 'lifesat[pictures]'" in capsys.readouterr().err
    assert not (folder / "tub.png").exists()


def test_a_picture(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["marginals", "tub.rle", "-m0", "--to", "svg", "-o", "tub.svg"]) == 0
    assert capsys.readouterr() == ("", "")
    root = ElementTree.fromstring((folder / "tub.svg").read_text())  # noqa: S314 - our own
    squares = {square.findtext(f"{SVG}title"): square for square in root.iter(f"{SVG}rect")}
    greys = {
        (int(x) + k, int(y)): int(path.get("fill", "")[1:3], 16)
        for path in next(root.iter(f"{SVG}g")).iter(f"{SVG}path")
        for x, y, length in drawn.RUN.findall(path.get("d", ""))
        for k in range(int(length))
    }
    expected = marginals(read_file("tub.rle"), margin=0)
    for y, row in enumerate(expected.live.tolist()):
        for x, live in enumerate(row):
            square = squares[f"({x}, {y}): {live} of 6"]
            assert (square.get("x"), square.get("y")) == (f"{24 * x}", f"{24 * y}")
            # A cell that is never live has the colour of the ground.
            assert abs(greys.get((x, y), 255) - 255 * (1 - Fraction(live, 6))) <= 1
    assert [text.text for text in root.iter(f"{SVG}text")] == ["0", "0.25", "0.5", "0.75", "1"]


def test_files_are_not_replaced(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["marginals", "tub.rle", "-o", "table"]
    assert main(words) == 0
    first = (folder / "table").read_text()
    assert main(words) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*words, "-m0", "--force"]) == 0
    assert (folder / "table").read_text() != first


def test_none_and_out_of_reach(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["marginals", "dot.rle", "-m0", "-o", "none"]) == 1
    out, err = capsys.readouterr()
    assert (out, "no predecessor within margin 0" in err) == ("", True)
    assert not (folder / "none").exists()
    assert main(["marginals", "dot.rle", "-m0", "--quiet"]) == 1
    assert capsys.readouterr() == ("", "")
    for words in (["-g2", "--max-outside", "3"], ["--memory", "1K"]):
        assert main(["marginals", "tub.rle", *words]) == 3
        out, err = capsys.readouterr()
        assert (out, "only what fits a frontier" in err) == ("", True)
        assert ("--samples K" in err) == ("--memory" in words)
    with pytest.raises(SystemExit):
        main(["marginals", "tub.rle", "--to", "jpeg"])


@pytest.mark.parametrize("command", ["marginals", "sample"])
def test_there_is_no_encoding_where_no_formula_is_made(
    folder: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "tub.rle", "--encoding", "truth_table"])
    assert end.value.code == 2
    assert "unrecognized option '--encoding'" in capsys.readouterr().err


def test_an_estimate_states_its_errors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["marginals", "tub.rle", "-m0", "--samples", "50", "--seed", "3"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    probabilities, errors = out.split("\nstandard errors\n")
    expected = estimate_marginals(read_file("tub.rle"), 50, seed=3, margin=0)
    for text, numbers in (
        (probabilities, expected.probabilities),
        (errors, expected.standard_errors),
    ):
        rows = [line.split() for line in text.splitlines()]
        assert rows[0] == ["0", "1", "2"]
        assert [row[1:] for row in rows[1:]] == [[f"{n:.3f}" for n in row] for row in numbers]
    assert "50 samples of 1,000 boards each" in err
    assert "about 6 predecessors, standard error" in err

    assert main([*words, "--to", "csv", "-q"]) == 0
    out, err = capsys.readouterr()
    lines = [[float(word) for word in line.split(",")] for line in out.splitlines()[1:]]
    assert out.splitlines()[0] == "x,y,probability,standard_error"
    assert err == ""
    for x, y, probability, error in lines:
        assert probability == expected.probabilities[int(y), int(x)]
        assert error == expected.standard_errors[int(y), int(x)]


def test_pictures_of_an_estimate(folder: Path) -> None:
    expected = estimate_marginals(read_file("tub.rle"), 10, margin=0)
    words = ["marginals", "tub.rle", "-m0", "--samples", "10", "-o"]
    assert main([*words, "tub.png"]) == 0
    with Image.open(folder / "tub.png") as picture:
        levels = np.asarray(picture)[::24, ::24]
    assert np.array_equal(levels, np.rint(255 * (1 - expected.probabilities)))
    assert main([*words, "tub.svg"]) == 0
    root = ElementTree.fromstring((folder / "tub.svg").read_text())  # noqa: S314 - our own
    first = next(rect for rect in root.iter(f"{SVG}rect") if rect.find(f"{SVG}title") is not None)
    chance, error = expected.probabilities[0, 0], expected.standard_errors[0, 0]
    assert first.findtext(f"{SVG}title") == f"(0, 0): {chance:.3f}, standard error {error:.3f}"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["tub.rle", "--seed", "1"], 2, "--seed is for --samples"),
        (["tub.rle", "-g2", "--samples", "10"], 3, "one generation back only"),
        (["dot.rle", "-m0", "--samples", "10"], 3, "none of 10 samples"),
    ],
)
def test_what_cannot_be_estimated(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, said: str
) -> None:
    assert main(["marginals", *words, "-o", "out"]) == code
    assert said in capsys.readouterr().err
    assert not (folder / "out").exists()


def test_one_predecessor_is_singular(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All cells are given, so no sample differs from another."""
    (folder / "block.rle").write_text("x = 2, y = 2\n2o$2o!\n")
    words = ["marginals", "block.rle", "-m0", "--given", "block.rle", "--samples", "10"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert out.count("1.000") == out.count("0.000") == 4
    assert "about 1 predecessor, standard error 0 %" in err


@pytest.mark.quick
def test_large_totals_are_shown_as_powers_of_ten() -> None:
    numbers = np.zeros((1, 1))
    large = MarginalEstimates(numbers, numbers, 149.5, 0.25, 20, 15.25, 4000, 149.0, (0, 0))
    assert summary(large) == (
        "estimated from 20 samples of 4,000 boards each, which amount to 15.2: about 3.16e149 "
        "predecessors, standard error 25 %; at least 1e149 with a confidence of 95 %"
    )
