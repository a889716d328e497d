"""Pictures for the kinds of search: small in the list of kinds, larger beside it."""

import numpy as np

from lifesat.life.pattern import UNKNOWN

from ..board.pictures import Picture, braille

ICON_WIDTH = 4
_STATES = {".": 0, "O": 1, "?": UNKNOWN}


def emblem(*rows: str) -> Picture:
    """Return the picture of rows of live, dead and unknown cells, at most eight by four."""
    width = max(map(len, rows))
    return np.array([[_STATES[cell] for cell in row.ljust(width, ".")] for row in rows], np.uint8)


def icon(shown: Picture) -> str:
    """Return a picture on one line, `ICON_WIDTH` characters wide.

    Examples
    --------
    >>> icon(emblem("O.", ".O"))
    '⠑   '
    >>> icon("12│34")
    '12│3'
    """
    line = shown.splitlines()[0] if isinstance(shown, str) else braille(shown)[0]
    return line[:ICON_WIDTH].ljust(ICON_WIDTH)
