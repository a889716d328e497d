"""In which format a text is, judged by what it holds and never by a guess."""

from __future__ import annotations

import re

from lifesat.formats.errors import FormatError, place

_FIRST_LINES = (
    (r"#Life[ _]?1\.05", "life-1.05"),
    (r"#Life[ _]?1\.06", "life-1.06"),
)
_LETTERS = (
    # what the rows consist of, format, reason
    (r"[.O?\s]*", "cells", "rows of '.' and 'O'"),
    (r"[.O?\s]*|[.*?\s]*|[.o?\s]*", "picture", "rows of '.' and one letter for live cells"),
)
_RLE_BODY = re.compile(r"(?:[bo.$A-Xp-z0-9?\s]++|(?<=\n)#.*\n)*+!")


def detect(text: str | bytes) -> tuple[str, str]:
    """Name the format of a text and the reason.

    Parameters
    ----------
    text
        Any text.

    Returns
    -------
    tuple
        The name of the format, one of `FORMATS`, and what it was recognised by.

    Raises
    ------
    FormatError
        If the text is in no format known here, if it may be in several, or if it is empty.
    """
    text = plain_text(text)
    stripped = text.lstrip()
    for pattern, name in _FIRST_LINES:
        if match := re.match(pattern, stripped, re.IGNORECASE):
            return name, f"the first line is {match[0]}"
    first = re.compile(r"(?:[ \t]*(?:#.*)?\n)*+[ \t]*").match(text)
    begin = first.end() if first else 0
    rows = text[begin:]
    if re.match(r"x\s*=", rows):
        return "rle", "there is a header line x = ..."
    if not rows or rows.startswith("#"):
        raise FormatError("there is no pattern", *place(text, begin), hint="no header, no cells")
    if rows.startswith("!"):
        return "cells", "the first line begins with !"
    if _RLE_BODY.match(rows):
        return "rle", "there are runs of cells and a !"
    return _detect_picture(text, begin)


def plain_text(text: str | bytes) -> str:
    """Return the text with line feeds alone between lines, without a byte order mark."""
    plain = text if isinstance(text, str) else _decode(text)
    if "\r" in plain:
        plain = plain.replace("\r\n", "\n").replace("\r", "\n")
    return plain.removeprefix("\ufeff")


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _detect_picture(text: str, begin: int) -> tuple[str, str]:
    rows = re.compile(r"^[ \t]*[#!].*$", re.MULTILINE).sub("", text[begin:])
    if re.search(r"^[ \t]*#[PR]\s", text, re.MULTILINE) and re.fullmatch(r"[.*\s]*", rows):
        return "life-1.05", "there are blocks of rows after #P lines"
    for letters, name, reason in _LETTERS:
        if re.fullmatch(letters, rows):
            return name, reason
    token = rows.split(maxsplit=1)[0][:20] if rows.strip() else ""
    at = place(text, begin)
    if token.startswith("<"):
        hint = "save the pattern alone, without HTML around it"
        raise FormatError("this is mark-up, not a pattern", *at, token, hint)
    if re.match(r"X\s*=", text[begin:]):
        hint = "write x = and y = in lower case"
        raise FormatError("an RLE header starts with x", *at, "X", hint)
    if re.fullmatch(r"[bo$0-9\s]*", rows):
        message = "this may be RLE, but it has neither a header nor a !"
        raise FormatError(message, *at, token, "name the format to read it as RLE")
    raise FormatError(
        "the format is not recognised", *at, token, "name the format, as in --from rle"
    )
