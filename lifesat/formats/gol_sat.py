"""Boards of gol-sat: a line with width and height, then the cells.

Source: the README of gol-sat (Florian Pigorsch), "Pattern Format".
"""

from __future__ import annotations

import re

from lifesat.formats.errors import FormatError, place
from lifesat.formats.sized import check_size, read_letters
from lifesat.life.pattern import UNKNOWN, Pattern

_SIZE = re.compile(r"\s*([0-9]{1,9})[ \t]+([0-9]{1,9})(?!\S)")
_LETTERS = {".": 0, "X": 1, "?": UNKNOWN, "0": 0, "1": 1}


def read(text: str, *, unknown: bool = False) -> Pattern:
    """Read a board: width and height, then ``.`` or ``0`` (dead) and ``X`` or ``1`` (live).

    If `unknown` is true, ``?`` is read as an unknown cell.
    """
    size = _SIZE.match(text)
    if not size:
        hint = "the first line of a board of gol-sat has its width and its height, as in 3 3"
        begin = len(text) - len(text.lstrip())
        raise FormatError("the size is missing", *place(text, begin), hint=hint)
    width, height = int(size[1]), int(size[2])
    check_size(text, size.start(1), width, height)
    if not unknown and (at := text.find("?", size.end())) >= 0:
        hint = "use --unknown to read it as a cell of any state"
        raise FormatError("invalid cell '?'", *place(text, at), "?", hint)
    return Pattern(read_letters(text, size.end(), (width, height), _LETTERS), width, height)
