"""MCell patterns (``.mcl``), read only: ``#`` lines whose ``#L`` hold run-length encoded cells.

Source: Mirek Wojtowicz, "MCell file formats".  As in Golly, the board is a torus or has edges.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lifesat.formats.errors import FormatError
from lifesat.formats.rle import read_cells
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE, RuleError, parse_rule

if TYPE_CHECKING:
    from lifesat.life.metadata import Metadata
    from lifesat.life.rule import BoundedGrid, Rule

_GAMES = ("Life", "Generations", "Larger than Life")
_KEY = re.compile(r"#(GAME|GOLLY|RULE|BOARD|WRAP)\s+(.*)")
# The prefixes of states above 24 in RLE are p to y.
_PREFIXES = str.maketrans("abcdefghij", "pqrstuvwxy")


def read(text: str) -> Pattern:
    """Read a pattern of Life, Generations, Larger than Life, or the rule of a ``#GOLLY`` line."""
    keys: dict[str, tuple[int, str]] = {}
    comments = []
    cells = []
    for number, line in enumerate(text.split("\n"), 1):
        # The cells keep their lines and columns, so that errors name the right place.
        cells.append(f"  {line[2:].translate(_PREFIXES)}" if line.startswith("#L") else "")
        if key := _KEY.fullmatch(line.rstrip()):
            keys.setdefault(key[1], (number, key[2]))
        elif line.startswith("#D"):
            comments.append(line[2:].removeprefix(" "))
    rule = _read_rule(keys)
    rows, size, _ = read_cells("\n".join(cells), 0, states=rule.states, unknown=False)
    about: Metadata = {"rule": rule, "grid": _read_board(keys), "comments": tuple(comments)}
    return Pattern(rows, *size, **about)


def _read_rule(keys: dict[str, tuple[int, str]]) -> Rule:
    if "GOLLY" not in keys:
        line, game = keys.get("GAME", (1, "Life"))
        if game not in _GAMES:
            hint = f"supported are {', '.join(_GAMES)}, and any rule given in a #GOLLY line"
            raise FormatError(f"unknown game '{game}'", line, 7, game, hint)
    for key in ("GOLLY", "RULE"):
        if key in keys:
            line, words = keys[key]
            try:
                return parse_rule(words)[0]
            except RuleError as error:
                raise FormatError(str(error), line, len(key) + 3, words) from None
    return LIFE


def _read_board(keys: dict[str, tuple[int, str]]) -> BoundedGrid | None:
    if "BOARD" not in keys:
        return None
    line, words = keys["BOARD"]
    size = re.fullmatch(r"([0-9]{1,9})\s*x\s*([0-9]{1,9})", words)
    if not size:
        raise FormatError(
            f"invalid board size '{words}'", line, 8, words, "use a size such as 80x80"
        )
    kind = "T" if keys.get("WRAP", (0, "0"))[1] == "1" else "P"
    return parse_rule(f"{LIFE}:{kind}{size[1]},{size[2]}")[1]
