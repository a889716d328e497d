"""Sudokus read from text: rows of cells, and the files of other programs."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import isqrt
from typing import NamedTuple

from lifesat.formats.errors import FormatError, Places
from lifesat.puzzles.sudoku.problem import SIZES, SYMBOLS, Sudoku

WHOLE = tuple(size * size for size in SIZES)
"""The numbers of cells of whole Sudokus."""

_EMPTY = frozenset(".0_*")
NAMES_OF_NOTHING = ("None", "null", "NULL", "nil", "NaN", "nan")
"""Names of empty cells in lists."""
_NUMBERS = {letter: number for number, letter in enumerate(SYMBOLS, 1)} | {
    letter.lower(): number for number, letter in enumerate(SYMBOLS, 1)
}
# The name of an empty cell between commas, for messages.
_NOTHING = "nothing between commas"
# Rulers between rows; - and = are never cells, but the corners . and * can be.
_PLAIN_RULER = re.compile(r"[-=+|\s]*")
_CORNERED_RULER = re.compile(r"\s*[.:'*+|](?:[-=]{2,}[.:'*+|])+\s*")
# "Grid 01" before each Sudoku of a collection.
_TITLE = re.compile(r"\s*(?:grid|puzzle|sudoku|game|board)\b[\s:.0-9]*", re.IGNORECASE)
_NO_CELLS = (_PLAIN_RULER, _CORNERED_RULER, _TITLE)
_SECTION = re.compile(r"\[(\s*[^\W\d][^\]]*)\]")
# What stands between commas, without spaces and bars around it.
_FIELD = re.compile(r"[^\s|](?:.*[^\s|])?")
# Sections with a player's work on the Sudoku.
_LEFT_OUT = ("state", "pencilmarks")

# A cell as it is written, and its column.
_Token = tuple[str, int]


class Row(NamedTuple):
    """A line with cells."""

    line: int
    # The number of its section of the file.
    section: int
    # The cells as they are written, "" where nothing stands between commas.
    words: list[str]
    columns: list[int]
    # The column after the last cell.
    end: int
    # The same cells in the solution beside the Sudoku, if there is one.
    solution: Sequence[str] = ()

    def cells(self) -> list[int]:
        """Return the numbers of the cells, 0 for an empty one."""
        pairs = zip(self.words, self.columns, strict=True)
        return [_value(word, self.line, column) for word, column in pairs]

    def blanks(self, cells: list[int]) -> set[str]:
        """Return how the empty cells are written; `cells` are the numbers of the cells."""
        numbers = zip(self.words, cells, strict=True)
        # "00" is a 0 as well.
        return {
            word if word in NAMES_OF_NOTHING else word[:1] or _NOTHING
            for word, number in numbers
            if not number
        }

    def check_solution(self, cells: list[int]) -> None:
        """Reject a solution beside the Sudoku that contradicts its cells."""
        for word, cell, column in zip(self.solution, cells, self.columns, strict=False):
            if _value(word, self.line, column) not in (cell, 0) and cell:
                message = f"the cell is {cell} here and {word} in the solution beside the Sudoku"
                raise FormatError(message, self.line, column, hint="correct one, or leave it out")


def rows(text: str) -> Iterator[Row]:
    """Yield the lines that have cells.

    Notes, rulers, and the sections of .sdk files for a player's work are left out. Raises
    FormatError at a section of an unknown kind.
    """
    section = 0
    left_out = False
    for number, noted in enumerate(text.split("\n"), 1):
        line = noted.partition("#")[0].rstrip()
        if name := _SECTION.fullmatch(line.strip()):
            section += 1
            kind = name[1].strip().lower()
            left_out = kind in _LEFT_OUT
            if not left_out and kind != "puzzle":
                hint = "the Sudoku is in [Puzzle]; [State] and [PencilMarks] are left out"
                column = line.index("[") + 1
                raise FormatError(f"unknown section [{name[1]}]", number, column, name[1], hint)
        elif not (left_out or any(nothing.fullmatch(line) for nothing in _NO_CELLS)):
            words, columns = map(list, zip(*split(line), strict=True))
            yield Row(number, section, words, columns, len(line) + 1)


def split(text: str) -> list[_Token]:
    """Split a line into cells and their columns."""
    if "," in text or ";" in text:
        fields = _fields(text)
        if any(not word for word, _ in fields):
            return fields
        text = re.sub("[,;]", " ", text)
    tokens = [(match[0], match.start() + 1) for match in re.finditer(r"[^\s|]+", text)]
    if len(tokens) in SIZES[1:] + WHOLE[1:] and all(_is_number(word) for word, _ in tokens):
        return tokens
    left_out = _joint(tokens[0][0]) if len(tokens) == 1 else ""
    return [
        (symbol, column + place)
        for word, column in tokens
        for place, symbol in enumerate(word)
        if symbol != left_out
    ]


def _fields(text: str) -> list[_Token]:
    """Return what stands between commas or semicolons; the last one may end the row."""
    fields = []
    start = 1
    for field in re.split("[,;]", text):
        word = _FIELD.search(field)
        fields.append((word[0], start + word.start()) if word else ("", start))
        start += len(field) + 1
    if not fields[-1][0] and len(fields) > 2 and len(fields) not in SIZES + WHOLE:
        fields.pop()
    return fields


def _joint(word: str) -> str:
    """Return the character that joins the rows of a whole Sudoku, or "".

    With the joints between rows, the number of characters is not the number of cells of any Sudoku.
    """
    for joint in "./:-":
        lengths = {len(row) for row in word.split(joint)}
        if lengths == {word.count(joint) + 1} and lengths <= set(SIZES[1:]):
            return joint
    return ""


def _is_number(word: str) -> bool:
    return word in _EMPTY or (len(word) <= 2 and word.isascii() and word.isdigit())


def _value(word: str, line: int, column: int) -> int:
    """Return the number of a cell, 0 if it is empty."""
    if not word or word in _EMPTY or word in NAMES_OF_NOTHING:
        return 0
    if _is_number(word):
        return int(word)
    if word not in _NUMBERS:
        hint = "cells are 1 to 9 and A to Z, or one of . 0 _ * where empty"
        raise FormatError(f"invalid cell {word!r}", line, column, word, hint)
    return _NUMBERS[word]


_NAMES = "|".join(sorted(NAMES_OF_NOTHING))
# What comes before a list in a program: `int grid[9][9] = ` or `array(`.
_BEFORE_LIST = re.compile(r"\s*(?:[A-Za-z][^=\n]*=\s*)?(?:[A-Za-z][\w.]*(?=\())?")
_BEGIN_OF_LIST = re.compile(rf"[\[({{]\s*(?:[\[({{\"'0-9.,]|(?:{_NAMES})\b)")
_TOKEN = re.compile(
    rf"""(?P<space>\s+) | (?P<bracket>[\[\](){{}}]) | (?P<separator>[,;]) | (?P<colon>:)
    | (?P<number>[0-9]{{1,100}})(?:\.0*)? | (?P<name>(?:{_NAMES}|true|false)\b)
    | "(?P<double>[^"\n]*)" | '(?P<single>[^'\n]*)'""",
    re.VERBOSE,
)
_SOLUTION = re.compile("solution|solved|answer", re.IGNORECASE)

