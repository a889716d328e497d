"""Patterns from text, in a font of lifesat's own, and from pictures."""

import io
import unicodedata
import warnings
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError
from lifesat.formats.reading import read_bytes, source_name
from lifesat.life.cell_rows import MAX_CELLS
from lifesat.life.pattern import Pattern
from lifesat.life.values import ReadWarning
from lifesat.problems.json_fields import integer_error

if TYPE_CHECKING:
    from PIL.Image import Image

    from lifesat.problems.life.nearest import Weights

HEIGHT = 7
"""The height of a letter."""

_LETTER_WIDTH = 5
_BLANK_WIDTH = 3
_LINE_SPACING = 2

# The weights of cells at the threshold, and of black and white ones: one digit each.
_LEAST_WEIGHT, _MOST_WEIGHT = 1, 9

# How Latin letters and marks are spelled that are not a letter of ASCII with an accent.
_SPELLINGS = {
    "\N{LATIN SMALL LETTER SHARP S}": "ss", "\N{LATIN CAPITAL LETTER SHARP S}": "SS",
    "\N{LATIN CAPITAL LETTER AE}": "AE", "\N{LATIN SMALL LETTER AE}": "ae",
    "\N{LATIN CAPITAL LIGATURE OE}": "OE", "\N{LATIN SMALL LIGATURE OE}": "oe",
    "\N{LATIN CAPITAL LETTER THORN}": "TH", "\N{LATIN SMALL LETTER THORN}": "th",
    "\N{LATIN CAPITAL LETTER ETH}": "D", "\N{LATIN SMALL LETTER ETH}": "d",
    "\N{LATIN CAPITAL LETTER ENG}": "NG", "\N{LATIN SMALL LETTER ENG}": "ng",
    "\N{LATIN SMALL LETTER DOTLESS I}": "i",
    "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"', "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{DOUBLE LOW-9 QUOTATION MARK}": '"', "\N{EN DASH}": "-", "\N{EM DASH}": "-",
}  # fmt: skip

Glyph = NDArray[np.uint8]


def draw_text(text: str, spacing: int = 1) -> Pattern:
    """Return a text as a pattern; lines are separated by line feeds.

    Latin letters with accents are drawn without them, which a warning of the pattern reports; other
    letters that the font lacks are rejected. `spacing` is the number of dead cells between letters.

    >>> print(draw_text("Hi"))
    O...O..O.
    O...O....
    O...O.OO.
    OOOOO..O.
    O...O..O.
    O...O..O.
    O...O.OOO
    """
    if error := integer_error("spacing", spacing, 0):
        raise UserError(error)
    lines, assumptions = _spelled(text)
    if not text.strip():
        raise UserError("there is no text to draw; give at least one letter that is not blank")
    if (_LETTER_WIDTH + spacing) * max(map(len, lines)) * HEIGHT * 2 * len(lines) > MAX_CELLS:
        raise UserError("the text is too long")
    rows = [_line(line, spacing) for line in lines]
    width = max(row.shape[1] for row in rows)
    cells = np.zeros((len(rows) * (HEIGHT + _LINE_SPACING) - _LINE_SPACING, width), np.uint8)
    for number, row in enumerate(rows):
        top = number * (HEIGHT + _LINE_SPACING)
        cells[top : top + HEIGHT, : row.shape[1]] = row
    return Pattern.from_array(cells, name=" ".join(text.split()), warnings=assumptions)


def _spelled(text: str) -> tuple[list[str], tuple[ReadWarning, ...]]:
    """Return the lines of a text in letters of the font, and a warning for each replaced letter."""
    lines = []
    warned: dict[str, ReadWarning] = {}
    for number, line in enumerate(unicodedata.normalize("NFC", text).split("\n"), 1):
        spelled = []
        for column, letter in enumerate(line, 1):
            plain = letter if letter in font() else _plain(letter, line)
            if plain is None:
                name = unicodedata.name(letter, "").lower()
                which = f"{letter!r} ({name})" if name else repr(letter)
                hint = "it has Latin letters and the other printable characters of ASCII"
                raise UserError(f"the font has no {which}; {hint}")
            if plain != letter:
                message = f"{letter!r} is drawn as {plain!r}"
                warned.setdefault(letter, ReadWarning(number, column, message))
            spelled.append(plain)
        lines.append("".join(spelled))
    return lines, tuple(warned.values())


def _plain(letter: str, line: str) -> str | None:
    """Return the letters of the font that replace another one, or None."""
    # With a stroke, as in Polish or Danish: a letter of its own for Unicode.
    name = unicodedata.name(letter, "").partition(" WITH ")
    try:
        base = unicodedata.lookup(name[0]) if name[2] and name[0].startswith("LATIN") else letter
    except KeyError:
        base = letter
    if base in _SPELLINGS:
        spelling = _SPELLINGS[base]
        return spelling.upper() if line.replace(letter, "").isupper() else spelling
    parts = unicodedata.normalize("NFKD", base)
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    return plain if plain and all(part in font() for part in plain) else None


