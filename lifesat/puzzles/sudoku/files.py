"""Sudokus in the files of other programs: lists in brackets, CSV, XML, addresses."""

import re
from collections.abc import Iterator

from lifesat.formats.errors import FormatError, Places
from lifesat.puzzles.sudoku.problem import SYMBOLS
from lifesat.puzzles.sudoku.rows import NAMES_OF_NOTHING, Row, split

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
            pairs = [(cell, column + place) for cell, place in split(word)]
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
