"""Levels as XSB text: one or many in a file, plain or run-length encoded."""

import re
from collections.abc import Mapping, Sequence
from html import unescape
from itertools import groupby
from typing import NamedTuple

from lifesat.formats.errors import FormatError, Places, place
from lifesat.puzzles.sokoban.level import LETTERS, SQUARES, Level, LevelError

_FLOOR = "-_"
# Other letters that some programs write.
_OTHERS = {**dict.fromkeys(_FLOOR, " "), "p": "@", "P": "+", "b": "$", "B": "*", "o": "."}
# The letters of solvers in which & is the player; elsewhere B is a box on a goal.
_AMPERSAND = {"&": "@", "%": "+", "B": "$", "X": "*"}
_AMPERSAND_LEVEL = re.compile(r"[#&%BX. \t_-]*[&%][#&%BX. \t_-]*")
_PLAYERS = frozenset("@+pP&%")
_BOARD = LETTERS + _FLOOR + "\t"
# A line that begins like a row of a level, followed by any text.
_ROW_START = re.compile(r"[-_ \t.$*@+0-9(]*#")
_RUNS = re.compile(r"[-_#.$*@+pPbBo|0-9()]+")
_TITLE = re.compile(r"title\s*[:=]\s*", re.IGNORECASE)
# .slc files: a line of a level is <L>...</L>.
_XML_LEVEL = re.compile(r"<Level\b([^>]*)>(.*?)</Level\s*>", re.DOTALL)
_XML_LINE = re.compile(r"<L>([^<]*)</L>")
_XML_TITLE = re.compile(r"""\bId\s*=\s*(?:"([^"]*)"|'([^']*)')""")
# A row of walls that are not drawn as #.
_OTHER_WALL = re.compile(r"^[ \t]*([^\s#;=-])(?:[ \t]*\1){2,}[ \t]*$", re.MULTILINE)
_MOST_LETTERS = 1 << 20

# A letter and the column where it comes from.
_Letters = list[tuple[str, int]]


class Entry(NamedTuple):
    """A level of a text."""

    # The number of its first line.
    line: int
    # Empty if the text has none.
    title: str
    level: Level


class Part(NamedTuple):
    """The lines of a level, which may be invalid."""

    # The number of its first line.
    line: int
    # Empty if the text has none.
    title: str
    lines: tuple[str, ...]
    # Line and column where each line begins; if empty, the lines follow each other.
    places: Sequence[tuple[int, int]] = ()

    def read(self) -> Entry:
        """Validate the lines and return the level."""
        rows = self._rows()
        try:
            level = Level(tuple("".join(letter for letter, _ in row.letters) for row in rows))
        except LevelError as error:
            y, x = error.square
            letters = rows[y].letters
            column = letters[x][1] if x < len(letters) else 1
            raise FormatError(error.message, rows[y].line, column, hint=error.hint) from None
        return Entry(self.line, self.title, level)

    def _rows(self) -> list["_Row"]:
        """Return the rows in the letters of XSB, without tabs that stand before all of them."""
        lines = [line.rstrip() for line in self.lines]
        first = lines[0]
        cut = first.rfind("\t", 0, len(first) - len(first.lstrip())) + 1
        if not all(line.startswith(first[:cut]) for line in lines):
            cut = 0
        others = _AMPERSAND if _AMPERSAND_LEVEL.fullmatch("".join(lines)) else {}
        places = self.places or [(self.line + k, 1) for k in range(len(lines))]
        return [
            row
            for (number, column), line in zip(places, lines, strict=True)
            for row in _rows(number, line[cut:], column + cut, {**_OTHERS, **others})
        ]


class _Row(NamedTuple):
    line: int
    letters: _Letters


def read(text: str) -> list[Entry]:
    """Return the levels of a text, at least one."""
    return [part.read() for part in parts(text)]


def parts(text: str) -> list[Part]:
    """Return the lines of each level of a text.

    A level is a run of lines that hold nothing but the letters of XSB: ``#`` a wall, ``@`` the
    player, ``$`` a box, ``.`` a goal, ``+`` and ``*`` player and box on a goal, and a space, ``-``
    or ``_`` the floor; at least one of them has a wall. In a line with a wall, ``p b o P B`` are
    the same as ``@ $ . + *``; in a level with ``&`` and ``%``, ``& % B X`` are ``@ + $ *``. Letters
    may be counted (``3#`` for ``###``, ``2(#-)`` for ``#-#-``), and ``|`` ends a row. Other lines
    are titles and notes. In XML, as in .slc files, a line is ``<L>...</L>``.
    """
    if text.lstrip().startswith("<") and (levels := _xml_parts(text)):
        return levels
    lines = text.split("\n")
    kinds = _kinds(lines)
    blocks = groupby(enumerate(lines, 1), key=lambda pair: kinds[pair[0] - 1])
    found: list[Part] = []
    before = ""
    after_level = False
    for kind, group in blocks:
        block = list(group)
        # Without a wall it is something else, such as a ruler of dashes.
        is_level = kind == "board" and any("#" in line for _, line in block)
        if is_level:
            found.append(Part(block[0][0], before, tuple(line for _, line in block)))
        if kind == "board":
            before = ""
        elif kind == "text":
            noted = [match for _, line in block if (match := _TITLE.match(line.strip()))]
            if after_level:
                if noted:
                    found[-1] = found[-1]._replace(title=noted[0].string[noted[0].end() :])
            else:
                before = _bare(noted[-1].string if noted else block[-1][1])
        after_level = is_level
    if not found:
        raise _no_level(text)
    return found


