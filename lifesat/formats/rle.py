"""Run Length Encoded patterns (``.rle``): the cells, and the header and lines around them.

A dense soup of 10 MB has some five million runs, too many to look at one by one: one regular
expression finds where the text stops being valid, and runs of up to nine cells are written out (or
put together) by replacing, for all of them at once, ``3b`` by ``bbb`` (or the reverse).

Sources: Golly's help, page "File Formats"; Dean Hickerson's definition of 2002; LifeWiki, "Run
Length Encoded".  Where programs differ, lifesat accepts what Golly accepts.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from lifesat.formats.detection import plain_spaces
from lifesat.formats.errors import MAX_DIGITS, FormatError, place
from lifesat.formats.header import SIZE, read_header
from lifesat.formats.rule_table import rule_of_block
from lifesat.life.cell_rows import GAP, MAX_CELLS, CellRows
from lifesat.life.pattern import UNKNOWN, Pattern, ReadWarning
from lifesat.life.rule import LIFE, RuleError, parse_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lifesat.formats.header import Header
    from lifesat.life.cell_rows import Pieces
    from lifesat.life.metadata import Metadata
    from lifesat.life.rule import Rule


_NUMBER = rf"-?[0-9]{{1,{MAX_DIGITS}}}"
_RUNS_BEHIND = (
    rf"{SIZE}(?:,\s*(?i:rule)\s*=\s*\S*[^\s,])?[ \t]+"
    r"((?:[0-9]*+(?:[p-y]?[A-X]|[bo.?$])[ \t]*+)*+(?:\\?!.*)?)"
)
_PLACE = re.compile(rf"\s*({_NUMBER})[\s,]+({_NUMBER})\s*")

# What no header has: the end of a row or of a pattern.
_ENDS = re.compile("[$!]")

HEADER_START = re.compile(r"^[ \t]*x[ \t]*=", re.MULTILINE)
"""The beginning of a header line."""


def read(text: str, *, unknown: bool = False) -> Pattern:
    """Read an RLE pattern, with or without header and ``!``.

    If `unknown` is true, ``?`` is read as an unknown cell.
    """
    head = _Head(text)
    cells = _unescaped(text, head)
    rows, drawn, end = read_cells(cells, head.end, states=head.rule.states, unknown=unknown)
    if end == len(text) and head.header_at < 0 and not rows:
        raise FormatError(
            "no pattern found", *place(text, end), hint="the text has neither a header nor cells"
        )
    head.warnings += _escapes(text, head.end, end)
    head.warnings += _broken_counts(text, head.end, end)
    if head.rule.states == 2:
        head.warnings += _marked_cells(text, head.end, end)
    width, height = head.size(rows.extent, drawn)
    # Lines that begin with ! still have other spaces, which would not come back.
    trailing = plain_spaces(text[end + 1 :])
    head.about["trailing"] = trailing.removeprefix("\n").removesuffix("\n")
    head.about["comments"] = tuple(head.comments)
    head.about["warnings"] = tuple(head.warnings)
    return Pattern(rows, width, height, **head.about)


def _unescaped(text: str, head: _Head) -> str:
    r"""Return the text, as long as before, with ``$`` and ``!`` for ``\$`` and ``\!`` in cells."""
    if "\\" not in text:
        return text
    # A count is right before its $, but may not be before white space.
    return text[: head.end] + text[head.end :].replace("\\$", "$ ").replace("\\!", " !")


def _escapes(text: str, begin: int, end: int) -> Iterator[ReadWarning]:
    """Warn about the first backslash that a shell or Markdown needed."""
    if text.find("\\", begin, end) < 0:
        return
    for found in re.compile(r"^[ \t]*#.*|\\(?=[$!])", re.MULTILINE).finditer(text, begin, end + 1):
        if found[0] == "\\":
            message = "the backslash is ignored, and so are all further before $ and !"
            yield ReadWarning(*place(text, found.start()), message)
            return


def _broken_counts(text: str, begin: int, end: int) -> Iterator[ReadWarning]:
    line, _ = place(text, begin)
    for broken in BROKEN_COUNT.finditer(text, begin, end):
        # Counting the lines from the last place on keeps the time linear.
        line += text.count("\n", begin, broken.start())
        begin = broken.start()
        message = "a count continues on the next line; its two parts were joined"
        yield ReadWarning(line, LINE_LENGTH, message)


def _marked_cells(text: str, begin: int, end: int) -> Iterator[ReadWarning]:
    """Warn about the first of Niemiec's letters for marked live cells, x, y and z."""
    if all(text.find(letter, begin, end) < 0 for letter in "xyz"):
        return  # this is all that a large pattern costs
    for found in re.compile("^[ \t]*#.*|[xyz]", re.MULTILINE).finditer(text, begin, end):
        if found[0] in ("x", "y", "z"):
            message = f"'{found[0]}' is read as a live cell, and so are all further x, y and z"
            yield ReadWarning(*place(text, found.start()), message)
            return


