"""The registry of formats, and reading and writing in a given one."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.formats.bounds import check_bounds, clipped
from lifesat.life.pattern import Pattern

if TYPE_CHECKING:
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
