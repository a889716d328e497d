"""Generations of space-time as text: which cells are known, unknown, equal, and bound by the rule.

The grammar is that of Logic Life Search (Oscar Cunningham). Cells are separated by commas, blanks
or tabs, rows by line ends, generations by blank lines. ``#`` begins a comment; a line that has only
a comment counts as blank. A cell is ``0``, ``1``, ``*`` (unknown and independent of all others) or
a name (equal wherever the name stands), each perhaps with ``-`` before it (negation) and ``'``
after it (the rule does not bind the cell: it need not follow from the generation before).

Under rules of more than two states there are further digits, and no negation.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from lifesat.errors import UserError
from lifesat.formats.errors import FormatError

Generations = tuple[tuple[tuple[str, ...], ...], ...]
"""Cells in their standard form, as ``generations[t][y][x]``."""

MAX_NAME = 40
"""The maximum length of a name."""

_CELL = re.compile(r"(-*)([0-9]|\*|[A-Za-z_][A-Za-z_0-9]*)(['\u2019]*)")
_WORD = re.compile(r"[^\s,]+")
_RULE = re.compile(r"[\s#]*Rule\s*=\s*(\{.*\}|[^\s\"']\S*)\s*")
_OPPOSITES = {"0": "1", "1": "0", "*": "*"}
_HINTS = (
    (r"[01*]{2,}'*", "separate cells by commas or blanks, as in 0,1,0"),
    (r"[.obO]+", "a dead cell is 0 and a live one is 1, with commas or blanks between them"),
    (r"\?+", "an unknown cell is *"),
)
_SHOWN = 20


def state_words(states: int) -> str:
    """Return the states of a cell in words, such as ``0, 1``."""
    return "0, 1" if states == 2 else f"0 to {states - 1}"


@lru_cache(maxsize=1 << 12)
def standard_cell(word: str, states: int = 2) -> str | None:
    """Return a cell in its standard form, or None if the word is not a cell.

    >>> standard_cell("-0"), standard_cell("--a12''"), standard_cell("a-b"), standard_cell("2")
    ('1', "a12'", None, None)
    >>> standard_cell("2'", states=3)
    "2'"
    """
    match = _CELL.fullmatch(word)
    if not match or len(match[2]) > MAX_NAME:
        return None
    minus, name, free = match.groups()
    if (name.isdigit() and int(name) >= states) or (minus and states > 2):
        return None
    if len(minus) % 2:
        name = _OPPOSITES.get(name, f"-{name}")
    return name + "'" * bool(free)


def cell_error(word: str, states: int = 2) -> tuple[str, str]:
    """Return the error message and the hint for a word that is not a cell."""
    shown = word if len(word) <= _SHOWN else f"{word[:_SHOWN]}..."
    hints = (hint for pattern, hint in _HINTS if re.fullmatch(pattern, word))
    return f"invalid cell {shown!r}", next(hints, _cell_words(states))


def rule_of(text: str) -> str | None:
    """Return the rule of a line ``Rule = B3/S23`` before the cells, or None.

    Logic Life Search writes such lines.
    """
    rule = None
    for line in text.split("\n"):
        if stated := _RULE.fullmatch(line):
            rule = stated[1]
        elif line.partition("#")[0].strip():
            break
    return rule


def read(text: str, states: int = 2) -> Generations:
    """Read generations, which must all have the same size; lines end in line feeds."""
    generations: list[list[tuple[str, ...]]] = []
    ends: list[int] = []  # the line of each generation's last row
    closed = True
    for number, line in enumerate(text.split("\n"), 1):
        if _RULE.fullmatch(line) and not generations:
            continue
        row = tuple(_cells(line.partition("#")[0], number, states))
        if row:
            if closed:
                generations.append([])
                ends.append(number)
            generations[-1].append(row)
            ends[-1] = number
            _check_width(row, generations[0][0], number)
        closed = not row
    if not generations:
        raise FormatError("no cells found", 1, 1, hint=_cell_words(states))
    _check_heights(generations, ends)
    return tuple(map(tuple, generations))


def write(generations: Iterable[Iterable[Sequence[str]]], comments: Iterable[str] = ()) -> str:
    """Write generations of standard cells, after lines of comments."""
    lists = [[list(row) for row in generation] for generation in generations]
    width = max((len(cell) for rows in lists for row in rows for cell in row), default=0)
    blocks = ["".join(f"# {comment}\n" for comment in comments)]
    blocks[0] += _rows(lists[0], width)
    return "\n".join([*blocks, *(_rows(rows, width) for rows in lists[1:])])


def _rows(rows: list[list[str]], width: int) -> str:
    return "".join(",".join(cell.rjust(width) for cell in row) + "\n" for row in rows)


def _cell_words(states: int) -> str:
    name = f"a name of up to {MAX_NAME} letters and digits such as a12"
    return f"a cell is {state_words(states)}, * or {name}"


def _cells(line: str, number: int, states: int) -> Iterator[str]:
    """Yield the cells of a line in their standard form."""
    for match in _WORD.finditer(line):
        cell = standard_cell(match[0], states)
        if cell is None:
            message, hint = cell_error(match[0], states)
            raise FormatError(message, number, match.start() + 1, match[0][:_SHOWN], hint)
        yield cell


def _check_width(row: Sequence[str], first: Sequence[str], number: int) -> None:
    if len(row) != len(first):
        message = f"this row has {_counted(row, 'cell')}, but the first one has {len(first)}"
        hint = "all rows need the same number"
        raise FormatError(message, number, 1, hint=hint)


def _check_heights(generations: list[list[tuple[str, ...]]], ends: list[int]) -> None:
    first = len(generations[0])
    for t, (rows, end) in enumerate(zip(generations, ends, strict=True)):
        if len(rows) != first:
            message = f"generation {t}, which ends here, has {_counted(rows, 'row')}"
            hint = f"generation 0 has {first}; a line without cells ends a generation"
            raise FormatError(message, end, 1, hint=hint)


def _counted(things: Sequence[object], noun: str) -> str:
    return f"{len(things)} {noun}{'s' * (len(things) != 1)}"


Rows = tuple[tuple[str, ...], ...]
"""For each generation its rows, each a text of cells with one blank between them."""


def shape_of(rows: Rows) -> tuple[int, int, int]:
    """Return the numbers of generations, rows and columns."""
    return len(rows), len(rows[0]), rows[0][0].count(" ") + 1


def standard_rows(cells: Rows, states: int) -> Rows:
    """Return rows with every cell in its standard form.

    Raises UserError for an invalid cell, an empty row, or generations or rows of different sizes.
    """
    # Many rows of a large block are alike.
    standard = {
        row: " ".join(_standard(word, states) for word in row.split())
        for row in dict.fromkeys(row for rows in cells for row in rows)
    }
    rows = tuple(tuple(standard[row] for row in rows) for rows in cells)
    sizes = {(len(rows_of_one), row.count(" ") + 1) for rows_of_one in rows for row in rows_of_one}
    if not rows or not all(rows) or not all(row for one in rows for row in one):
        raise UserError("a block needs a cell at least, in every row of every generation")
    if len(sizes) > 1:
        raise UserError("the generations and rows of a block must all have the same size")
    return rows


def _standard(word: str, states: int) -> str:
    cell = standard_cell(word, states)
    if cell is None:
        raise UserError("; ".join(cell_error(word, states)))
    return cell
