"""Patterns that do not fit the bounded grid of their rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.formats.errors import FormatError, place
from lifesat.life.bounded_grid import RuleError, parse_grid
from lifesat.life.cell_rows import CellRows

if TYPE_CHECKING:
    from lifesat.life.pattern import Pattern

_GRID = re.compile(
    r"^(?:[ \t]*x[ \t]*=.*rule[ \t]*=[^:\n]*:|#R[^:\n]*:|!Rule:[^:\n]*:|#BOARD[ \t]+)(.*)",
    re.MULTILINE | re.IGNORECASE,
)


def bounds_error(pattern: Pattern) -> str:
    """Return what is wrong with a pattern whose cells do not fit its grid, or ""."""
    grid, box = pattern.grid, pattern.bounding_box
    if not grid or not box:
        return ""
    width, height = box[2:]
    if width <= (grid.width or width) and height <= (grid.height or height):
        return ""
    return f"the pattern has {width} x {height} cells, larger than its grid :{grid}"


def check_bounds(pattern: Pattern, text: str) -> None:
    """Reject a pattern that was read from a text and does not fit its grid.

    The FormatError gives the place of the grid in the text.
    """
    error = bounds_error(pattern)
    if not error:
        return
    found = list(_GRID.finditer(text))
    meant = next((grid for grid in found if _same(grid[1], pattern)), found[0] if found else None)
    at, token = place(text, meant.start(1) if meant else 0), meant[1] if meant else ""
    hint = "--clip cuts it as Golly does, and --rule replaces the grid"
    raise FormatError(error, *at, token, hint)


def fitted(pattern: Pattern, *, clip: bool) -> Pattern:
    """Return a pattern, which is cut to its grid if `clip` is true and otherwise must fit it."""
    if clip:
        return clipped(pattern)
    if error := bounds_error(pattern):
        raise UserError(f"{error}; give --rule a larger grid, or none, or --clip to cut it")
    return pattern


def clipped(pattern: Pattern) -> Pattern:
    """Return what Golly keeps of a pattern larger than its grid: the upper left part of its box."""
    if not bounds_error(pattern) or not pattern.grid:
        return pattern
    width = min(pattern.width, pattern.grid.width or pattern.width)
    height = min(pattern.height, pattern.grid.height or pattern.height)
    rows = {
        y: [(x, states[: width - x]) for x, states in pieces if x < width]
        for y, pieces in pattern.pieces()
        if y < height
    }
    return pattern.with_rows(CellRows.pack(rows), width=width, height=height)


def _same(words: str, pattern: Pattern) -> bool:
    try:
        return parse_grid(words.strip()) == pattern.grid
    except RuleError:
        return False
