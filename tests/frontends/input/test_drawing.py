"""Text and pictures as patterns."""

import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from lifesat import UserError
from lifesat.frontends.input.drawing import HEIGHT, PictureRequest, draw_text, font
from lifesat.frontends.input.nearest import text_of_weights, weights_of_text

pytestmark = pytest.mark.quick

PRINTABLE = [chr(code) for code in range(32, 127)]


def test_the_font_has_every_printable_letter_and_no_two_are_alike() -> None:
    glyphs = font()
    assert sorted(glyphs) == PRINTABLE
    assert all(cells.shape[0] == HEIGHT and 1 <= cells.shape[1] <= 5 for cells in glyphs.values())
    drawn = {(cells.shape, cells.tobytes()) for cells in glyphs.values()}
    # Without empty columns beside them, an apostrophe and a comma still differ by their height.
    assert len(drawn) == len(PRINTABLE)


def test_lines_and_spacing() -> None:
    one = draw_text("I", 3)
    assert (one.width, one.height, one.name) == (3, 7, "I")
    two = draw_text("I I\nI", 2)
    assert (two.width, two.height) == (3 + 2 + 3 + 2 + 3, 7 + 2 + 7)
    cells = two.to_array()
    assert (cells[:7, :3] == one.to_array()).all()
    assert (cells[:7, 10:] == one.to_array()).all()
    assert (cells[9:, :3] == one.to_array()).all()
    assert cells.sum() == 3 * one.population


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no text to draw"),
        (" \n ", "there is no text to draw"),
        (
            "\u0416",
            r"the font has no '\u0416' \(cyrillic capital letter zhe\); it has Latin letters",
        ),
        ("1\u20ac", r"the font has no '\u20ac' \(euro sign\)"),
        ("a\tb", "the font has no"),
        ("a" * 10**7, "the text is too long"),
    ],
)
def test_texts_that_cannot_be_drawn(text: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        draw_text(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("M\u00dcLLER", "MULLER"),
        ("caf\u00e9", "cafe"),
        ("cafe\u0301", "cafe"),
        ("Stra\u00dfe", "Strasse"),
        ("STRA\u00dfE", "STRASSE"),
        ("\u00c6r\u00f8 \u0141\u00f3d\u017a \u0110", "AEro Lodz D"),
        ("\u0130stanbul \u0131", "Istanbul i"),
        ("\u201eA\u201d \u2013 B\u2026", '"A" - B...'),
        ("\u1ec6\u01fc", "EAE"),
    ],
)
def test_letters_that_are_drawn_as_others(text: str, plain: str) -> None:
    drawn = draw_text(text)
    assert (drawn.to_array() == draw_text(plain).to_array()).all()
    assert drawn.name == text
    assert not draw_text(plain).warnings


def test_each_letter_is_warned_of_once() -> None:
    warnings = draw_text("a\n\u00dcb\u00dc\u00e9").warnings
    assert [*map(str, warnings)] == [
        "2:1: '\u00dc' is drawn as 'U'",
        "2:4: '\u00e9' is drawn as 'e'",
    ]


def saved(folder: Path, shades: list[list[int]], mode: str = "L", name: str = "a.png") -> str:
    picture = Image.fromarray(np.array(shades, dtype=np.uint8)).convert(mode)
    picture.save(folder / name)
    return str(folder / name)


def rows(request: PictureRequest) -> list[str]:
    return str(request.drawn().pattern).split("\n")


def test_dark_is_live(tmp_path: Path) -> None:
    path = saved(tmp_path, [[0, 127, 128], [255, 100, 200]])
    assert rows(PictureRequest(path)) == ["OO.", ".O."]
    assert rows(PictureRequest(path, invert=True)) == ["..O", "O.O"]
    assert rows(PictureRequest(path, threshold=101)) == ["O..", ".O."]
    assert rows(PictureRequest(path, threshold=255)) == ["OOO", ".OO"]
    for name, mode in (("a.gif", "P"), ("a.bmp", "RGB"), ("b.png", "1")):
        assert rows(PictureRequest(saved(tmp_path, [[0, 255]], mode, name))) == ["O."]


def test_a_pixel_that_is_clear_is_white(tmp_path: Path) -> None:
    Image.new("RGBA", (2, 1), (0, 0, 0, 0)).save(tmp_path / "clear.png")
    assert rows(PictureRequest(str(tmp_path / "clear.png"))) == [".."]


def test_the_size_is_that_of_the_pattern(tmp_path: Path) -> None:
    path = saved(tmp_path, [[0] * 4 + [255] * 4] * 6)
    assert rows(PictureRequest(path, (4, 3))) == ["OO.."] * 3
    assert rows(PictureRequest(path, (16, 1))) == ["O" * 8 + "." * 8]
    with pytest.raises(UserError, match="are too many; use --size"):
        PictureRequest(path, (10**6, 10**6)).drawn()


def test_dithering_shows_grey_by_the_density_of_live_cells(tmp_path: Path) -> None:
    for shade in (64, 128, 192):
        path = saved(tmp_path, [[shade] * 40] * 40)
        dithered = PictureRequest(path, dither=True).drawn().pattern
        assert dithered.population / 1600 == pytest.approx(1 - shade / 255, abs=0.03)
        inverted = PictureRequest(path, dither=True, invert=True).drawn().pattern
        assert inverted.population == 1600 - dithered.population


def test_weights_are_distances_from_the_threshold(tmp_path: Path) -> None:
    path = saved(tmp_path, [[0, 63, 64, 120, 127], [128, 136, 150, 192, 255]])
    pattern, weights = PictureRequest(path).drawn()
    assert weights == ((9, 5, 5, 1, 1), (1, 1, 2, 5, 9))
    # What is live does not matter: light cells count as much, and so do dithered ones.
    for request in (PictureRequest(path, invert=True), PictureRequest(path, dither=True)):
        other, same = request.drawn()
        assert other != pattern
        assert same == weights
    assert PictureRequest(path, threshold=255).drawn().weights[1] == (4, 4, 4, 2, 1)
    assert PictureRequest(path, threshold=1).drawn().weights[0] == (9, 2, 2, 4, 4)
    assert weights_of_text(text_of_weights(weights)) == weights


def test_what_is_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text.png").write_text("no picture")
    (tmp_path / "half.png").write_bytes(Path(saved(tmp_path, [[0] * 99] * 99)).read_bytes()[:60])
    for name in ("text.png", "half.png"):
        with pytest.raises(UserError, match=f"{name}: not a picture that Pillow reads"):
            PictureRequest(str(tmp_path / name)).drawn()
    with pytest.raises(UserError, match="No such file"):
        PictureRequest(str(tmp_path / "missing.png")).drawn()
    with pytest.raises(UserError, match="threshold is 256; it can be 255 at most"):
        PictureRequest("a.png", threshold=256).drawn()
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(UserError, match=r"pip install 'lifesat\[pictures\]'"):
        PictureRequest(str(tmp_path / "a.png")).drawn()
