"""RLE as lifelib writes it: lines of 66 columns, the smallest box, no names and no position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.formats import rle
from lifesat.formats.rle import write_cells

if TYPE_CHECKING:
    from lifesat.life.pattern import Pattern

read = rle.read


def write(pattern: Pattern) -> str:
    """Write a two-state pattern letter by letter as lifelib 2.5 does.

    Unknown cells and bounded grids are rejected.
    """
    if pattern.has_unknown or pattern.grid:
        raise UserError(
            "lifelib's RLE is written for two states and an unbounded universe; write rle"
        )
    cropped = pattern.crop()
    header = f"x = {cropped.width}, y = {cropped.height}, rule = {cropped.rule}"
    if not cropped.population:
        header, cells = f"x = 1, y = 1, rule = {cropped.rule}", "b!\n"
    else:
        # lifelib never writes the ! on a line of its own.
        cells = write_cells(cropped.pieces(), 2, columns=66).replace("\n!", "!")
    return f"#CLL state-numbering golly\n{header}\n{cells}"
