"""Plaintext patterns (``.cells``): lines of comment after ``!``, then rows of ``.`` and ``O``.

Source: LifeWiki, "Plaintext".  A line ``!Rule: B36/S23`` is written for rules other than Life, and
read; to other programs it is a comment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.formats.errors import FormatError
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE, RuleError, parse_rule

if TYPE_CHECKING:
    from lifesat.life.metadata import Metadata


def read(text: str, *, unknown: bool = False) -> Pattern:
    """Read a plaintext pattern.

    Parameters
    ----------
    text
        Rows of ``.`` (dead) and ``O`` or ``*`` (live), with lines of comment after ``!``.
    unknown
        Whether ``?`` is read as an unknown cell.

    Raises
    ------
    FormatError
        At any other character.
    """
    rows: list[str] = []
    about: Metadata = {}
    comments: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
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


def check_row(
    line: str,
    number: int,
    *,
    unknown: bool,
    hint: str = "cells are '.' and 'O', comments begin with '!'",
) -> str:
    """Return a drawn row without white space at its end.

    Parameters
    ----------
    line
        The row.
    number
        Which line it is.
    unknown
        Whether ``?`` is an unknown cell.
    hint
        What an error says about the characters of the format.

    Raises
    ------
    FormatError
        At an invalid character.
    """
    row = line.rstrip()
    if stray := row.strip(".Oo*?" if unknown else ".Oo*"):
        letter = stray[0]
        if letter == "?":
            hint = "use --unknown to read it as a cell of any state"
        raise FormatError(f"invalid cell {letter!r}", number, row.index(letter) + 1, letter, hint)
    return row


def write(pattern: Pattern) -> str:
    """Write a pattern as plaintext; unknown cells are written as ``?``.

    Raises
    ------
    UserError
        If its box is too large to be drawn.
    """
    lines = []
    if pattern.name:
        lines.append(f"!Name: {pattern.name}")
    if pattern.author:
        lines.append(f"!Author: {pattern.author}")
    if pattern.rule != LIFE or pattern.grid:
        lines.append(f"!Rule: {pattern.rule}{f':{pattern.grid}' if pattern.grid else ''}")
    lines += [f"! {comment}" if comment else "!" for comment in pattern.comments]
    return "\n".join((*lines, str(pattern))) + "\n"
