"""Detection of the format of a text from its content, without guessing."""

from __future__ import annotations

import re

from lifesat.formats.errors import FormatError, place
from lifesat.formats.header import RUNS, read_header
from lifesat.formats.kaggle import is_kaggle

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
_LISTED_PAIR = r"\s*[+-]?[0-9]+\s*,\s*[+-]?[0-9]+\s*,?\s*"


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
    if inner and all(re.fullmatch(_LISTED_PAIR, each) for each in inner):
        hint = "write x and y of each live cell on a line of its own, after a first line #Life 1.06"
        return "this is a list of pairs of numbers in brackets", hint
    return "this is a list of numbers in brackets", "write rows of 0 and 1 without brackets"


def _size(text: str, _: str) -> tuple[str, str] | None:
    """Explain rows after a line of numbers, as some programs read them."""
    rows = re.fullmatch(r"[0-9]+(?:[ \t,]+[0-9]+)*[ \t]*\n([.Oo*?\s]*\.[.Oo*?\s]*)", text)
    return ("this line of numbers is not a row of cells", "leave it out") if rows else None


FIRST_LINES = {
    "life-1.05": r"#Life[ _]?1\.05",
    "life-1.06": r"#Life[ _]?1\.06",
    "macrocell": r"\[M2\]",
    "mcell": r"#MCell\b",
}
"""How patterns begin in formats with a first line of their own; case is ignored."""

BODY = "there are runs of cells and a !"
"""How RLE without a header is recognised."""

_WHITE = r"[ \t\n\r\f\v]"
_BETWEEN = rf"(?:{_WHITE}|#[^\n\r]*[\n\r])++"
BITMAP = rf"(P1|\AP4){_BETWEEN}([0-9]{{1,9}}){_BETWEEN}([0-9]{{1,9}})(?={_WHITE}|\Z)"
"""The header of a PBM file up to the height.

It is compiled only when needed, since that takes 2 ms.
"""

ODD_SPACES = "\xa0\xad\u1680\u202f\u205f\u2060\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x200C))
)
"""Characters of word processors and web pages that look like a space or are invisible."""

# An escaped $ or ! comes from a shell or from Markdown.
_RLE_BODY = re.compile(rf"{RUNS}\\?!")
_PLAIN_SPACES = str.maketrans(dict.fromkeys(ODD_SPACES, " "))
_NO_COMMENT = r"(?m)^(?![ \t]*[#!]).+"
_PAIR = r"[ \t]*+[+-]?[0-9]++(?:[ \t]*+,[ \t]*+|[ \t]++)[+-]?[0-9]++[ \t]*+"
_BOARD = r"([0-9]{1,9})[ \t]++([0-9]{1,9})[ \t]*+\n\s*+([.X?01][.X?01\s]*+)"


def detect_pattern(text: str) -> tuple[str, str]:
    """Return the format of a pattern, one of `FORMATS`, and how it was recognised.

    Only white space may surround the pattern. Raises FormatError if the format is unknown or
    ambiguous, or if the text is empty.
    """
    if found := _detect_begin(text):
        return found
    first = re.compile(r"(?:[ \t]*(?:#.*)?\n)*+[ \t]*").match(text)
    begin = first.end() if first else 0
    rows = text[begin:]
    header = read_header(text, begin)
    if header or re.match(r"x\s*=", rows):
        drawn = header is not None and header.draws(text)
        return "cells" if drawn else "rle", "there is a header line x = ..."
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
    return _detect_numbers(text, begin) or _detect_drawing(text, begin)


def plain_text(text: str | bytes) -> str:
    """Return the text with line feeds alone between lines and without a byte order mark.

    Each character of a raw bitmap (P4) is one of its bytes.
    """
    plain = text if isinstance(text, str) else _decode(text)
    if "\r" in plain and not is_raw(plain):
        plain = plain.replace("\r\n", "\n").replace("\r", "\n")
    return plain.removeprefix("\ufeff")


def is_raw(text: str) -> bool:
    """Return whether a text is a raw bitmap, whose characters are bytes, not letters or spaces."""
    return text.startswith("P4") and re.match(BITMAP, text) is not None


