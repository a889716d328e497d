"""Portable bitmaps (``.pbm``), as text (P1) or raw (P4): black pixels are live cells.

Source: netpbm's pages "pbm" and "Netpbm subroutine library".  A raw bitmap comes as a text whose
characters are bytes; `lifesat.formats.detection.plain_text` leaves them as they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lifesat.formats.detection import BITMAP
from lifesat.formats.errors import FormatError, place
from lifesat.formats.sized import check_size, read_letters
from lifesat.life.pattern import Pattern

if TYPE_CHECKING:
    from lifesat.life.cell_rows import Pieces

_STATES = bytes.maketrans(b"01", b"\0\1")


def read(text: str) -> Pattern:
    """Read a bitmap, one cell for each pixel."""
    begin = len(text) - len(text.lstrip())
    header = re.compile(BITMAP).match(text, begin)
    if not header:
        hint = "a bitmap begins with P1 or P4, its width and its height"
        raise FormatError("not a PBM file", *place(text, begin), text[begin : begin + 2], hint)
    size = int(header[2]), int(header[3])
    check_size(text, header.start(2), *size)
    if header[1] == "P4":
        return Pattern(_read_raw(text, header.end(), *size), *size)
    # Spaces in the place of comments keep the places in errors right.
    pixels = re.compile(r"#.*").sub(lambda comment: " " * len(comment[0]), text)
    return Pattern(read_letters(pixels, header.end(), size, {"0": 0, "1": 1}), *size)


def _read_raw(text: str, begin: int, width: int, height: int) -> dict[int, Pieces]:
    """Read eight pixels from each byte; every row begins with a new byte."""
    row = (width + 7) // 8
    try:
        data = text[begin + 1 :].encode("latin-1")  # one character ends the header
    except UnicodeEncodeError as error:
        hint = "give the bytes of the file"
        at = place(text, begin + 1 + error.start)
        raise FormatError("this character is not a byte of a raw bitmap", *at, hint=hint) from None
    if len(data) != row * height:
        message = f"{width} x {height} pixels are {row * height:,} bytes, not {len(data):,}"
        raise FormatError(message, *place(text, begin), hint="save the whole picture and only it")
    return {y: ((0, _pixels(data[y * row : (y + 1) * row], width)),) for y in range(height)}


def _pixels(data: bytes, width: int) -> bytes:
    """Return the states of the cells in a row; the last byte may have spare bits."""
    digits = f"{int.from_bytes(data, 'big'):0{8 * len(data)}b}"
    return digits[:width].encode("ascii").translate(_STATES)
