"""Bare pictures: rows of ``.`` for dead cells and ``O``, ``o`` or ``*`` for live ones.

Pictures that other programs draw with ``X`` or ``#`` are read with a warning, if no cell is drawn
in another way.
"""

from __future__ import annotations

import re

from lifesat.formats.cells import DOUBLE_SPACED, check_row, is_double_spaced
from lifesat.formats.errors import place
from lifesat.life.pattern import Pattern, ReadWarning

_OTHER_MARKS = ("X", "#")
_HINT = "cells are '.' and 'O', 'o' or '*', or all live ones 'X' or '#'; there are no comments"


def read(text: str, *, unknown: bool = False) -> Pattern:
    """Read a picture; blank lines before and after it are ignored.

    If `unknown` is true, ``?`` is read as an unknown cell.
    """
    warnings = []
    for mark in _OTHER_MARKS:
        if mark in text and re.fullmatch(rf"[.?{mark}\s]*+", text):
            message = f"'{mark}' is read as a live cell, and so are all further"
            warnings.append(ReadWarning(*place(text, text.index(mark)), message))
            text = text.replace(mark, "O")
    rows = [
        check_row(row, number, unknown=unknown, hint=_HINT)
        for number, row in enumerate(text.split("\n"), 1)
    ]
    drawn = [y for y, row in enumerate(rows) if row]
    rows = rows[drawn[0] : drawn[-1] + 1] if drawn else []
    if is_double_spaced(text):
        rows = rows[::2]
        warnings.append(DOUBLE_SPACED)
    return Pattern.from_rows(rows, warnings=tuple(warnings))


def write(pattern: Pattern) -> str:
    """Write the cells alone, with ``.``, ``O`` and ``?``."""
    return f"{pattern}\n"
