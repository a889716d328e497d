"""Levels as text: XSB, alone or many in a file, plain or with runs counted (RLE)."""

import re
from itertools import groupby
from typing import NamedTuple

from lifesat.formats.errors import FormatError
from lifesat.problems.sokoban.level import LETTERS, Level, LevelError

_FLOOR = "-_"
_BOARD = LETTERS + _FLOOR + "\t"
# A line that begins like a row of a level, whatever follows.
_MEANT = re.compile(r"[-_ \t.$*@+0-9(]*#")
_RUNS = re.compile(r"[-_#.$*@+|0-9()]+")
_TITLE = re.compile(r"title\s*[:=]\s*", re.IGNORECASE)
_MOST_LETTERS = 1 << 20

# A letter and the column where it comes from.
_Letters = list[tuple[str, int]]


class Entry(NamedTuple):
    """A level of a text.

    Attributes
    ----------
    line
        The number of its first line.
    title
        What the text calls it, or "".
    level
        The level.
    """

    line: int
    title: str
    level: Level


class _Row(NamedTuple):
    line: int
    letters: _Letters


def read(text: str) -> list[Entry]:
    """Return the levels of a text.

    A level is a run of lines that hold nothing but the letters of XSB: ``#`` a wall, ``@`` the
    player, ``$`` a box, ``.`` a goal, ``+`` and ``*`` player and box on one, and a space, ``-`` or
    ``_`` the floor; at least its first line has a wall. Letters may be counted (``3#`` for ``###``,
    ``2(#-)`` for ``#-#-``), and then ``|`` ends a row. Other lines are titles and notes.

    Raises
    ------
    FormatError
        If there is no level, or one that cannot be played.
    """
    lines = text.split("\n")
    kinds = groupby(enumerate(lines, 1), key=lambda pair: _kind(pair[1]))
    entries: list[Entry] = []
    before = ""
    after_board = False
    for kind, group in kinds:
        block = list(group)
        if kind == "board":
            entries += _levels(block, before)
            before = ""
        elif kind == "text":
            noted = [match for _, line in block if (match := _TITLE.match(line.strip()))]
            if after_board:
                if noted:
                    entries[-1] = entries[-1]._replace(title=noted[0].string[noted[0].end() :])
            else:
                before = _bare(noted[-1].string if noted else block[-1][1])
        after_board = kind == "board"
    if not entries:
        raise FormatError("no level", 1, 1, hint="a level has walls (#) around a player (@)")
    return entries


def _kind(line: str) -> str:
    """Say whether a line is a row of a level, empty, or text."""
    plain = line.strip()
    if not plain:
        return "empty"
    return "board" if set(plain) <= set(_BOARD) or _MEANT.match(line) else "text"


def _bare(line: str) -> str:
    """Return a title without what marks it as one."""
    plain = line.strip().lstrip(";:").strip()
    return _TITLE.sub("", plain).strip("'\"")


def _levels(block: list[tuple[int, str]], title: str) -> list[Entry]:
    """Return the level in a run of lines; none if it has no wall, such as a ruler of dashes."""
    if not any("#" in line for _, line in block):
        return []
    rows = [row for number, line in block for row in _rows(number, line)]
    try:
        level = Level(tuple("".join(letter for letter, _ in row.letters) for row in rows))
    except LevelError as error:
        y, x = error.square
        letters = rows[y].letters
        column = letters[x][1] if x < len(letters) else 1
        raise FormatError(error.message, rows[y].line, column, hint=error.hint) from None
    return [Entry(rows[0].line, title, level)]


def _rows(number: int, line: str) -> list[_Row]:
    """Return the rows that a line holds: one, or several where runs are counted."""
    plain = line.rstrip()
    letters = [(letter, column) for column, letter in enumerate(plain, 1)]
    if set(plain) & set("|()0123456789") and _RUNS.fullmatch(plain.strip()):
        letters = _expanded(number, letters)
    split: list[_Letters] = [[]]
    for letter, column in letters:
        if letter == "|" and len(letters) > 1:
            split.append([])
        else:
            split[-1].append((" " if letter in _FLOOR else letter, column))
    return [_Row(number, row) for row in split if row]


def _expanded(number: int, letters: _Letters) -> _Letters:
    """Return letters with their runs written out."""
    # For each parenthesis that is open: what stood before it, the count, and its column.
    opened: list[tuple[_Letters, int, int]] = []
    done: _Letters = []
    digits = ""
    for letter, column in letters:
        if letter.isdigit():
            digits += letter
            continue
        times = int(digits[:9] or 1)
        if letter == "(":
            opened.append((done, times, column))
            done = []
        elif letter == ")":
            if not opened or digits:
                raise FormatError("this ) closes nothing", number, column, letter, "as in 2(#-)")
            before, count, _ = opened.pop()
            done = _repeated(done, count, number, before)
        else:
            done = _repeated([(letter, column)], times, number, done)
        digits = ""
    if digits:
        end = letters[-1][1]
        raise FormatError("a number counts nothing", number, end, digits, "a letter must follow it")
    if opened:
        raise FormatError("this ( is never closed", number, opened[-1][2], "(", "as in 2(#-)")
    return done


def _repeated(letters: _Letters, times: int, number: int, before: _Letters) -> _Letters:
    if len(letters) * times + len(before) > _MOST_LETTERS:
        hint = f"{_MOST_LETTERS:,} letters are the most"
        raise FormatError("the level is too large", number, letters[0][1], hint=hint)
    return before + letters * times
