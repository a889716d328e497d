"""Splitting a text into its patterns, and joining the texts of patterns."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from lifesat.formats import kaggle
from lifesat.formats.cells import is_double_spaced
from lifesat.formats.detection import FIRST_LINES
from lifesat.formats.header import other_headers
from lifesat.formats.rle import lead_of

_FIRST_LINE = {
    form: re.compile(rf"^{line}", re.MULTILINE | re.IGNORECASE)
    for form, line in FIRST_LINES.items()
}
_ANY_FIRST_LINE = re.compile(
    "|".join(rf"^{line}" for line in FIRST_LINES.values()), re.MULTILINE | re.IGNORECASE
)
# RLE without a header, and not words such as "oops!", which have the letters of cells.
_BODY = re.compile(r"(?=[^!]*[$0-9])[bo$0-9\s]*!", re.ASCII)
# A comment, or the beginning of a header, also right after cells.
_RLE_HEADER = re.compile(r"^#.*|(?:^|(?<=!))([ \t]*x[ \t]*=)", re.MULTILINE)
# Cells that end, outside comments.
_ENDED = re.compile(r"^[^#\n]*!", re.MULTILINE)
_WORD = re.compile(r"\S+")


def split(text: str, form: str) -> list[tuple[int, str]]:
    """Split a text into its patterns, all in one format, and return each with its offset.

    The text has line feeds between lines. The parts cover the whole text; but each of several rows
    under a header is followed by the header.
    """
    if form == "kaggle":
        return list(kaggle.parts(text))
    begins = list(_BEGINS.get(form, _no_others)(text))
    if first_line := _FIRST_LINE.get(form):
        begins = [line.start() for line in first_line.finditer(text)]
    return _cut(text, begins)


def is_after_blank_line(text: str, form: str) -> bool:
    """Return whether a part of a text, other than the first, begins only because of a blank line.

    Other programs read such a line in plaintext as a row of dead cells.
    """
    return form in ("cells", "picture") and not text.startswith("!")


def split_formats(text: str) -> list[tuple[int, str]]:
    """Split a text where a format with a first line of its own begins; see `split`."""
    return _cut(text, [line.start() for line in _ANY_FIRST_LINE.finditer(text)])


class Joiner:
    """Joins the texts of patterns so that each is read as a pattern of its own.

    The format is one of `lifesat.formats.registry.FORMATS` or ``IMAGES``, or None for texts that
    need nothing between them.
    """

    def __init__(self, form: str | None) -> None:
        self._following = _FOLLOWING.get(form or "")
        self._first = True

    def __call__(self, texts: Iterable[str]) -> Iterable[str]:
        """Return texts that can follow those of all earlier calls."""
        return texts if self._following is None else self._joined(texts, self._following)

    def _joined(self, texts: Iterable[str], following: Callable[[str], str]) -> Iterator[str]:
        for text in texts:
            yield text if self._first else following(text)
            self._first = False


def _cut(text: str, begins: list[int]) -> list[tuple[int, str]]:
    """Cut a text at offsets; what comes before the first pattern belongs to it."""
    if begins and not text[: begins[0]].strip():
        del begins[0]
    ends = [*begins, len(text)]
    return [(begin, text[begin:end]) for begin, end in zip([0, *begins], ends, strict=True)]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its offset."""
    offset = 0
    for line in text.split("\n"):
        yield offset, line
        offset += len(line) + 1


def _no_others(_: str) -> Iterator[int]:
    return iter(())


def _in_rle(text: str) -> Iterator[int]:
    """Yield where headers follow a ``!``, with the ``#`` lines above them, or else bodies."""
    standard = [header.start(1) for header in _RLE_HEADER.finditer(text) if header[1]]
    headers = sorted({*standard, *other_headers(text)})
    if headers and _ENDED.search(text[: lead_of(text, headers[0])]):
        headers.insert(0, 0)
    for before, header in pairwise(headers):
        if text.find("!", before, header) >= 0:
            yield lead_of(text, header)
    if headers:
        return
    end = text.find("!") + 1
    while end and (body := _BODY.match(text, end)):
        yield end + len(body[0]) - len(body[0].lstrip())
        end = body.end()


def _in_forum(text: str) -> Iterator[int]:
    """Yield where opening tags are, except those that a comment mentions."""
    opening = r"(?:^|(?<=\[/code\]))[ \t]*\[code\]"
    yield from (tag.start() for tag in re.finditer(opening, text, re.MULTILINE | re.IGNORECASE))


def _in_cells(text: str) -> Iterator[int]:
    """Yield where names follow rows or other names; without ``!``, the text is a picture."""
    if "!" not in text:
        yield from _in_pictures(text)
    begun = False
    for offset, line in _lines(text):
        if line.startswith("!Name:"):
            if begun:
                yield offset
            begun = True
        elif not line.startswith("!") and line.strip():
            begun = True


def _in_pictures(text: str) -> Iterator[int]:
    """Yield where rows follow other rows and blank lines."""
    if is_double_spaced(text):
        return
    rows = blank = False
    for offset, line in _lines(text):
        if not line.strip():
            blank = rows
            continue
        if blank:
            yield offset
        rows, blank = True, False


def _in_grids(text: str) -> Iterator[int]:
    """Yield where comments separate rows; blank lines separate generations."""
    rows, comment = False, -1
    for offset, line in _lines(text):
        if line.startswith("#"):
            comment = offset if rows and comment < 0 else comment
        elif line.strip():
            if comment >= 0:
                yield comment
            rows, comment = True, -1


def _in_apgcodes(text: str) -> Iterator[int]:
    """Yield where words begin."""
    yield from (word.start() for word in _WORD.finditer(text))


_BEGINS: dict[str, Callable[[str], Iterator[int]]] = {
    "rle": _in_rle,
    "lifelib": _in_rle,
    "forum": _in_forum,
    "cells": _in_cells,
    "picture": _in_pictures,
    "grid": _in_grids,
    "apgcode": _in_apgcodes,
}

# What comes before the text of another pattern, in formats whose patterns do not begin so anyway.
_FOLLOWING: dict[str, Callable[[str], str]] = {
    "cells": lambda text: text if text.startswith("!Name:") else f"!Name:\n{text}",
    "picture": lambda text: f"\n{text}",
    "grid": lambda text: f"#\n{text}",
    "kaggle": kaggle.following,
}