_WORD = re.compile(r"[0-9A-Za-z.*_]+")
_ADDRESS = re.compile(r"\w://")
# The title line of a table: words, one of which says what the columns are.
_HEADER = re.compile(
    r"(?=.*(?:puzzle|quiz|sudoku|grid|board|clue|game|problem|solution))"
    r"\W*[^\W\d][\w \"'-]*(?:[,;\t][\w \"'-]*)*",
    re.IGNORECASE,
)
_RUNS = {
    size * size: re.compile(f"[0-9{SYMBOLS[9:size]}.*_]+", re.IGNORECASE) for size in (4, 9, 16, 25)
}
# A run of cells that is too long for a number or a date was meant to be a Sudoku.
_LIKE_RUN = re.compile(r"[0-9.*_]{30,}")
_BESIDE = "a Sudoku in such a file is one run of 81 cells, or of 16, 256 or 625"


def listed_rows(text: str) -> list[Row] | None:
    """Return the rows of lists in brackets, as in JSON and programs; None for other texts.

    Each innermost list, and each string of more than two characters, is a row or a whole Sudoku.
    Values with a key such as "solution" in JSON are the solutions.
    """
    begin = _BEFORE_LIST.match(text)
    at = begin.end() if begin else 0
    if not _BEGIN_OF_LIST.match(text, at):
        return None
    lists = _Lists(text)
    while at < len(text):
        at = lists.read(at)
    puzzle, solution = lists.rows
    if not solution:
        return puzzle
    if [len(row.words) for row in puzzle] != [len(row.words) for row in solution]:
        first = solution[0]
        message = "these solutions have another size or number than the Sudokus"
        raise FormatError(message, first.line, first.columns[0], hint="leave them out")
    return [row._replace(solution=its.words) for row, its in zip(puzzle, solution, strict=True)]