def lead_of(text: str, begin: int) -> int:
    """Return where the ``#`` lines above the line at an offset begin, or the offset."""
    while begin and text.startswith("#", previous := text.rfind("\n", 0, begin - 1) + 1):
        begin = previous
    return begin


class _Head:
    """The lines before the cells: comments and the header."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.about: Metadata = {}
        self.comments: list[str] = []
        self.warnings: list[ReadWarning] = []
        self.header_at = -1
        self.header_size: tuple[int | None, int | None] = (None, None)
        self.rule = LIFE
        self._unread: list[tuple[int, Rule]] = []
        self.end = 0
        while self.end < len(text):
            next_line = text.find("\n", self.end) + 1 or len(text)
            line = text[self.end : next_line].removesuffix("\n")
            word = line.lstrip()
            begin = self.end + len(line) - len(word)
            if word.startswith("#"):
                self._read_comment(word, begin)
            elif word and self.header_at >= 0:
                break
            elif word and not _ENDS.search(line) and (header := read_header(text, self.end)):
                self._use(header)
                next_line = header.end
            elif HEADER_START.match(word):
                next_line = self._cells_on_line(line, self.end)
            elif word:
                self._reject_other_formats(word, begin)
                break
            self.end = next_line
        for offset, rule in self._unread:
            if rule != self.rule:
                self.warn(offset, f"#R is not read as a rule; write #r {rule}")

    def warn(self, offset: int, message: str) -> None:
        """Warn about the text at an offset."""
        self.warnings.append(ReadWarning(*place(self.text, offset), message))

    def size(self, extent: tuple[int, int], drawn: tuple[int, int]) -> tuple[int, int]:
        """Return the header's size, or else the drawn one, enlarged if live cells lie beyond it."""
        width, height = (
            said if said is not None else size
            for said, size in zip(self.header_size, drawn, strict=True)
        )
        if extent[0] > width or extent[1] > height:
            message = f"the header says {width} x {height}, but the cells reach {extent[0]} x"
            self.warn(self.header_at, f"{message} {extent[1]}; the larger size is used")
        return max(width, extent[0]), max(height, extent[1])

    def _read_comment(self, line: str, offset: int) -> None:
        kind, words = line[1:2], line[2:].removeprefix(" ")
        if line.startswith("#CXRLE"):
            self._read_extended(line, offset)
        elif line.startswith("#CLL state-numbering "):
            self._read_numbering(line, offset)
        elif kind == "N" and "name" not in self.about:
            self.about["name"] = words.strip()
        elif kind == "O" and "author" not in self.about:
            self.about["author"] = words.strip()
        elif kind == "r" and self.header_at >= 0 and "rule" in self.about:
            self.warn(offset, f"the header's rule is used, {self.rule}; Golly 3 takes this one")
        elif kind == "r":
            self._set_rule(words, offset + 2)
        elif kind in ("P", "R") and (corner := _PLACE.fullmatch(words)):
            self.about["position"] = (int(corner[1]), int(corner[2]))
        elif kind in ("C", "c", "D"):
            self.comments.append(words)
        else:
            self.comments.append(line[1:])
            if kind == "R":
                self._note_rule(words, offset)

    def _note_rule(self, words: str, offset: int) -> None:
        """Note the rule in a ``#R`` line, which is one in Life 1.05 but not in RLE."""
        with suppress(RuleError):
            rule, _ = parse_rule(words)
            if rule.family != "named":
                self._unread.append((offset, rule))

    def _read_extended(self, line: str, offset: int) -> None:
        """Read Golly's ``#CXRLE Pos=-5,7 Gen=12``."""
        position = re.search(rf"\sPos\s*=\s*({_NUMBER}),({_NUMBER})(?![0-9])", line)
        generation = re.search(r"\sGen\s*=\s*([0-9]{1,4000})(?![0-9])", line)
        if position:
            self.about["position"] = (int(position[1]), int(position[2]))
        if generation:
            self.about["generation"] = int(generation[1])
        for found, key in ((position, "Pos"), (generation, "Gen")):
            if not found and key in line:
                self.warn(offset + line.index(key), f"{key} is unknown and ignored")

    def _read_numbering(self, line: str, offset: int) -> None:
        """Read lifelib's line about the numbering of the states above 1."""
        numbering = line.partition("numbering ")[2].strip()
        if numbering != "golly":
            self.warn(
                offset,
                f"state numbering '{numbering}' is unknown; states are read as numbered by golly",
            )

    def _use(self, header: Header) -> None:
        self.header_at = header.size_at
        for offset, note in header.notes:
            self.warn(offset, note)
        if header.rule is not None:
            self._set_header_rule(header.rule, header.rule_at)
        self.header_size = header.sides
        if any(side is not None and side < 0 for side in self.header_size):
            self.warn(self.header_at, "the negative size is ignored")
            self.header_size = (None, None)

    def _cells_on_line(self, line: str, offset: int) -> int:
        """Read a header with cells on its line; return where they begin."""
        if behind := re.fullmatch(_RUNS_BEHIND, line):
            begin = offset + behind.start(5)
            header = read_header(f"{self.text[:begin].rstrip()}\n", offset)
            if header:
                self._use(header)
                message = "cells are read on the line of the header; they belong on the next"
                self.warn(begin, message)
                return begin
        end = _ENDS.search(line)
        with suppress(FormatError):
            # Words after the rule may end in an exclamation mark.
            if end and (header := read_header(self.text, offset)):
                self._use(header)
                return header.end
        if end:
            at = place(self.text, offset + end.start())
            hint = "the cells begin on the line after it"
            raise FormatError(f"'{end[0]}' in the header", *at, end[0], hint)
        size = re.match(SIZE, line)
        wrong = offset + (size.end() if size else line.index("x"))
        hint = "a header looks like: x = 3, y = 3, rule = B3/S23"
        token = self.text[wrong : offset + len(line)]
        raise FormatError("invalid header", *place(self.text, wrong), token, hint)

    def _set_header_rule(self, words: str, offset: int) -> None:
        try:
            self._set_rule(words, offset)
        except FormatError:
            # Words after the rule are left out; rules of Larger than Life have commas of their own.
            rule, comma, rest = words.rpartition(",")
            if not comma:
                raise
            self._set_rule(rule, offset)
            self.warn(offset + len(rule), f"'{comma}{rest}' after the rule is ignored")

    def _set_rule(self, words: str, offset: int) -> None:
        before = self.about.get("rule", self.rule)
        try:
            self.rule, grid = parse_rule(words)
            if self.rule.family == "named" and "@RULE" in self.text:
                self.rule = rule_of_block(self.text, self.rule.name) or self.rule
        except RuleError as error:
            offset += len(words) - len(words.lstrip())
            raise FormatError(str(error), *place(self.text, offset), words.strip()) from None
        if "rule" in self.about and before != self.rule:
            self.warn(offset, f"this rule is used, not {before} from the #r line")
        self.about["rule"], self.about["grid"] = self.rule, grid

    def _reject_other_formats(self, line: str, offset: int) -> None:
        if re.match(r"X\s*=", line):
            hint = "write x = and y = in lower case"
            raise FormatError("a header starts with x", *place(self.text, offset), "X", hint)


