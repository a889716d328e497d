"""Plaintext patterns (``.cells``): lines of comment after ``!``, then rows of ``.`` and ``O``.

Source: LifeWiki, "Plaintext".  A line ``!Rule: B36/S23`` is written for rules other than Life, and
read; to other programs it is a comment.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lifesat.formats.errors import FormatError, place
from lifesat.formats.header import read_header
from lifesat.life.pattern import Pattern, ReadWarning
from lifesat.life.rule import LIFE, RuleError, parse_rule

if TYPE_CHECKING:
    from lifesat.life.metadata import Metadata

DOUBLE_SPACED = ReadWarning(2, 1, "every other line is blank; all rows are read as one picture")


def read(text: str, *, unknown: bool = False) -> Pattern:
    """Read rows of ``.`` (dead) and ``O`` or ``*`` (live), with lines of comment after ``!``.

    If `unknown` is true, ``?`` is read as an unknown cell.
    """
    rows: list[str] = []
    about: Metadata = {}
    comments: list[str] = []
    double_spaced = is_double_spaced(text)
    if double_spaced:
        about["warnings"] = (DOUBLE_SPACED,)
    begin, end = _headed(text, about)
    for number, line in enumerate(text.split("\n"), 1):
        if begin <= number < end or (double_spaced and not line.strip()):
            continue
        if not line.startswith("!"):
            rows.append(check_row(line, number, unknown=unknown))
            continue
        key, _, value = line[1:].partition(":")
        if key == "Name" and "name" not in about:
            about["name"] = value.strip()
        elif key == "Author" and "author" not in about:
            about["author"] = value.strip()
        elif key == "Rule" and "rule" not in about:
            try:
                about["rule"], about["grid"] = parse_rule(value)
            except RuleError as error:
                raise FormatError(str(error), number, 7, value.strip()) from None
        else:
            comments.append(line[1:].removeprefix(" "))
    while rows and not rows[-1]:
        rows.pop()
    about["comments"] = tuple(comments)
    return Pattern.from_rows(rows, **about)


def _headed(text: str, about: Metadata) -> tuple[int, int]:
    """Read an RLE header above the rows; return its first line and the one after it, or zeros."""
    first = re.compile(r"(?:!.*\n|[ \t]*\n)*+").match(text)
    begin = first.end() if first else 0
    header = read_header(text, begin)
    if not header or not header.draws(text):
        return 0, 0
    rows = text[header.end :].split()
    size = max(map(len, rows), default=0), len(rows)
    at = place(text, header.size_at)
    if any(said not in (None, drawn) for said, drawn in zip(header.sides, size, strict=True)):
        message = f"the header gives the size {header}, but the rows have {size[0]} x {size[1]}"
        raise FormatError(message, *at, hint="correct the size")
    if header.rule is not None:
        try:
            about["rule"], about["grid"] = parse_rule(header.rule)
        except RuleError as error:
            raise FormatError(str(error), *place(text, header.rule_at), header.rule) from None
    said = ReadWarning(*at, "rows are read below a header of RLE")
    about["warnings"] = (*about.get("warnings", ()), said)
    return place(text, begin)[0], place(text, header.end)[0]


def is_double_spaced(text: str) -> bool:
    """Return whether every other line of a picture of three rows or more is blank.

    Some terminals double line ends when text is pasted; a row of dead cells has dots.
    """
    if "!" in text or "\n\n" not in text:
        return False
    lines = [line.strip() for line in text.strip("\n").split("\n")]
    return len(lines) > 4 and all(lines[::2]) and not any(lines[1::2])


def check_row(
    line: str,
    number: int,
    *,
    unknown: bool,
    hint: str = "cells are '.' and 'O', comments begin with '!'",
) -> str:
    """Return a drawn row without white space at its end, or reject an invalid character.

    `hint` names the characters of the format in errors.
    """
    row = line.rstrip()
    if stray := row.strip(".Oo*?" if unknown else ".Oo*"):
        letter = stray[0]
        if letter == "?":
            hint = "use --unknown to read it as a cell of any state"
        raise FormatError(f"invalid cell {letter!r}", number, row.index(letter) + 1, letter, hint)
    return row


def write(pattern: Pattern) -> str:
    """Write a pattern as plaintext; unknown cells are written as ``?``."""
    lines = []
    if pattern.name:
        lines.append(f"!Name: {pattern.name}")
    if pattern.author:
        lines.append(f"!Author: {pattern.author}")
    if pattern.rule != LIFE or pattern.grid:
        lines.append(f"!Rule: {pattern.rule}{f':{pattern.grid}' if pattern.grid else ''}")
    lines += [f"! {comment}" if comment else "!" for comment in pattern.comments]
    return "\n".join((*lines, str(pattern))) + "\n"