class _Lists:
    """A reader of lists in brackets; `rows` has the rows of Sudokus and those of solutions."""

    def __init__(self, text: str) -> None:
        self.rows: tuple[list[Row], list[Row]] = ([], [])
        self._text = text
        self._places = Places(text)
        self._open: list[str] = []
        self._solution = [False]
        self._words: list[tuple[str, int, int]] = []
        self._valued = True

    def read(self, offset: int) -> int:
        """Read the token at an offset, and return the offset after it."""
        token = _TOKEN.match(self._text, offset)
        if token is None:
            raise self._invalid(offset)
        kind = token.lastgroup or ""
        word = token[kind]
        if kind == "bracket":
            self._bracket(word, offset)
        elif kind in ("double", "single"):
            return self._string(word, offset, token.end())
        elif kind == "separator":
            self._valued = self._valued and not self._in_object()
        elif kind not in ("space", "colon") and not self._in_object():
            self._words.append((word, *self._places.of(offset)))
        return token.end()

    def _in_object(self) -> bool:
        """Return whether the innermost bracket is a JSON object, whose values have keys."""
        return bool(self._open) and self._open[-1] == "keys"

    def _bracket(self, bracket: str, offset: int) -> None:
        self._flush()
        if bracket in "[({":
            keys = bracket == "{" and re.compile(r"\{\s*[\"'][^\"'\n]*[\"']\s*:").match(
                self._text, offset
            )
            self._open.append("keys" if keys else bracket)
            self._solution.append(self._solution[-1])
        elif self._open:
            self._open.pop()
            self._solution.pop()

    def _string(self, word: str, offset: int, end: int) -> int:
        """Read a string: the key of a value, a cell, or a row of cells."""
        key = re.compile(r"\s*:").match(self._text, end)
        if key and self._in_object():
            self._solution[-1] = self._solution[-2] or bool(_SOLUTION.search(word))
            return key.end()
        line, column = self._places.of(offset)
        if len(word) > 2 and (not self._in_object() or _whole(word)):
            self._flush()
            if not (pairs := [(cell, column + place) for cell, place in split(word)]):
                hint = "write an empty cell as ., 0, _ or *"
                raise FormatError("no cells in this string", line, column, hint=hint)
            self._add(line, pairs)
        elif not self._in_object():
            self._words.append((word.strip(), line, column + 1))
        return end

    def _flush(self) -> None:
        """Make a row of the cells read so far."""
        if self._words:
            self._add(self._words[0][1], [(word, column) for word, _, column in self._words])
            self._words = []

    def _add(self, line: int, pairs: list[tuple[str, int]]) -> None:
        words, columns = map(list, zip(*pairs, strict=True))
        row = Row(line, 0, words, columns, columns[-1] + len(words[-1]))
        self.rows[self._solution[-1]].append(row)

    def _invalid(self, offset: int) -> FormatError:
        token = self._text[offset : offset + 20].split()[0]
        hint = "it may have numbers, strings, null and None"
        message = f"invalid {token!r} in a list of cells in brackets"
        return FormatError(message, *self._places.of(offset), token, hint)