def write(pattern: Pattern) -> str:
    """Write a pattern as Golly writes it.

    The lines are, where they are needed: ``#CXRLE`` with position and generation, ``#N``, ``#O``,
    ``#C``, the header, the cells in lines of at most 70 columns, and the text that follows them.
    Unknown cells are written as ``?``.
    """
    lines = []
    extended = []
    if pattern.position is not None:
        extended.append(f"Pos={pattern.position[0]},{pattern.position[1]}")
    if pattern.generation is not None:
        extended.append(f"Gen={pattern.generation}")
    if extended:
        lines.append(f"#CXRLE {' '.join(extended)}")
    if pattern.name:
        lines.append(f"#N {pattern.name}")
    if pattern.author:
        lines.append(f"#O {pattern.author}")
    lines += [f"#C {comment}" if comment else "#C" for comment in pattern.comments]
    rule = f"{pattern.rule}:{pattern.grid}" if pattern.grid else str(pattern.rule)
    lines.append(f"x = {pattern.width}, y = {pattern.height}, rule = {rule}")
    cells = write_cells(pattern.pieces(), pattern.rule.states)
    trailing = f"{pattern.trailing}\n" if pattern.trailing else ""
    return "\n".join(lines) + f"\n{cells}{trailing}"


# ---------------------------------------------------------------- the cells

