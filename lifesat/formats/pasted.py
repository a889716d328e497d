"""Patterns inside other text: forum posts, Markdown, wiki templates, addresses, prose.

Tags and fences are those of conwaylife.com, Discord and GitHub; templates those of LifeWiki.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lifesat.formats.detection import BODY, detect_pattern, is_raw, plain_spaces, plain_text
from lifesat.formats.errors import FormatError, Places
from lifesat.formats.header import other_headers, read_header
from lifesat.formats.rle import lead_of
from lifesat.formats.rule_table import rule_blocks
from lifesat.formats.several import split_formats
from lifesat.life.values import Frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    _Block = tuple[int, str]  # its offset in the text, and what it holds

# A block that is not closed ends with the text: a selection may be cut.
_TAG = re.compile(
    r"\[(code|rle|viewer)(?:=[^]\n]{0,40})?\](.*?)(?:\[/\1\]|\Z)", re.DOTALL | re.IGNORECASE
)
_FENCE = re.compile(
    r"(`{3,}|~{3,})(?:[\w+.-]{0,40}[ \t]*\n)?(.*?)(?<![ \t])[ \t]*+(?:\1|\Z)", re.DOTALL
)
_TEMPLATE = re.compile(r"\{\{[^|{}]{1,60}\|([^{}]*)(?:\}\}|\Z)")
# A parameter of a template, without its name; the x of a header is not a name.
_PARAMETER = re.compile(r"(?:\s*+(?!x\s*=)[\w -]{1,40}=)?([^|]+)")
_RULE_APART = re.compile(r"\|\s*(?:rule|rulestring)\s*=\s*(?!(?:B3/S23|Life)\b)", re.IGNORECASE)
# A pattern in an answer to a message: each of its lines begins so.
_QUOTED = re.compile(r"^(?:> ?)+[ \t]*(?:x[ \t]*=|#[A-Z]|!Name|```|~~~|\[code)", re.MULTILINE)
_QUOTE_MARK = re.compile(r"^(?:> ?)+", re.MULTILINE)
_RUNS = re.compile(r"(?<![^\s`:])(?:[0-9]*+[bo$][ \t\n]*+)++(!?)")
# After words, a header has both sizes, so that "where x = 3" is none.
_HEADER = re.compile(
    r"^(?![ \t]*#)(?:[ \t]*|[^\n]*?[ \t:](?=x[ \t]*=[ \t]*[0-9]{1,9}[ \t]*,[ \t]*y[ \t]*=))"
    r"(x)[ \t]*=",
    re.MULTILINE | re.IGNORECASE,
)
_CODE_MARK = re.compile(r"(?<!`)`{1,2}(?!`)")
_X = re.compile(r'(?<=[*_(\["\x27])x[ \t]*=[ \t]*[0-9].*', re.IGNORECASE)
_LIKE_HEADER = re.compile(r"\bx[ \t]*=[ \t]*[0-9]", re.IGNORECASE)
_OBJECT = re.compile(
    r"\b(?:catagolue\.[a-z.]{1,40}|gol\.hatsya\.co\.uk)/object"
    r"(?:/|\?apgcode=)(\w+)(?:(?:/|&rule=)([\w+-]+))?",
    re.IGNORECASE,
)
_EXCLAMATION = re.compile(r"[bo \t]*[ac-np-z][a-z \t]*!")


class Excerpt(Frozen):
    """A pattern in a text, perhaps with words after it."""

    __slots__ = ("format", "offset", "reason", "text")
    offset: int
    text: str
    # One of `FORMATS`.
    format: str
    # How the format was recognised.
    reason: str

    def __init__(self, offset: int, text: str, format: str, reason: str) -> None:  # noqa: A002
        self._fill(locals())

    def __str__(self) -> str:
        return f"{self.format}, from {self.offset}"

    def part(self, begin: int, text: str) -> Excerpt:
        """Return the part that begins at an offset in this one, in the same format."""
        return Excerpt(self.offset + begin, text, self.format, self.reason)


def excerpts(text: str) -> list[Excerpt]:
    """Return the patterns in a text, at least one, without what surrounds them.

    Lines end in line feeds. A text that is nothing but a pattern, such as a whole file, is one
    excerpt, and so are several patterns that follow each other in one block. Raises FormatError if
    there is no pattern.
    """
    if is_raw(text):
        return [Excerpt(0, text, *detect_pattern(text))]
    if _QUOTED.search(text):
        text = _QUOTE_MARK.sub(lambda mark: " " * len(mark[0]), text)
    reason = None
    whole: list[Excerpt] = []
    try:
        whole = [Excerpt(begin, part, *detect_pattern(part)) for begin, part in split_formats(text)]
    except FormatError as error:
        reason = error
    # RLE has the letters of words, so "oops!" is one. A pattern after it is what is meant.
    if whole and not (whole[0].reason == BODY and _EXCLAMATION.match(text.lstrip())):
        return whole
    text = _undecorated(text)
    found = _in_blocks(text) or list(_in_prose(text)) or whole
    if not found and reason:
        raise reason
    return _with_rules(found, text)


def detect(text: str | bytes) -> tuple[str, str]:
    """Return the format of a text, one of `FORMATS`, and how it was recognised.

    Of several patterns, the first counts. Raises FormatError if its format is unknown or ambiguous.
    """
    first = excerpts(plain_spaces(plain_text(text)))[0]
    return first.format, first.reason


def place_in(first: tuple[int, int], line: int, column: int) -> tuple[int, int]:
    """Return the place in a text of a place in an excerpt that begins at the place `first`."""
    return first[0] + line - 1, column + (first[1] - 1 if line == 1 else 0)


@contextmanager
def moved(places: Places, offset: int) -> Iterator[None]:
    """Make errors about the excerpt at an offset name the place in the whole text."""
    try:
        yield
    except FormatError as error:
        error.line, error.column = place_in(places.of(offset), error.line, error.column)
        raise


def _undecorated(text: str) -> str:
    """Return the text with spaces for marks of inline code and marks around a header."""
    text = _CODE_MARK.sub(lambda mark: " " * len(mark[0]), text)
    for header in reversed(list(_X.finditer(text))):
        before = text[: header.start()].rstrip("*_([\"'")
        line = header[0].rstrip(" \t*_)]\"'")
        begin, end = len(before), header.start() + len(line)
        spaces = " " * (header.start() - begin), " " * (header.end() - end)
        text = f"{before}{spaces[0]}{line}{spaces[1]}{text[header.end() :]}"
    return text


def _with_rules(found: list[Excerpt], text: str) -> list[Excerpt]:
    """Append the rule blocks of the text to excerpts of RLE, where Golly reads them."""
    blocks = "\n".join(rule_blocks(text))
    return [
        Excerpt(each.offset, f"{each.text.rstrip()}\n{blocks}\n", each.format, each.reason)
        if blocks and each.format == "rle" and "!" in each.text and "@RULE" not in each.text
        else each
        for each in found
    ]


def _in_blocks(text: str) -> list[Excerpt]:
    """Return the patterns in tags, or else in fences, or else in templates."""
    tagged = [(tag.start(2), tag[2]) for tag in _TAG.finditer(text)]
    fenced = [(fence.start(2), fence[2]) for fence in _FENCE.finditer(text)]
    for blocks in (tagged, fenced):
        if found := list(_inside(blocks)):
            return found
    parameters = [each for each in _inside(_parameters(text)) if each.format in ("rle", "apgcode")]
    if parameters:
        return parameters
    marked = [(offset, body) for offset, body in tagged + fenced if body.strip()]
    if marked and not any(_in_prose(text)):
        # The error is about what the user marked as the pattern.
        offset, body = marked[0]
        with moved(Places(text), offset):
            detect_pattern(body)
    return []


def _inside(blocks: Iterable[_Block]) -> Iterator[Excerpt]:
    """Yield the patterns in blocks, which may also hold other text."""
    for offset, body in blocks:
        try:
            yield Excerpt(offset, body, *detect_pattern(body))
        except FormatError:
            for each in _in_prose(body):
                yield Excerpt(offset + each.offset, each.text, each.format, each.reason)


def _parameters(text: str) -> Iterator[_Block]:
    """Yield the values of the parameters of wiki templates."""
    for template in _TEMPLATE.finditer(text):
        rule = _RULE_APART.search(text, template.start(), template.end())
        for parameter in _PARAMETER.finditer(text, template.start(1), template.end(1)):
            if rule and re.fullmatch(r"\s*[0-9bo$\s]+!\s*", parameter[1]):
                raise FormatError(
                    "this template has the rule apart from the cells; paste RLE with a header, "
                    "x = ..., y = ..., rule = ...",
                    *Places(text).of(rule.start() + 1),
                )
            yield parameter.start(1), parameter[1]


def _in_prose(text: str) -> Iterator[Excerpt]:
    """Yield patterns among words: RLE with a header, else runs of cells, else addresses."""
    begins = [lead_of(text, header) for header in _headers(text)]
    if begins:
        for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
            yield Excerpt(begin, text[begin:end], "rle", "there is a header line x = ...")
        return
    # Cells without the rule that a faulty header may name would be wrong.
    found = () if _LIKE_HEADER.search(text) else _RUNS.finditer(text)
    runs = [each for each in found if each[1] and "$" in each[0]]
    for each in runs:
        yield Excerpt(each.start(), each[0], "rle", BODY)
    if not runs:
        for address in _OBJECT.finditer(text):
            code = address[1] + (f"/{address[2]}" if address[2] else "")
            yield Excerpt(address.start(1), code, "apgcode", "it is the address of an object")


def _headers(text: str) -> list[int]:
    """Return where headers begin: at the start of a line or after some words."""
    begins = set(other_headers(text))
    for found in _HEADER.finditer(text):
        begin = found.start(1) if text[found.start() : found.start(1)].strip() else found.start()
        if read_header(text, begin):
            begins.add(begin)
    return sorted(begins)