def wrapped_rows(text: str) -> list[Row] | None:
    """Return a row for each Sudoku of a text that has other things beside its cells.

    Such texts are CSV, XML, addresses, or lines with numbers and names; return None for other
    texts. If a line has two Sudokus, one must be the solution of the other.
    """
    markup = text.lstrip().startswith("<")
    lines = [
        (number, line if markup or _ADDRESS.search(line) else line.partition("#")[0])
        for number, line in enumerate(text.split("\n"), 1)
    ]
    lines = [(number, line) for number, line in lines if line.strip()]
    if not lines:
        return None
    header = bool(_HEADER.fullmatch(lines[0][1].strip())) and not _whole_words(lines[0][1])
    table = header and (
        re.search("[,;\t]", lines[0][1]) or (len(lines) > 1 and _whole_words(lines[1][1]))
    )
    if not (markup or table or any(map(_has_more, (line for _, line in lines)))):
        return None
    rows = [
        row
        for number, line in lines[1 if header else 0 :]
        for row in _rows_of_line(number, line, markup=markup)
    ]
    if not rows:
        kind = "XML or HTML" if markup else "a table"
        raise FormatError(f"no Sudoku found in {kind}", lines[0][0], 1, hint=_BESIDE)
    return rows


def _rows_of_line(number: int, line: str, *, markup: bool) -> Iterator[Row]:
    """Yield the Sudoku of a line; a line of XML or HTML may have none."""
    whole = _whole_words(line)
    for run in _LIKE_RUN.finditer(line):
        if not any(word.start() <= run.start() < word.end() for word in whole):
            raise FormatError(f"{len(run[0])} cells", number, run.start() + 1, hint=_BESIDE)
    if not whole:
        if not markup:
            raise FormatError("no Sudoku in this line", number, 1, hint=_BESIDE)
        return
    puzzle, *others = sorted(whole, key=_clues)
    if others and (len(others) > 1 or not _extends(others[0][0], puzzle[0])):
        hint = "none is a solution of the other; write one in each line"
        raise FormatError("several Sudokus in one line", number, whole[1].start() + 1, hint=hint)
    columns = [*range(puzzle.start() + 1, puzzle.end() + 1)]
    yield Row(number, 0, [*puzzle[0]], columns, puzzle.end() + 1)


def _has_more(line: str) -> bool:
    """Return whether a line has something beside a whole Sudoku, such as its solution."""
    whole = _whole_words(line)
    if len(whole) == 1 and whole[0][0] == line.strip(" \t\r|"):
        return False
    return bool(_ADDRESS.search(line)) or 0 < len(whole) < 4


def _whole_words(line: str) -> list[re.Match[str]]:
    """Return the longest words of a line that are whole Sudokus, in their order."""
    whole = [word for word in _WORD.finditer(line) if _whole(word[0])]
    longest = max((len(word[0]) for word in whole), default=0)
    return [word for word in whole if len(word[0]) == longest]


def _whole(word: str) -> bool:
    run = _RUNS.get(len(word))
    return (
        run is not None
        and bool(run.fullmatch(word))
        and (len(word) > 16 or not re.search("[5-9]", word))
    )


def _clues(word: re.Match[str]) -> int:
    return sum(cell not in ".0_*" for cell in word[0])


def _extends(solution: str, puzzle: str) -> bool:
    """Return whether one is a complete grid with the clues of the other."""
    pairs = zip(solution.lower(), puzzle.lower(), strict=True)
    return all(its not in ".0_*" and clue in (its, *".0_*") for its, clue in pairs)


class Puzzle(NamedTuple):
    """A Sudoku of a text and the number of its first line."""

    line: int
    sudoku: Sudoku


class Part(NamedTuple):
    """The rows of a Sudoku, as many as cells in a row; it may be invalid."""

    # The number of its first line.
    line: int
    rows: tuple[Row, ...]

    def read(self) -> Puzzle:
        """Validate the rows and return the Sudoku."""
        cells = [row.cells() for row in self.rows]
        _check_numbers(self.rows, cells, len(self.rows))
        blanks: set[str] = set().union(*map(Row.blanks, self.rows, cells))
        if len(blanks) > 1:
            # In some 16x16 grids 0 is a number, and another character is the empty cell.
            named = " and ".join(sorted(blanks))
            raise FormatError(
                f"{named} are both used for empty cells", self.line, self.rows[0].columns[0],
                hint="use one of them; numbers begin with 1",
            )  # fmt: skip
        for row, numbers in zip(self.rows, cells, strict=True):
            row.check_solution(numbers)
        return Puzzle(self.line, Sudoku(tuple(map(tuple, cells))))


