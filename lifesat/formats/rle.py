"""Run Length Encoded patterns (``.rle``): the header and the lines around the cells.

Sources: Golly's help, page "File Formats"; Dean Hickerson's definition of 2002; LifeWiki, "Run
Length Encoded".  Where programs differ, lifesat accepts what Golly accepts.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from lifesat.formats.detection import plain_spaces
from lifesat.formats.errors import MAX_DIGITS, FormatError, place
from lifesat.formats.header import SIZE, read_header
from lifesat.formats.rle_cells import BROKEN_COUNT, LINE_LENGTH, read_cells, write_cells
from lifesat.formats.rule_table import rule_of_block
from lifesat.life.pattern import Pattern, ReadWarning
from lifesat.life.rule import LIFE, RuleError, parse_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lifesat.formats.header import Header
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
