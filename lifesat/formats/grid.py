"""Grids of ``0``, ``1`` and ``*`` (any state), as solvers read them.

Source: the input of Logic Life Search (Oscar Cunningham).  Only one generation without variables is
supported.  Commas and white space between the cells are optional.
"""

from __future__ import annotations

import re

from lifesat.formats.cells import DOUBLE_SPACED, is_double_spaced
from lifesat.formats.errors import FormatError
from lifesat.life.pattern import UNKNOWN, Pattern

_STATES = {"0": 0, "1": 1, "*": UNKNOWN}
_LETTERS = bytes.maketrans(bytes((0, 1, UNKNOWN)), b"01*")


def read(text: str, *, unknown: bool = False) -> Pattern:
    """Read one generation of 0 (dead) and 1 (live), one row a line; ``#`` begins a comment.

    If `unknown` is true, ``*`` is read as an unknown cell.
    """
    rows: dict[int, list[tuple[int, bytes]]] = {}
    width = 0
    closed = False  # a blank line has ended the generation
    double_spaced = is_double_spaced(text)
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#"):
            continue
        cells = bytes(
            _state(cell[0], number, cell.start() + 1, unknown=unknown)
            for cell in re.finditer(r"[^\s,]", line)
        )
        if cells and closed:
            hint = "give only one generation; a blank line ends it"
            raise FormatError("a second generation begins", number, 1, line[:20], hint)
        if cells:
            rows[len(rows)] = [(0, cells)]
            width = max(width, len(cells))
        closed = closed or (bool(rows) and not cells and not double_spaced)
    warnings = (DOUBLE_SPACED,) if double_spaced else ()
    return Pattern(rows, width, len(rows), warnings=warnings)


def _state(letter: str, line: int, column: int, *, unknown: bool) -> int:
    if letter not in _STATES:
        hint = "cells are 0 and 1; variables are not supported"
        raise FormatError(f"invalid cell {letter!r}", line, column, letter, hint)
    if letter == "*" and not unknown:
        hint = "use --unknown to read it as a cell of any state"
        raise FormatError("'*' is neither dead nor live", line, column, letter, hint)
    return _STATES[letter]


def write(pattern: Pattern) -> str:
    """Write rows of 0, 1 and ``*``."""
    return "".join(f"{row.translate(_LETTERS).decode('ascii')}\n" for row in pattern.dense_rows())
