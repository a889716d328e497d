"""Errors that say what a text is if it is not a pattern, and what would be right instead."""

from __future__ import annotations

import re

from lifesat.formats.errors import FormatError, place

_IMAGES = {
    "\x89PNG": "a PNG picture",
    "GIF8": "a GIF picture",
    "\xff\xd8\xff": "a JPEG picture",
    "BM.{2,4}\0\0\0\0": "a BMP picture",
    "RIFF....WEBP": "a WebP picture",
    "(?:II\\*\0|MM\0\\*)": "a TIFF picture",
    "P[25]\\s[\\s0-9#]": "a picture in shades of grey",
    "P[367]\\s[\\s0-9#A-Z]": "a picture in colours",
}
"""How image files begin, as regular expressions."""

_LIST = re.compile(r"(?:\w+\s*=\s*)?[\[({][\s0-9,+\-\[\](){}]*")
_PAIR = r"\s*[+-]?[0-9]+\s*,\s*[+-]?[0-9]+\s*,?\s*"


def image_error(text: str) -> FormatError | None:
    """Return the error about a picture that is not a bitmap, or None if the text is not a picture.

    The bytes of a picture are given as Latin-1.
    """
    for begin, name in _IMAGES.items():
        if re.match(begin, text, re.DOTALL):
            hint = "`lifesat draw --picture FILE` makes a pattern of it"
            return FormatError(f"this is {name}, not a pattern", 1, 1, hint=hint)
    return None


def unrecognised(text: str, begin: int, rows: str) -> FormatError:
    """Return the error about a text in no known format.

    `begin` is the offset of the first line that is not a comment; `rows` is what follows, without
    comments.
    """
    if image := image_error(text):
        return image
    at = place(text, begin)
    token = re.split("[ \t\n]", text[begin : begin + 20], maxsplit=1)[0]
    for judge in (_other_text, _list, _size):
        if found := judge(text[begin:], token):
            return FormatError(found[0], *at, token, found[1])
    if re.match(r"X\s*=", text[begin:]):
        hint = "write x = and y = in lower case"
        return FormatError("an RLE header starts with x", *at, "X", hint)
    if re.fullmatch(r"(?:(?:[1-9][0-9]{0,99})?[bo$]\s*)+", rows):
        message = "ambiguous format: this may be RLE, but it has neither a header nor a !"
        return FormatError(message, *at, token, "give --from rle to read it as RLE")
    hint = "a pattern begins with a header such as x = 3, y = 3 or has rows of '.' and 'O'"
    return FormatError("the format is not recognised", *at, token, hint)


def _other_text(_: str, token: str) -> tuple[str, str] | None:
    if token.startswith("<"):
        return "this is HTML, not a pattern", "save only the pattern, without the HTML around it"
    if re.match(r"https?://", token):
        hint = "paste the pattern, or the address of an object such as .../object/xq4_153/b3s23"
        return "this is an address, not a pattern", hint
    if "\0" in token:
        return "there is a null character, as in UTF-16 without a mark", "save the text as UTF-8"
    if token.startswith("{{"):
        return "this wiki template contains no pattern", "paste the RLE that it shows"
    return None


def _list(text: str, _: str) -> tuple[str, str] | None:
    """Explain a list as programs print it; which number is x cannot be guessed."""
    if not _LIST.fullmatch(text):
        return None
    inner = re.findall(r"[\[({]([^\[\](){}]*)[\])}]", text)
    if inner and all(re.fullmatch(_PAIR, each) for each in inner):
        hint = "write x and y of each live cell on a line of its own, after a first line #Life 1.06"
        return "this is a list of pairs of numbers in brackets", hint
    return "this is a list of numbers in brackets", "write rows of 0 and 1 without brackets"


def _size(text: str, _: str) -> tuple[str, str] | None:
    """Explain rows after a line of numbers, as some programs read them."""
    rows = re.fullmatch(r"[0-9]+(?:[ \t,]+[0-9]+)*[ \t]*\n([.Oo*?\s]*\.[.Oo*?\s]*)", text)
    return ("this line of numbers is not a row of cells", "leave it out") if rows else None