LINE_LENGTH = 70
"""The most columns of a line that Golly writes."""

_WHITE = " \t\r\n\f\v"
# Some programs break every line after 70 characters, be it inside a count. Elsewhere white space
# after a count is an error, as it is in Golly.
_BROKEN = rf"(?<=\n[^\n]{{{LINE_LENGTH - 1}}}[0-9])\r?\n"
_COUNT = rf"[1-9][0-9]{{0,{MAX_DIGITS - 1}}}+(?:{_BROKEN}[0-9]*+)?+"
# Niemiec's x, y and z are live cells that he marked.
_PLAIN_LETTERS = bytes.maketrans(b".Axyz", b"boooo")
_STATE_OF_LETTER = bytes.maketrans(b"bo?", bytes((0, 1, UNKNOWN)))
_LETTER_OF_STATE = bytes.maketrans(bytes((0, 1, UNKNOWN)), b"bo?")
_SHORT_RUNS = [(b"%d%c" % (n, tag), bytes((tag,)) * n) for tag in b"bo?" for n in range(9, 1, -1)]
BROKEN_COUNT = re.compile(_BROKEN)
"""The end of a full line, inside a count."""
_LONG_RUN = re.compile(rb"([1-9][0-9]+)([bo?])")


class _LimitError(Exception):
    """The cells exceed `MAX_CELLS`."""


def read_cells(
    text: str, start: int, *, states: int, unknown: bool
) -> tuple[CellRows, tuple[int, int], int]:
    """Read cells from the offset `start` up to the ``!`` or the end of the text.

    Returns the cells, the drawn size with dead cells at row ends, and the offset of the ``!``.
    Raises FormatError at the first text that is not a run of cells, or at the run that exceeds
    `MAX_CELLS`.
    """
    valid = _valid_runs(states, unknown)
    parts = []
    begin = start
    while True:
        end = valid.match(text, begin).end()  # type: ignore[union-attr]  # it matches nothing, too
        parts.append(text[begin:end])
        comment = re.compile(r"#.*\n?").match(text, end)
        if not comment or text[text.rfind("\n", 0, end) + 1 : end].strip():
            break
        begin = comment.end()
    bang = re.compile(r"[0-9]*!|\Z").match(text, end)
    if not bang:
        raise _explain(text, end, states=states, unknown=unknown)
    data = "".join(parts).encode("ascii").translate(None, _WHITE.encode("ascii"))
    try:
        rows, size = _expand(data, states)
    except _LimitError:
        raise _explain_limit(text, start) from None
    return rows, size, max(bang.end() - 1, end)


@cache
def _valid_runs(states: int, unknown: bool) -> re.Pattern[str]:
    letters, others = "bo.Ayz$?" if unknown else "bo.Ayz$", r"x(?!\s*=)"
    if states > 2:
        # A to X, then with a prefix pA to pX, qA and so on, up to the rule's last state.
        prefix, letter = divmod(max(states - 26, 0), 24)
        letters = f"bo.$A-{chr(ord('@') + min(states - 1, 24))}"
        others = f"{chr(ord('p') + prefix)}[A-{chr(ord('A') + letter)}]" if states > 25 else "(?!)"
        if prefix:
            others += f"|[p-{chr(ord('p') + prefix - 1)}][A-X]"
    tag = f"(?:[{letters}]|{others})"
    plain = f"[{letters}{_WHITE}]*+"
    return re.compile(f"(?:{plain}(?:{_COUNT})?+{tag})*+{plain}")


