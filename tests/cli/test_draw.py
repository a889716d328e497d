"""``lifesat draw``."""

from pathlib import Path

import pytest
from PIL import Image

from lifesat import read_file
from lifesat.cli import main

Out = pytest.CaptureFixture[str]


@pytest.mark.quick
def test_text(folder: Path, capsys: Out) -> None:
    assert main(["draw", r"I\nI", "--to", "picture"]) == 0
    assert capsys.readouterr().out.split("\n")[:9] == ["OOO", *[".O."] * 5, "OOO", "...", "..."]
    assert main(["draw", "Hi", "-o", "hi.rle", "--spacing", "4"]) == 0
    pattern = read_file(folder / "hi.rle")
    assert (pattern.name, pattern.width, pattern.height) == ("Hi", 5 + 4 + 3, 7)


def test_accents(capsys: Out) -> None:
    assert main(["draw", "\u00dc", "--to", "picture"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("O...O\n")
    assert err == "text:1:1: '\u00dc' is drawn as 'U'\n"


@pytest.mark.quick
def test_a_drawing_is_a_target(folder: Path, capsys: Out) -> None:
    assert main(["draw", "i", "-o", "i.rle"]) == 0
    words = ["predecessors", "i.rle", "--nearest", "-m0", "--reached", "near.rle", "-q"]
    assert main(words) == 0
    assert "differs from the target in" in capsys.readouterr().out
    assert read_file(folder / "near.rle").name == "i, nearest with a predecessor"


@pytest.mark.quick
def test_pictures(folder: Path, capsys: Out) -> None:
    Image.linear_gradient("L").save(folder / "grey.png")
    words = ["draw", "--picture", "grey.png", "--size", "6,6", "--to", "picture"]
    assert main(words) == 0
    assert capsys.readouterr().out.split() == ["O" * 6] * 3 + ["." * 6] * 3
    assert main([*words, "--threshold", "40"]) == 0
    assert capsys.readouterr().out.split() == ["O" * 6] * 1 + ["." * 6] * 5
    assert main([*words, "--invert"]) == 0
    assert capsys.readouterr().out.split() == ["." * 6] * 3 + ["O" * 6] * 3
    assert main([*words, "--dither"]) == 0
    assert 10 < capsys.readouterr().out.count("O") < 26


@pytest.mark.parametrize(("width", "height"), [(6, 3), (7, 4), (1, 1), (200, 100)])
def test_a_width_keeps_the_proportions(width: int, height: int, folder: Path) -> None:
    Image.new("L", (100, 50)).save(folder / "black.png")
    words = ["draw", "--picture", "black.png", "--size", str(width), "-o", "black.rle"]
    assert main(words) == 0
    drawn = read_file(folder / "black.rle")
    assert (drawn.width, drawn.height) == (width, height)


def test_weights_of_a_picture_are_those_of_a_search(folder: Path, capsys: Out) -> None:
    """Of the black square of 4x4 cells, four cells have to differ: the grey one is among them."""
    picture = Image.new("L", (4, 4), 0)
    picture.putpixel((1, 1), 127)
    picture.save(folder / "spot.png")
    words = ["draw", "--picture", "spot.png", "--weights", "spot.txt", "-o", "spot.rle"]
    assert main(words) == 0
    assert (folder / "spot.txt").read_text() == "9999\n9199\n9999\n9999\n"
    search = ["predecessors", "spot.rle", "--nearest", "-m0", "-q", "--weights", "spot.txt"]
    assert main(search) == 0
    out = capsys.readouterr().out
    assert "in 4 cells of weight 28\n" in out
    assert " 1,1 " in out
    assert main(words) == 2
    assert "exists; --force replaces it" in capsys.readouterr().err
    assert main([*words, "--force", "--threshold", "200"]) == 0
    assert (folder / "spot.txt").read_text() == "9999\n9399\n9999\n9999\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "give a text, or a picture with --picture FILE"),
        (["a", "--picture", "a.png"], "give a text, or a picture with --picture FILE"),
        (["a", "--size", "3,3"], "--size needs --picture"),
        (["a", "--dither"], "--dither needs --picture"),
        (["a", "--weights", "w.txt"], "--weights needs --picture"),
        (["--picture", "a.png", "--weights", "-"], "--weights and -o cannot have the same"),
        (["--picture", "tub.rle"], "tub.rle: not a picture that Pillow reads\n"),
        (["--picture", "a.png", "--spacing", "2"], "--picture cannot be combined with --spacing"),
        (["--picture", "a.png", "--threshold", "300"], "threshold is 300; it can be 255 at most"),
        (["a", "--to", "smoke"], "unknown format 'smoke'"),
        (["a", "-o", "tub.rle"], "tub.rle exists; --force replaces it"),
    ],
)
def test_mistakes(folder: Path, words: list[str], said: str, capsys: Out) -> None:
    assert main(["draw", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert (folder / "tub.rle").exists()