def read(text: str) -> list[Puzzle]:
    """Return the Sudokus of a text, at least one."""
    return [part.read() for part in parts(text)]


def parts(text: str) -> Iterator[Part]:
    """Yield the rows of each Sudoku of a text.

    A Sudoku is one line with all its cells, or a line for each row. Cells are characters, 1 to 9
    and then A to Z, or numbers with spaces or commas between them; one of ``.0_*``, or nothing
    between commas, is an empty cell. Spaces, bars and commas between characters, separators of rows
    in one line, rulers of ``-=+``, empty lines, and what follows a ``#`` are ignored. The lists,
    tables and addresses of other programs are read too; see `listed_rows`.
    """
    found = listed_rows(text) or wrapped_rows(text) or [*rows(text)]
    if not found:
        raise FormatError(
            "no Sudoku found", 1, 1, hint="a 9x9 Sudoku is a line of 81 cells or 9 lines of 9"
        )
    used = 0
    size = 9
    for (section, width), run in groupby(found, key=lambda row: (row.section, len(row.words))):
        same = tuple(run)
        used += len(same)
        if _in_one_line(same, width):
            size = isqrt(width)
            yield from (Part(row.line, _split(row)) for row in same)
            continue
        if width not in SIZES:
            raise _odd_width(same[0], size)
        size = width
        whole = len(same) - len(same) % width
        if whole < len(same):
            # A row may be missing in any of them, so none is certain.
            _check_numbers(same, [row.cells() for row in same], width)
            following = next((row for row in found[used:] if row.section == section), None)
            raise _unfinished(same[whole:], following)
        for start in range(0, whole, width):
            yield Part(same[start].line, same[start : start + width])


def _in_one_line(rows: Sequence[Row], width: int) -> bool:
    """Return whether lines of `width` cells are whole Sudokus, not rows of a larger one.

    16 cells are a 4x4 grid or a row of a 16x16 one, which has numbers beyond 4.
    """
    if width not in WHOLE or width not in SIZES:
        return width in WHOLE
    return all(max(row.cells()) <= isqrt(width) for row in rows)


def _split(row: Row) -> tuple[Row, ...]:
    """Split a line that is a whole Sudoku into rows."""
    size = isqrt(len(row.words))
    return tuple(
        row._replace(
            words=row.words[start : start + size],
            columns=row.columns[start : start + size],
            solution=row.solution[start : start + size],
        )
        for start in range(0, size * size, size)
    )


def _check_numbers(rows: Sequence[Row], cells: Sequence[Sequence[int]], size: int) -> None:
    for row, numbers in zip(rows, cells, strict=True):
        for number, column in zip(numbers, row.columns, strict=True):
            if number > size:
                letters = ", where A is 10" if number > 9 else ""
                hint = f"the numbers of a {size}x{size} Sudoku are 1 to {size}{letters}"
                raise FormatError(f"{number} is too large", row.line, column, hint=hint)


def _odd_width(row: Row, size: int) -> FormatError:
    """Return the error for a row with a wrong number of cells after a Sudoku of some size."""
    many = len(row.cells())
    hint = (
        f"a row of a {size}x{size} Sudoku has {size} cells, a line with the whole puzzle {size**2}"
    )
    return FormatError(f"{many} cells", row.line, row.end, hint=hint)


def _unfinished(rows: Sequence[Row], following: Row | None) -> FormatError:
    """Return the error for a grid that ends too early."""
    size = len(rows[0].words)
    number = len(rows) + 1
    if following is None:
        message = f"row {number} of a {size}x{size} Sudoku is missing"
        return FormatError(message, rows[-1].line + 1, 1, hint=f"it has {size} rows")
    many = len(following.cells())
    column = following.columns[size] if many > size else following.end
    message = f"{many} cells in row {number} of a {size}x{size} Sudoku"
    return FormatError(message, following.line, column, hint=f"each row has {size}")
