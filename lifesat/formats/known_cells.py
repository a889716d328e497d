"""The known cells of rlifesrc: RLE of one generation after the other.

Only cells that are written are known. All others are unknown: ``?``, rows that are left out, and
what a row leaves out at its end, where RLE has dead cells otherwise. Source: `ca_formats` and
`rlifesrc` (AlephAlpha), which call it extended RLE.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from string import ascii_uppercase

from lifesat.formats.errors import FormatError, place

MAX_CELLS = 1 << 24
"""The most cells that a text may list, and the most cells of all generations."""

_RUN = re.compile(r"([1-9][0-9]{0,8})?([bo.?xyzA-X$!])")
_SKIPPED = re.compile(r"(?:\s|#.*|(?<![^\n])[ \t]*x[ \t]*=.*)+")
_STATES = {
    **dict.fromkeys("b.", "0"),
    **dict.fromkeys("oxyz", "1"),
    **{letter: str(state) for state, letter in enumerate(ascii_uppercase[:24], 1)},
    "?": "*",
}
_HINT = "cells are b, o, ? or letters from A, as in RLE; $ ends a row and ! a generation"

Rows = tuple[tuple[str, ...], ...]
"""For each generation its rows, each a text of states and ``*`` with one blank between them."""


def read(text: str) -> Rows:
    r"""Read generations, all of one size, from RLE texts with or without headers.

    >>> read("x = 3, y = 2\n2o$?b!o!")
    (('1 1', '* 0'), ('1 *', '* *'))
    """
    # Of each generation, the rows that have cells, and how many rows there are.
    generations: list[tuple[defaultdict[int, list[str]], int]] = [(defaultdict(list), 1)]
    for number, what in _runs(text):
        rows, height = generations[-1]
        if what == "!":
            generations.append((defaultdict(list), 1))
        elif what == "$":
            generations[-1] = rows, height + number
        else:
            rows[height - 1] += [what] * number
    while generations and generations[-1] == ({}, 1):
        generations.pop()
    width = max((len(row) for rows, _ in generations for row in rows.values()), default=0)
    height = max((height for _, height in generations), default=0)
    if not width:
        raise FormatError("no cells found", 1, 1, hint=_HINT)
    if len(generations) * height * width > MAX_CELLS:
        size = f"{len(generations)} generations of {width:,}x{height:,} cells"
        raise FormatError(f"{size} are too many; the limit is {MAX_CELLS:,} cells", 1, 1)
    unknown = " ".join("*" * width)
    return tuple(
        tuple(
            " ".join([*rows[y], *"*" * (width - len(rows[y]))]) if y in rows else unknown
            for y in range(height)
        )
        for rows, _ in generations
    )


def _runs(text: str) -> Iterator[tuple[int, str]]:
    """Yield lengths of runs, each with ``!``, ``$``, ``*`` or a state."""
    begin = total = 0
    while begin < len(text):
        if skipped := _SKIPPED.match(text, begin):
            begin = skipped.end()
            continue
        run = _RUN.match(text, begin)
        if not run:
            message = f"invalid cell {text[begin]!r}"
            raise FormatError(message, *place(text, begin), text[begin], _HINT)
        number, tag = int(run[1] or 1), run[2]
        total += number
        if total > MAX_CELLS:
            message = f"there are too many cells; the limit is {MAX_CELLS:,}"
            raise FormatError(message, *place(text, begin), run[0])
        yield number, _STATES.get(tag, tag)
        begin = run.end()
