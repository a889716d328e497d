"""Texts with a width, a height, and a letter for each cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lifesat.formats.errors import FormatError, place
from lifesat.life.cell_rows import MAX_CELLS

_WHITE = " \t\n\r\f\v"

if TYPE_CHECKING:
    from lifesat.life.cell_rows import Pieces


def check_size(text: str, offset: int, width: int, height: int) -> None:
    """Reject a size, given at an offset of the text, of no cells or of more than `MAX_CELLS`."""
    size = f"the size is {width:,} x {height:,} cells"
    if not width * height:
        raise FormatError(size, *place(text, offset), hint="both must be at least 1")
    if width * height > MAX_CELLS:
        raise FormatError(size, *place(text, offset), hint=f"at most {MAX_CELLS:,} are read")


def read_letters(
    text: str, begin: int, size: tuple[int, int], letters: dict[str, int]
) -> dict[int, Pieces]:
    """Read one letter for each cell, with any white space between them.

    The size is width and height, and `letters` gives the state of each letter. Raises FormatError
    if there are other letters, or too many or too few.
    """
    width, height = size
    known = re.escape("".join(letters) + _WHITE)
    if stray := re.compile(f"[^{known}]").search(text, begin):
        hint = f"cells are {', '.join(map(repr, letters))}"
        message = f"invalid cell {stray[0]!r}"
        raise FormatError(message, *place(text, stray.start()), stray[0], hint)
    cells = text[begin:].translate(str.maketrans({**letters, **dict.fromkeys(_WHITE)}))
    said = f"the size is {width} x {height}"
    if len(cells) < width * height:
        message = f"{said}, {width * height} cells, but there are {len(cells)}"
        raise FormatError(message, *place(text, len(text.rstrip())), hint="give all of them")
    if len(cells) > width * height:
        surplus = next(
            letter.start()
            for count, letter in enumerate(re.compile(r"\S").finditer(text, begin))
            if count == width * height
        )
        message = f"{said}, and here is one more cell than {width * height}"
        raise FormatError(message, *place(text, surplus), text[surplus], "correct the size")
    data = cells.encode("ascii")
    return {y: ((0, data[y * width : (y + 1) * width]),) for y in range(height)}