def _expand(data: bytes, states: int) -> tuple[CellRows, tuple[int, int]]:
    if states == 2:
        data = data.translate(_PLAIN_LETTERS)
    expand_row = _expand_two_states if states == 2 else _expand_many_states
    rows: dict[int, list[tuple[int, bytes]]] = {}
    y = width = height = 0
    left = MAX_CELLS
    for row in data.split(b"$"):
        cells = row.rstrip(b"0123456789")  # what follows is the count of the $
        if cells:
            rows[y], length, left = expand_row(cells, left)
            width, height = max(width, length), y + 1
        y += int(row[len(cells) :] or 1)
    return CellRows.pack(rows), (width, height)


def _expand_two_states(row: bytes, left: int) -> tuple[list[tuple[int, bytes]], int, int]:
    """Return the pieces of a row, its length, and how many of `left` cells may still be made."""
    pieces = []
    x = 0
    parts = _LONG_RUN.split(row)  # cells, count, letter, cells, count, letter, ..., cells
    for index, part in enumerate(parts):
        if index % 3 == 2:
            continue
        if index % 3 == 0:
            states = part if part.isalpha() or not part else _expand_short_runs(part)
        elif parts[index + 1] == b"b":
            x += int(part)
            continue
        elif int(part) > left:
            raise _LimitError
        else:
            states = parts[index + 1] * int(part)
        left -= len(states)
        if states:
            pieces.append((x, states.translate(_STATE_OF_LETTER)))
            x += len(states)
    if left < 0:
        raise _LimitError
    return pieces, x, left


def _expand_short_runs(cells: bytes) -> bytes:
    for run, long in _SHORT_RUNS if b"?" in cells else _SHORT_RUNS[:16]:
        cells = cells.replace(run, long)
    return cells.replace(b"1", b"")


def _expand_many_states(row: bytes, left: int) -> tuple[list[tuple[int, bytes]], int, int]:
    pieces: list[tuple[int, list[bytes]]] = [(0, [])]
    states = _state_tags()
    x = 0
    for digits, tag in re.findall(rb"([0-9]*)([p-y]?[A-X.bo])", row):
        count = int(digits or 1)
        state = states[tag]
        x += count
        if state == b"\0" and count >= GAP:
            pieces.append((x, []))
            continue
        left -= count
        if left < 0:
            raise _LimitError
        pieces[-1][1].append(state * count)
    return [(begin, b"".join(parts)) for begin, parts in pieces], x, left


@cache
def _state_tags() -> dict[bytes, bytes]:
    """Return the states of the multi-state tags: A..X are 1 to 24, pA..pX 25 to 48, up to yO."""
    tags = {b"b": b"\0", b".": b"\0", b"o": b"\1"}
    return tags | {tag: bytes((state,)) for state, tag in enumerate(_tags()) if state}


@cache
def _tags() -> list[bytes]:
    letters = [bytes((letter,)) for letter in b"ABCDEFGHIJKLMNOPQRSTUVWX"]
    prefixes = [b"", *(bytes((prefix,)) for prefix in b"pqrstuvwxy")]
    return [b".", *(prefix + letter for prefix in prefixes for letter in letters)][:256]


def write_cells(rows: Iterator[tuple[int, Pieces]], states: int, columns: int = LINE_LENGTH) -> str:
    """Write rows of cells, as from `Pattern.pieces`, as Golly does.

    Dead cells at the ends of rows are omitted; lines have at most `columns` columns.
    """
    encode = _encode_two_states if states == 2 else _encode_many_states
    dead = b"b" if states == 2 else b"."
    parts: list[bytes] = []
    last = 0
    for y, pieces in rows:
        if y > last:
            parts.append(_run(y - last, b"$"))
        last = y
        end = 0
        for x, data in pieces:
            parts += (_run(x - end, dead), encode(data))
            end = x + len(data)
    parts.append(b"!")
    if states == 2:
        line = rb".{0,%d}[bo$!?]|[0-9]+[bo$?]" % (columns - 1)
    else:
        # Golly reserves two columns for each cell, also for one without a prefix.
        line = rb".{0,%d}(?:[p-y][A-X]|[.$!A-X])|[0-9]+[p-y]?[.$A-X]" % (columns - 2)
    lines = re.findall(line, b"".join(parts))
    return b"\n".join(lines).decode("ascii") + "\n"