def plain_spaces(text: str) -> str:
    """Return the text with plain spaces for others, outside comments; offsets stay the same."""
    if text.isascii() or is_raw(text):
        return text
    return re.sub(_NO_COMMENT, lambda line: line[0].translate(_PLAIN_SPACES), text)


def _decode(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if data.startswith(b"P4") and is_raw(raw := data.decode("latin-1")):
        return raw
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _detect_begin(text: str) -> tuple[str, str] | None:
    stripped = text.lstrip()
    if is_kaggle(text):
        return "kaggle", "there are rows of id and cells, as in the contests of Kaggle"
    if stripped.startswith(("P1", "P4")):
        bitmap = re.compile(BITMAP).match(text, len(text) - len(stripped))
        if bitmap:
            return "pbm", f"the text begins with {bitmap[1]}"
    # Rows of # would otherwise be comments.
    if "#" in text and re.fullmatch(r"[.#?\s]*+", text):
        if "." in text:
            return "picture", "there are rows of . and #"
        if "##" in text:
            message = "ambiguous format: rows of # may be live cells or comments"
            at = place(text, text.index("#"))
            raise FormatError(message, *at, "#", "give --from picture to read live cells")
    for name, pattern in FIRST_LINES.items():
        if match := re.match(pattern, stripped, re.IGNORECASE):
            return name, f"the first line is {match[0]}"
    return None


def _detect_numbers(text: str, begin: int) -> tuple[str, str] | None:
    """Detect the format of a text that begins with two numbers; return None for a grid."""
    if text[begin] not in "+-0123456789":
        return None
    if re.fullmatch(rf"{_PAIR}(?:\n\s*+{_PAIR})*+\s*", text[begin:]):
        _reject_pairs(text, begin)
    elif (board := re.fullmatch(_BOARD, text.lstrip())) and _is_board(text, board):
        return "gol-sat", "rows of cells follow a line with their width and height"
    return None


def _reject_pairs(text: str, begin: int) -> None:
    """Reject lines of two numbers each, unless they are a grid and not a list of cells."""
    pairs = [tuple(re.findall(r"[+-]?[0-9]+", line)) for line in text[begin:].split("\n")]
    cells = [pair for pair in pairs if pair]
    if {number for cell in cells for number in cell} <= {"0", "1"}:
        if len(set(cells)) == len(cells):
            message = "ambiguous format: these may be rows of a grid or a list of live cells"
            hint = "give --from grid or --from life-1.06"
            raise FormatError(message, *place(text, begin), hint=hint)
        return
    message = "this may be a list of live cells in Life 1.06, but its first line is missing"
    hint = "begin with a line #Life 1.06, or give --from life-1.06 if each line has x and y"
    raise FormatError(message, *place(text, begin), hint=hint)


def _is_board(text: str, board: re.Match[str]) -> bool:
    """Return whether a first line of two numbers is a size and not the first row of a grid."""
    if set(board[0]) - set("01 \t\n"):
        return True
    if int(board[1]) * int(board[2]) != len("".join(board[3].split())):
        return False
    message = "ambiguous format: the first line may be the size of a board or a row of a grid"
    at = place(text, len(text) - len(board[0]))
    raise FormatError(message, *at, hint="give --from gol-sat or --from grid")


def _detect_drawing(text: str, begin: int) -> tuple[str, str]:
    rows = re.compile(r"^[ \t]*[#!].*$", re.MULTILINE).sub("", text[begin:])
    letters = set(rows) - set(" \t\n")
    described = re.search(r"^#[PRDNOC]\b", text, re.MULTILINE)
    if letters == {"*"}:
        message = "ambiguous format: * is a live cell in a picture but an unknown cell in a grid"
        named = "life-1.05" if described else "picture"
        hint = f"give --from {named}, or --from grid with --unknown"
        raise FormatError(message, *place(text, begin), "*", hint)
    if letters <= set(".*O") and described:
        return "life-1.05", f"there are rows of . and * after lines {described[0]}"
    if letters <= set(".O?"):
        return "cells", "there are rows of . and O"
    if letters <= set(".Oo*?"):
        return "picture", "there are rows of . and another letter"
    if letters <= set(".X?"):
        return "picture", "there are rows of . and X"
    if letters <= set("01*,") and letters & {"0", "1"}:
        return "grid", "there are rows of 0 and 1"
    raise unrecognised(text, begin, rows)