def _xml_parts(text: str) -> list[Part]:
    """Return the levels of an .slc file."""
    found = []
    places = Places(text)
    for level in _XML_LEVEL.finditer(text):
        rows = [*_XML_LINE.finditer(text, *level.span(2))]
        if rows:
            name = _XML_TITLE.search(level[1])
            title = unescape(name[1] or name[2] or "") if name else ""
            begins = [places.of(row.start(1)) for row in rows]
            # An empty line would not be a row.
            lines = tuple(unescape(row[1]) or "-" for row in rows)
            found.append(Part(begins[0][0], title, lines, begins))
    return found


def _no_level(text: str) -> FormatError:
    """Return the error for a text without levels, with its character for walls if known."""
    walls = [*_OTHER_WALL.finditer(text)]
    if len(walls) > 1 and walls[0][1] == walls[-1][1]:
        message = f"this level has walls of {walls[0][1]!r}"
        return FormatError(message, *place(text, walls[0].start(1)), walls[0][1], SQUARES)
    return FormatError("no level found", 1, 1, hint=SQUARES)


def _kinds(lines: list[str]) -> list[str]:
    """Return for each line whether it is a row of a level ("board"), "empty", or "text".

    A line with a wall that looks like text is a row after all, and invalid, if it cuts off a part
    of a level that has no player. Otherwise the levels after it would have other numbers.
    """
    kinds = [_kind(line) for line in lines]
    blocks = [list(block) for _, block in groupby(range(len(lines)), kinds.__getitem__)]
    for above, block, below in zip(blocks, blocks[1:], blocks[2:], strict=False):
        if [kinds[part[0]] for part in (above, block, below)] != ["board", "text", "board"]:
            continue
        letters = [set().union(*(lines[k] for k in part)) for part in (above, block, below)]
        walled = all("#" in some for some in letters) and len(block) == 1
        if walled and not all(some & _PLAYERS for some in (letters[0], letters[2])):
            kinds[block[0]] = "board"
    return kinds


def _kind(line: str) -> str:
    """Return whether a line is a row of a level ("board"), "empty", or "text"."""
    plain = line.strip()
    if not plain:
        return "empty"
    lettered = "#" in plain and _RUNS.fullmatch(plain)
    return "board" if set(plain) <= set(_BOARD) or lettered or _ROW_START.match(line) else "text"


def _bare(line: str) -> str:
    """Return a title without its prefix and quotation marks."""
    plain = line.strip().lstrip(";:").strip()
    return _TITLE.sub("", plain).strip("'\"")


def _rows(number: int, plain: str, begin: int, others: Mapping[str, str]) -> list[_Row]:
    """Return the rows of a line: one, or several where runs are counted.

    `begin` is its first column, and `others` has the meanings of letters that are not those of XSB.
    """
    letters = [(letter, column) for column, letter in enumerate(plain, begin)]
    # Where | ends rows, a space is floor; elsewhere a number after one may be a note.
    runs = plain.replace(" ", "") if "|" in plain else plain.strip()
    if set(plain) & set("|()0123456789") and _RUNS.fullmatch(runs):
        letters = _expanded(number, letters)
    split: list[_Letters] = [[]]
    for letter, column in letters:
        if letter == "|" and len(letters) > 1:
            split.append([])
        else:
            split[-1].append((others.get(letter, letter), column))
    return [_Row(number, row) for row in split if row]


def _expanded(number: int, letters: _Letters) -> _Letters:
    """Return letters with their runs expanded."""
    # For each open parenthesis: the letters before it, the count, and its column.
    opened: list[tuple[_Letters, int, int]] = []
    done: _Letters = []
    digits = ""
    for letter, column in letters:
        if letter.isdigit():
            digits += letter
            continue
        times = int(digits[:9] or 1)
        if not times:
            raise FormatError("a count is 0", number, column, letter, "counts start at 1")
        if letter == "(":
            opened.append((done, times, column))
            done = []
        elif letter == ")":
            if not opened or digits:
                raise FormatError("unmatched )", number, column, letter, "as in 2(#-)")
            before, count, _ = opened.pop()
            _repeat(done, count, number, before)
            done = before
        else:
            _repeat([(letter, column)], times, number, done)
        digits = ""
    if digits:
        end = letters[-1][1]
        raise FormatError("count without a square", number, end, digits, "a letter must follow it")
    if opened:
        raise FormatError("unmatched (", number, opened[-1][2], "(", "as in 2(#-)")
    return done


def _repeat(letters: _Letters, times: int, number: int, before: _Letters) -> None:
    """Append letters `times` times to those in `before`."""
    if len(letters) * times + len(before) > _MOST_LETTERS:
        hint = f"the limit is {_MOST_LETTERS:,} letters"
        raise FormatError("the level is too large", number, letters[0][1], hint=hint)
    before.extend(letters * times)
