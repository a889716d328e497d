"""The registry of formats: reading and writing in a given one, within the grid of a pattern."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.formats.errors import FormatError, place
from lifesat.life.bounded_grid import RuleError, parse_grid
from lifesat.life.cell_rows import CellRows
from lifesat.life.pattern import Pattern
from lifesat.system.files import NewFile
from lifesat.system.printing import printable_lines

if TYPE_CHECKING:
    from os import PathLike
    from types import ModuleType


FORMATS = {
    "rle": "rle",
    "cells": "cells",
    "picture": "picture",
    "life-1.05": "life105",
    "life-1.06": "life106",
    "macrocell": "macrocell",
    "apgcode": "apgcode",
    "grid": "grid",
    "mcell": "mcell",
    "lifelib": "rle_lifelib",
    "forum": "forum",
    "gol-sat": "gol_sat",
    "pbm": "pbm",
    "kaggle": "kaggle",
}
"""The names of the formats, each with the module that reads it and, in most cases, writes it."""

EXTENSIONS = {
    "rle": ".rle",
    "lifelib": ".rle",
    "cells": ".cells",
    "life-1.05": ".lif",
    "life-1.06": ".life",
    "macrocell": ".mc",
    "picture": ".txt",
    "grid": ".txt",
    "apgcode": ".apgcode",
    "forum": ".txt",
    "kaggle": ".csv",
}
"""The file extensions of the text formats that can be written."""

IMAGES = {"svg": ".svg", "png": ".png", "gif": ".gif", "apng": ".apng"}
"""The file extensions of the picture formats, which `lifesat.formats.images` writes."""

TWO_STATES = ("cells", "grid", "kaggle", "life-1.05", "life-1.06", "lifelib", "picture")
"""The formats that hold patterns of two states only."""

DRAWN = ("cells", "picture", "grid")
"""Those of them in which unknown cells can be written."""

_WITH_UNKNOWN_CELLS = ("rle", "cells", "picture", "grid", "lifelib", "forum", "gol-sat")


def read_as(
    text: str, name: str, *, unknown: bool, clip: bool = False, bounded: bool = True
) -> Pattern:
    """Read a text in a given format; see `lifesat.formats.reading.read_text`.

    Raises UserError if the format is unknown, and FormatError if the text is invalid or the pattern
    is larger than its bounded grid.
    """
    module = _module(name)
    pattern: Pattern
    if name in _WITH_UNKNOWN_CELLS:
        pattern = module.read(text, unknown=unknown)
    else:
        pattern = module.read(text)
    if not bounded:
        return pattern
    if clip:
        return clipped(pattern)
    check_bounds(pattern, text)
    return pattern


def write_text(pattern: Pattern, format: str = "rle") -> str:  # noqa: A002  # its name for callers
    """Write a pattern as text.

    Parameters
    ----------
    pattern
        The pattern to write.
    format
        One of `FORMATS`.

    Raises
    ------
    UserError
        If the format is unknown, or if it does not support the pattern.
    """
    if not isinstance(pattern, Pattern):
        raise UserError(f"pattern is {pattern!r}; it must be a Pattern")
    module = _module(format)
    if not hasattr(module, "write"):
        raise UserError(f"{format} can be read, but not written")
    if format in TWO_STATES and pattern.rule.states > 2:
        raise UserError(f"rule {pattern.rule} has more than two states, but {format} has two")
    text: str = module.write(pattern)
    return text


def format_of_name(path: str) -> str | None:
    """Return the format for the suffix of a file name, or None."""
    names = [(form, end) for form, end in IMAGES.items() if path.endswith(end)]
    path = path.removesuffix(".gz")
    names += [(form, end) for form, end in EXTENSIONS.items() if path.endswith(end)]
    return names[0][0] if names else None


def _module(name: str) -> ModuleType:
    if name not in FORMATS:
        raise UserError(f"unknown format '{name}'; choose one of {', '.join(FORMATS)}")
    return import_module(f"lifesat.formats.{FORMATS[name]}")


def write_file(path: str | PathLike[str], text: str, *, force: bool = False) -> None:
    """Write a text to a file, which appears complete or not at all.

    Parameters
    ----------
    path
        The file; if its name ends in ``.gz`` it is compressed.  A device or a pipe is written
        directly; on a terminal, characters that it would not print are escaped.
    text
        The text to write.
    force
        Whether an existing file may be replaced.

    Raises
    ------
    UserError
        If the file exists and `force` is false, or if it cannot be written.
    """
    with NewFile(path, force=force) as new:
        data = (printable_lines(text) if new.stream.isatty() else text).encode("utf-8")
        if str(path).endswith(".gz"):
            import gzip  # noqa: PLC0415  # slow to load and seldom needed

            data = gzip.compress(data, mtime=0)
        new.stream.write(data)
        new.commit()


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
