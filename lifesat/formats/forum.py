"""RLE between ``[code]`` tags, as in forum posts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lifesat.formats import rle
from lifesat.formats.errors import FormatError, place
from lifesat.formats.several import split

if TYPE_CHECKING:
    from lifesat.life.pattern import Pattern

_OPEN, _CLOSE = "[code]", "[/code]"


def read(text: str, *, unknown: bool = False) -> Pattern:
    """Read the RLE between the tags, which hold one pattern."""
    found = re.fullmatch(r"\s*\[code\]\n?(.*?)(?:\[/code\]\s*)?", text, re.DOTALL | re.IGNORECASE)
    if not found:
        raise FormatError(f"the text does not begin with {_OPEN}", 1, 1)
    # Line feeds in the place of the lines before it keep the places in errors right.
    inside = "\n" * text.count("\n", 0, found.start(1)) + found[1]
    _, *others = split(inside, "rle")
    if others:
        message = f"another pattern begins before {_CLOSE}"
        raise FormatError(message, *place(inside, others[0][0]), hint="tags hold one pattern")
    return rle.read(inside, unknown=unknown)


def write(pattern: Pattern) -> str:
    """Write a pattern as RLE with a line for each tag."""
    return f"{_OPEN}\n{rle.write(pattern)}{_CLOSE}\n"