def _run(count: int, tag: bytes) -> bytes:
    return b"%d%b" % (count, tag) if count > 1 else tag * count


def _encode_two_states(states: bytes) -> bytes:
    return _encode_short(states) if len(states) < 10 else _encode_runs(states)


@lru_cache(maxsize=1024)
def _encode_short(states: bytes) -> bytes:
    return _encode_runs(states)  # few of these are different in a pattern of small parts


def _encode_runs(states: bytes) -> bytes:
    cells = states.translate(_LETTER_OF_STATE)
    for tag in (b"b", b"o", b"?"):
        if tag * 10 in cells:
            # Ten letters in the pattern, not a count of ten, let the search skip quickly.
            letter = re.escape(tag)
            long = re.compile(letter * 10 + letter + b"*")
            cells = long.sub(lambda run: b"%d%c" % (len(run[0]), run[0][0]), cells)
    for short, run in _SHORT_RUNS if b"?" in cells else _SHORT_RUNS[:16]:
        cells = cells.replace(run, short)
    return cells


def _encode_many_states(states: bytes) -> bytes:
    tags = _tags()
    runs = re.finditer(rb"(.)\1*", states, re.DOTALL)
    return b"".join(_run(len(run[0]), tags[run[0][0]]) for run in runs)


def _explain(text: str, offset: int, *, states: int, unknown: bool) -> FormatError:
    """Return the error about a text in which no run of cells begins at an offset."""
    digits, token = re.compile(r"([0-9]*)([p-y]?[A-X]|.|)", re.DOTALL).match(text, offset).groups()  # type: ignore[union-attr]
    at = offset + len(digits)
    if digits.startswith("0"):
        return _error(text, offset, digits, "a count begins with 0", "counts start at 1")
    if len(digits) > MAX_DIGITS:
        message = f"the count has {len(digits)} digits"
        return _error(
            text, offset, digits[:MAX_DIGITS], message, f"counts have at most {MAX_DIGITS} digits"
        )
    if digits and (not token or token in _WHITE):
        hint = f"a count must be followed directly by its cell, as in {digits}b"
        return _error(text, offset, digits, f"white space after the count {digits}", hint)
    if re.compile(r"x\s*=").match(text, at):
        hint = "a pattern ends with '!' before the next one begins"
        return _error(text, at, "x", "second header inside the cells", hint)
    return _error(text, at, token, *_judge(token, states=states, unknown=unknown))


def _judge(token: str, *, states: int, unknown: bool) -> tuple[str, str]:
    """Return the error message and the hint for a token that is not a cell."""
    known = {
        "<": ("this is HTML, not RLE", "save only the pattern, without the HTML around it"),
        "?": ("invalid cell '?'", "use --unknown to read it as a cell of any state"),
    }
    if token in known and states == 2:
        return known[token]
    hint = "two-state RLE writes live cells as 'o' and dead ones as 'b'"
    if states > 2:
        last = _tags()[states - 1].decode("ascii")
        hint = f"the cells of this rule are '.' and 'A' to '{last}'"
    if re.fullmatch("[p-x]?[A-X]|y[A-O]", token):
        number = _tags().index(token.encode("ascii"))
        last_state = "two states" if states == 2 else f"the states 0 to {states - 1}"
        return f"'{token}' is state {number}, but the rule has {last_state}", hint
    also = ", '?' is any state" if unknown and states == 2 else ""
    return f"invalid cell {token!r}", f"{hint}{also}, '$' ends a row and '!' the pattern"


def _explain_limit(text: str, start: int) -> FormatError:
    """Return the error about the run with which the cells exceed the limit."""
    total = 0
    offset = start
    for run in re.compile(r"([0-9]*)(?:[p-y]?[A-X]|([b.])|[o?xyz])").finditer(text, start):
        count = int(run[1] or 1)
        if not run[2] or count < GAP:
            total += count
            offset = run.start()
        if total > MAX_CELLS:
            break
    message = f"the pattern exceeds the limit of {MAX_CELLS:,} cells here"
    return _error(text, offset, "", message, "only long runs of dead cells do not count")


def _error(text: str, offset: int, token: str, message: str, hint: str) -> FormatError:
    return FormatError(message, *place(text, offset), token, hint)
