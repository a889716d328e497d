"""Life 1.06 (``.lif``, ``.life``): a list of the live cells.

Source: LifeWiki, "Life 1.06".
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.formats.errors import MAX_DIGITS, FormatError
from lifesat.life.pattern import Pattern, ReadWarning
from lifesat.life.rule import LIFE, RuleError, parse_rule

if TYPE_CHECKING:
    from lifesat.life.metadata import Metadata

_CELL = re.compile(rf"\s*([+-]?[0-9]{{1,{MAX_DIGITS}}})[\s,]+([+-]?[0-9]{{1,{MAX_DIGITS}}})\s*")


def read(text: str) -> Pattern:
    """Read a list of live cells; lines that begin with ``#`` are comments, ``#R`` may be a rule."""
    cells: list[tuple[int, int]] = []
    about: Metadata = {"comments": ()}
    for number, line in enumerate(text.split("\n"), 1):
        if cell := _CELL.fullmatch(line):
            cells.append((int(cell[1]), int(cell[2])))
        elif line.startswith("#"):
            if not re.match(r"#Life[ _]?1\.06", line, re.IGNORECASE):
                _read_comment(line, number, about)
        elif line.strip():
            token = line.split()[0]
            hint = "each line has x and y of a live cell, such as -1 2"
            raise FormatError("invalid cell", number, line.index(token) + 1, token, hint)
    return Pattern.from_cells(cells, **about)


def _read_comment(line: str, number: int, about: Metadata) -> None:
    """Read a comment, or a rule line of Life 1.05, which is not part of this format."""
    if line.startswith("#R"):
        with suppress(RuleError):
            rule, grid = parse_rule(line[2:])
            if rule.family != "named":
                about["rule"], about["grid"] = rule, grid
                message = "the rule is read, although Life 1.06 has none"
                about["warnings"] = (ReadWarning(number, 1, message),)
                return
    about["comments"] += (re.sub(r"^#[CD]? ?", "", line),)


def write(pattern: Pattern) -> str:
    """Write the live cells at the position of the pattern, or from (0, 0) on.

    The format does not support unknown cells or rules other than Life.
    """
    if pattern.rule != LIFE or pattern.grid or pattern.has_unknown:
        kept = (
            "unknown cells"
            if pattern.rule == LIFE and not pattern.grid
            else "rules other than Life"
        )
        raise UserError(f"Life 1.06 does not support {kept}; write RLE")
    left, top = pattern.position or (0, 0)
    lines = [f"#D {comment}" if comment else "#D" for comment in pattern.comments]
    lines += [f"{left + x} {top + y}" for x, y, _ in pattern.cells()]
    return "\n".join(("#Life 1.06", *lines)) + "\n"
