"""Bare pictures: rows of ``.`` for dead cells and ``O``, ``o`` or ``*`` for live ones."""

from __future__ import annotations

from lifesat.formats.cells import check_row
from lifesat.life.pattern import Pattern


def read(text: str, *, unknown: bool = False) -> Pattern:
    """Read a picture; blank lines before and after it are ignored.

    Parameters
    ----------
    text
        The rows.
    unknown
        Whether ``?`` is read as an unknown cell.

    Raises
    ------
    FormatError
        At any other character.
    """
    rows = [check_row(row, y, unknown=unknown) for y, row in enumerate(text.split("\n"), 1)]
    drawn = [y for y, row in enumerate(rows) if row]
    return Pattern.from_rows(rows[drawn[0] : drawn[-1] + 1] if drawn else [])


def write(pattern: Pattern) -> str:
    """Write the cells alone, with ``.``, ``O`` and ``?``.

    Raises
    ------
    UserError
        If its box is too large to be drawn.
    """
    return f"{pattern}\n"