def _line(line: str, spacing: int) -> Glyph:
    """Return the cells of a line of text."""
    glyphs, gap = font(), np.zeros((HEIGHT, spacing), np.uint8)
    parts: list[Glyph] = []
    for letter in line:
        parts += [gap, glyphs[letter]]
    return np.concatenate(parts[1:], axis=1) if parts else np.zeros((HEIGHT, 0), np.uint8)


@cache
def font() -> dict[str, Glyph]:
    """Return the cells of each letter, shape ``(HEIGHT, width)``, without empty outer columns."""
    text = files("lifesat.frontends.input").joinpath("font.txt").read_text("ascii")
    lines = text.splitlines()[1:]
    glyphs = {" ": np.zeros((HEIGHT, _BLANK_WIDTH), np.uint8)}
    for top in range(0, len(lines), HEIGHT + 1):
        rows = [line.split() for line in lines[top + 1 : top + 1 + HEIGHT]]
        for letter, *drawn in zip(lines[top].split(), *rows, strict=True):
            cells = np.array([[each == "#" for each in row] for row in drawn], dtype=np.uint8)
            columns = np.flatnonzero(cells.any(axis=0))
            glyphs[letter] = cells[:, columns[0] : columns[-1] + 1]
    return glyphs


class DrawnPicture(NamedTuple):
    """A picture as a pattern, and how far the grey of each cell is from the threshold."""

    pattern: Pattern
    # From 1 to 9.
    weights: "Weights"


@dataclass(frozen=True)
class PictureRequest:
    """A picture and how it becomes a pattern: dark is live."""

    # Any format that Pillow reads; ``-`` for standard input.
    path: str
    # Width and height of the pattern; None for those of the picture. A height of None keeps the
    # proportions.
    size: tuple[int, int | None] | None = None
    # From 1 to 255: a pixel is live if its brightness is less.
    threshold: int = 128
    # Whether to show grey by the density of live cells, by Floyd and Steinberg's error diffusion.
    # The threshold is then that of the weights alone.
    dither: bool = False
    # Whether light is live instead of dark.
    invert: bool = False

    def drawn(self) -> DrawnPicture:
        """Return the pattern and its weights.

        Raises UserError if Pillow is not installed or cannot read the picture.
        """
        if error := integer_error("threshold", self.threshold, 1):
            raise UserError(error)
        if self.threshold > 255:
            raise UserError(f"threshold is {self.threshold}; it can be 255 at most")
        grey = self._grey()
        shades = np.array(grey)
        light = np.array(grey.convert("1")) if self.dither else shades >= self.threshold
        pattern = Pattern.from_array((light == self.invert).astype(np.uint8))
        return DrawnPicture(pattern, _weights(shades, self.threshold))

    def _grey(self) -> "Image":
        """Return the picture on white, in shades of grey and in the requested size."""
        try:
            from PIL import Image, UnidentifiedImageError  # noqa: PLC0415  # an extra
        except ImportError:
            raise UserError("pictures need Pillow; pip install 'lifesat[pictures]'") from None
        data, source = io.BytesIO(read_bytes(self.path)), source_name(self.path)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")  # of pictures so large that they may be hostile
                clear = Image.open(data).convert("RGBA")
        except UnidentifiedImageError:  # its message names an object, not the file
            raise UserError(f"{source}: not a picture that Pillow reads") from None
        except Exception as error:  # the decoders of damaged files raise errors of many kinds
            raise UserError(f"{source}: not a picture that Pillow reads ({error})") from None
        width, height = self.size or clear.size
        height = height or max(1, round(width * clear.height / clear.width))
        if width * height > MAX_CELLS:
            raise UserError(f"{source}: {width}x{height} cells are too many; use --size")
        white = Image.new("RGBA", clear.size, "white")
        grey = Image.alpha_composite(white, clear).convert("L")
        return grey.resize((width, height), Image.Resampling.BOX)


def _weights(shades: NDArray[np.uint8], threshold: int) -> "Weights":
    """Return the distance of each shade of grey from the threshold, scaled to 1 to 9."""
    distances = shades.astype(np.intp) - threshold
    # There is no lighter shade than a threshold of 255.
    farthest = np.where(distances < 0, threshold, max(1, 255 - threshold))
    more = np.abs(distances) * (_MOST_WEIGHT - _LEAST_WEIGHT) // farthest
    return tuple(tuple(row) for row in (_LEAST_WEIGHT + more).tolist())
