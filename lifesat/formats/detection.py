"""In which format a text is, judged by what it holds and never by a guess."""

from __future__ import annotations

import re

from lifesat.formats.errors import FormatError, place

FIRST_LINES = {
    "life-1.05": r"#Life[ _]?1\.05",
    "life-1.06": r"#Life[ _]?1\.06",
    "macrocell": r"\[M2\]",
    "mcell": r"#MCell\b",
}
"""How patterns begin in the formats that have a first line of their own; case does not count."""

BODY = "there are runs of cells and a !"
"""The reason why a text without a header is RLE."""

_RLE_BODY = re.compile(r"(?:[bo.$A-Xp-z0-9?\s]++|(?<=\n)#.*\n)*+!")


def detect_pattern(text: str) -> tuple[str, str]:
    """Name the format of a pattern and the reason.

    Parameters
    ----------
    text
        The pattern, without anything around it but white space.

    Returns
    -------
    tuple
        The name of the format, one of `FORMATS`, and what it was recognised by.

    Raises
    ------
    FormatError
        If the text is in no format known here, if it may be in several, or if it is empty.
    """
    stripped = text.lstrip()
    for name, pattern in FIRST_LINES.items():
        if match := re.match(pattern, stripped, re.IGNORECASE):
            return name, f"the first line is {match[0]}"
    first = re.compile(r"(?:[ \t]*(?:#.*)?\n)*+[ \t]*").match(text)
    begin = first.end() if first else 0
    rows = text[begin:]
    if re.match(r"x\s*=", rows):
        return "rle", "there is a header line x = ..."
    if not rows or rows.startswith("#"):
        raise FormatError(
            "no pattern found", *place(text, begin), hint="the text has neither a header nor cells"
        )
    if rows.startswith("!") or re.match(r"[.O?*\s]*+(?<=\n)!Name:", rows):
        return "cells", "the first line that is not a row begins with !"
    if _RLE_BODY.match(rows):
        return "rle", BODY
    if re.fullmatch(r"(?:x[spq][0-9]++(?:_[0-9a-z]++)++(?:/\S++)?\s*+)+", rows):
        return "apgcode", "there are only words of the form xs4_33"
    return _detect_drawing(text, begin)


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


def _detect_drawing(text: str, begin: int) -> tuple[str, str]:
    rows = re.compile(r"^[ \t]*[#!].*$", re.MULTILINE).sub("", text[begin:])
    letters = set(rows) - set(" \t\n")
    if letters == {"*"}:
        message = "ambiguous format: * is a live cell in a picture but an unknown cell in a grid"
        raise FormatError(message, *place(text, begin), "*", "give the format, picture or grid")
    if letters <= {".", "*"} and re.search(r"^#[PR]\b", text, re.MULTILINE):
        return "life-1.05", "there are rows of . and * after lines #P"
    if letters <= set(".O?"):
        return "cells", "there are rows of . and O"
    if letters <= set(".Oo*?"):
        return "picture", "there are rows of . and another letter"
    if letters <= set("01*,") and letters & {"0", "1"}:
        return "grid", "there are rows of 0 and 1"
    raise _explain(text, begin, rows)


def _explain(text: str, begin: int, rows: str) -> FormatError:
    at = place(text, begin)
    token = re.split("[ \t\n]", text[begin : begin + 20], maxsplit=1)[0]
    if token.startswith("<"):
        hint = "save only the pattern, without the HTML around it"
        return FormatError("this is HTML, not a pattern", *at, token, hint)
    if re.match(r"https?://", token):
        hint = "paste the pattern, or the address of an object such as .../object/xq4_153/b3s23"
        return FormatError("this is an address, not a pattern", *at, token, hint)
    if token.startswith("{{"):
        hint = "paste the RLE that it shows"
        return FormatError("this wiki template contains no pattern", *at, token, hint)
    if re.match(r"X\s*=", text[begin:]):
        hint = "write x = and y = in lower case"
        return FormatError("an RLE header starts with x", *at, "X", hint)
    if re.fullmatch(r"[bo$0-9 \t\n]*", rows):
        message = "ambiguous format: this may be RLE, but it has neither a header nor a !"
        return FormatError(message, *at, token, "if so, give the format, as in --from rle")
    return FormatError("the format is not recognised", *at, token, "give it, as in --from rle")
