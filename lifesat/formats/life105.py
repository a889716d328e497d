"""Life 1.05 (``.lif``): blocks of rows, each after a line ``#P`` with its position.

Source: LifeWiki, "Life 1.05".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.formats.detection import FIRST_LINES
from lifesat.formats.errors import MAX_DIGITS, FormatError, place
from lifesat.life.pattern import Pattern, ReadWarning
from lifesat.life.rule import LIFE, RuleError, parse_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lifesat.life.metadata import Metadata

_PICTURE = bytes.maketrans(b"\0\1", b".*")

BLOCK_WIDTH = 80
"""The longest row that the format allows."""

_CORNER = re.compile(
    rf"#P(?:\s+([+-]?[0-9]{{1,{MAX_DIGITS}}})[\s,]+([+-]?[0-9]{{1,{MAX_DIGITS}}}))?\s*"
)


def read(text: str) -> Pattern:
    """Read blocks of ``.`` and ``*``; the box is the smallest one around all blocks.

    A missing first line ``#Life 1.05`` causes a warning.
    """
    cells: dict[tuple[int, int], int] = {}
    corners: list[tuple[int, int]] = []
    about: Metadata = {"comments": ()}
    x = y = 0
    for number, line in enumerate(text.split("\n"), 1):
        row = line.rstrip()
        if row.startswith("#P"):
            x, y = _read_corner(row, number, about)
        elif row.startswith("#"):
            _read_comment(line, number, about)
        elif row:
            cells.update(dict.fromkeys(_live_cells(row, number, x, y), 1))
            corners += ((x, y), (x + len(row), y + 1))
            y += 1
    left, top = (min(side) for side in zip(*corners or [(0, 0)], strict=True))
    right, bottom = (max(side) for side in zip(*corners or [(0, 0)], strict=True))
    if "position" in about:
        about["position"] = (left, top)
    if not re.match(rf"\s*{FIRST_LINES['life-1.05']}", text, re.IGNORECASE):
        at = place(text, len(text) - len(text.lstrip()))
        about["warnings"] = (ReadWarning(*at, "read as Life 1.05 without its first line"),)
    moved = ((x - left, y - top) for x, y in cells)
    return Pattern.from_cells(moved, size=(right - left, bottom - top), **about)


def _read_corner(line: str, number: int, about: Metadata) -> tuple[int, int]:
    corner = _CORNER.fullmatch(line)
    if not corner:
        raise FormatError("#P needs two numbers", number, 3, line[2:].strip(), "as in #P -1 -2")
    if corner[1]:
        about["position"] = (0, 0)  # the least corner takes its place when all blocks are read
    return int(corner[1] or 0), int(corner[2] or 0)


def _read_comment(line: str, number: int, about: Metadata) -> None:
    kind, words = line[1:2], line[2:].removeprefix(" ")
    if kind == "R":
        try:
            about["rule"], about["grid"] = parse_rule(words)
        except RuleError as error:
            raise FormatError(str(error), number, 4, words.strip()) from None
    elif kind in ("D", "C"):
        about["comments"] += (words,)
    elif kind == "O" and "author" not in about:
        about["author"] = words.strip()
    elif kind == "N" and words.strip():
        about["name"] = words.strip()  # without a name it means the normal rule


def _live_cells(row: str, number: int, x: int, y: int) -> Iterator[tuple[int, int]]:
    if stray := row.strip(".*O"):
        column = row.index(stray[0]) + 1
        hint = "dead cells are '.', live cells '*'"
        raise FormatError(f"invalid cell {stray[0]!r}", number, column, stray[0], hint)
    return ((x + column, y) for column, letter in enumerate(row) if letter != ".")


def write(pattern: Pattern) -> str:
    """Write blocks of at most 80 columns, at the position of the pattern or from (0, 0) on."""
    if pattern.has_unknown:
        raise UserError("Life 1.05 does not support unknown cells; write RLE")
    lines = ["#Life 1.05"]
    if pattern.name:
        lines.append(f"#N {pattern.name}")
    if pattern.author:
        lines.append(f"#O {pattern.author}")
    lines += [f"#D {comment}" if comment else "#D" for comment in pattern.comments]
    if pattern.rule != LIFE or pattern.grid:
        lines.append(f"#R {pattern.rule}{f':{pattern.grid}' if pattern.grid else ''}")
    rows = [row.translate(_PICTURE).decode("ascii") for row in pattern.dense_rows()]
    left, top = pattern.position or (0, 0)
    for x in range(0, pattern.width, BLOCK_WIDTH):
        lines.append(
            f"#P {left + x} {top}" if pattern.position or pattern.width > BLOCK_WIDTH else "#P"
        )
        lines += [row[x : x + BLOCK_WIDTH] for row in rows]
    return "\n".join(lines) + "\n"
