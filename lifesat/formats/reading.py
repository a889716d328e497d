"""Reading patterns from a text or a file, in a given or a detected format."""

from __future__ import annotations

import io
import re
import sys
import zlib
from bisect import bisect_right
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.formats.detection import ODD_SPACES, image_error, is_raw, plain_spaces, plain_text
from lifesat.formats.errors import FormatError, Places, place
from lifesat.formats.header import mentioned_rules
from lifesat.formats.pasted import Excerpt, excerpts, moved, place_in
from lifesat.formats.registry import read_as
from lifesat.formats.several import is_after_blank_line, split
from lifesat.life.rule import LIFE
from lifesat.life.values import ReadWarning

if TYPE_CHECKING:
    from collections.abc import Iterator
    from gzip import GzipFile
    from os import PathLike
    from typing import BinaryIO

    from lifesat.life.pattern import Pattern
    from lifesat.life.rule import Rule


MAX_BYTES = 2**30
"""The most bytes that are read, compressed or not."""

_CHUNK_BYTES = 2**20

_GZIP = b"\x1f\x8b"
_ZIP = b"PK\x03\x04"


def read_text(
    text: str | bytes,
    *,
    format: str | None = None,  # noqa: A002  # its name for callers
    unknown: bool = False,
    clip: bool = False,
    bounded: bool = True,
    source: str = "<text>",
) -> Pattern:
    """Read a pattern from a text.

    Parameters
    ----------
    text
        The text; bytes are UTF-8 or, failing that, Latin-1.
    format
        One of `FORMATS`. If not given, it is detected, and the pattern may be inside other text,
        such as a post with ``[code]`` tags, or be the address of an object on Catagolue.
    unknown
        Whether the text may have cells of any state (``?`` in most formats).
    clip
        Whether a pattern larger than its bounded grid is cut; otherwise it is an error.
    bounded
        Whether the pattern's bounded grid counts; not if another rule will replace it.
    source
        The name of the text in errors.

    Raises
    ------
    FormatError
        If the text is invalid or in no known format, or if it has several patterns.
    UserError
        If the format is unknown.
    """
    if not isinstance(text, (str, bytes)):
        raise UserError(f"text is {text!r}; it must be str or bytes")
    plain = plain_text(text)
    with _named(source), _judged(plain, format, unknown=unknown, clip=clip):
        first, *others = found = _patterns(plain, format)
        pattern = _read(first, plain, Places(plain), unknown=unknown, clip=clip, bounded=bounded)
        if others:
            message = f"the second of {len(found)} patterns begins here"
            hint = "give only one of them; `lifesat convert --split FILE DIR/` makes a file of each"
            raise FormatError(message, *place(plain, others[0].offset), hint=hint)
        mentions = _mentions(plain, found)
        named = mentions.get(0, {}) | mentions.get(-1, {})
        return _with_unread_rule(pattern, plain, named, bounded=bounded)


def read_file(
    path: str | PathLike[str],
    *,
    format: str | None = None,  # noqa: A002  # its name for callers
    unknown: bool = False,
    clip: bool = False,
    bounded: bool = True,
) -> Pattern:
    """Read a pattern from a file, ``-`` being standard input.

    Parameters
    ----------
    path
        The file, which may be compressed with gzip.
    format, unknown, clip, bounded
        See `read_text`.

    Raises
    ------
    FormatError
        If the text is invalid or in no known format, or if it has several patterns.
    UserError
        If the file cannot be read, or if the format is unknown.
    """
    text = read_bytes(path)
    source = source_name(path)
    return read_text(
        text, format=format, unknown=unknown, clip=clip, bounded=bounded, source=source
    )


def read_all(
    path: str | PathLike[str],
    *,
    format: str | None = None,  # noqa: A002  # its name for callers
    unknown: bool = False,
    clip: bool = False,
    bounded: bool = True,
) -> Iterator[Pattern]:
    """Yield all patterns of a file, which may be inside other text.

    Parameters
    ----------
    path, format, unknown, clip, bounded
        See `read_file`.

    Raises
    ------
    FormatError
        If the text is invalid or in no known format.
    UserError
        If the file cannot be read, or if the format is unknown.
    """
    plain = plain_text(read_bytes(path))
    with _named(source_name(path)), _judged(plain, format, unknown=unknown, clip=clip):
        places = Places(plain)
        found = _patterns(plain, format)
        mentions = _mentions(plain, found)
        for number, excerpt in enumerate(found):
            pattern = _read(excerpt, plain, places, unknown=unknown, clip=clip, bounded=bounded)
            named = mentions.get(number, {}) | mentions.get(-1, {})
            pattern = _with_unread_rule(pattern, plain, named, bounded=bounded)
            if number == 1 and is_after_blank_line(excerpt.text, excerpt.format):
                message = "a blank line ends a pattern; a row of dead cells has dots"
                warning = ReadWarning(*places.of(excerpt.offset), message)
                pattern = pattern.replace(warnings=(warning, *pattern.warnings))
            yield pattern


def read_bytes(path: str | PathLike[str]) -> bytes:
    """Return the content of a file, ``-`` being standard input, decompressed if it is gzip.

    Raises UserError for more than `MAX_BYTES`, a zip archive or an incomplete gzip file.
    """
    try:
        if path == "-":
            data = _read_whole(sys.stdin.buffer, path)
        else:
            # A pathlib.Path would cost a tenth of the start-up time.
            with open(path, "rb") as file:  # noqa: PTH123
                data = _read_whole(file, path)
    except IsADirectoryError:
        raise UserError(f"{path}: this is a folder; give the name of a file") from None
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # a null or a surrogate in the name
        raise UserError(f"invalid file name {path!r}") from error
    return _unpack(data, path) if data.startswith((_GZIP, _ZIP)) else data


def source_name(path: str | PathLike[str]) -> str:
    """Return the name of a file in messages."""
    return "<stdin>" if path == "-" else str(path)


def _patterns(plain: str, name: str | None) -> list[Excerpt]:
    """Return the patterns of a text, which is one pattern file if its format is given."""
    spaced = plain_spaces(plain)
    found = [Excerpt(0, spaced, name, "it is given")] if name else excerpts(spaced)
    return [
        excerpt.part(begin, part)
        for excerpt in found
        for begin, part in split(excerpt.text, excerpt.format)
    ]


def _read(
    excerpt: Excerpt, plain: str, places: Places, *, unknown: bool, clip: bool, bounded: bool
) -> Pattern:
    """Read a part of a text; errors and warnings name places in the whole text."""
    with moved(places, excerpt.offset):
        pattern = read_as(excerpt.text, excerpt.format, unknown=unknown, clip=clip, bounded=bounded)
    first = places.of(excerpt.offset)
    moved_there = (
        ReadWarning(*place_in(first, warning.line, warning.column), warning.message)
        for warning in pattern.warnings
    )
    warnings = (*_odd_space(excerpt, plain), *moved_there)
    return pattern.replace(warnings=warnings) if warnings else pattern


def _mentions(plain: str, found: list[Excerpt]) -> dict[int, dict[Rule, int]]:
    """Return where the text first names each rule, by the number of the pattern it stands in.

    Rules outside all patterns have the number -1.
    """
    mentions: dict[int, dict[Rule, int]] = {}
    begins = [excerpt.offset for excerpt in found]
    for offset, rule in () if is_raw(plain) else mentioned_rules(plain):
        number = bisect_right(begins, offset) - 1
        if number >= 0 and offset >= begins[number] + len(found[number].text):
            number = -1
        mentions.setdefault(number, {}).setdefault(rule, offset)
    return mentions


def _with_unread_rule(
    pattern: Pattern, plain: str, named: dict[Rule, int], *, bounded: bool
) -> Pattern:
    """Return a pattern of Life with a warning if the text names another rule for it."""
    if not bounded or pattern.rule != LIFE or not named or LIFE in named:
        return pattern
    rule, offset = next(iter(named.items()))
    line, column = place(plain, offset)
    if any(warning.line == line for warning in pattern.warnings):
        return pattern
    message = f"the rule {rule} that stands here is not read; the cells are read under {LIFE}"
    return pattern.replace(warnings=(*pattern.warnings, ReadWarning(line, column, message)))


def _odd_space(excerpt: Excerpt, plain: str) -> Iterator[ReadWarning]:
    """Warn about the first space in a pattern that is not a plain one, outside comments."""
    if plain.isascii() or is_raw(plain):
        return
    end = excerpt.offset + len(excerpt.text)
    looked_for = re.compile(rf"^[ \t]*[#!].*|!|[{ODD_SPACES}]", re.MULTILINE)
    for found in looked_for.finditer(plain, excerpt.offset, end):
        if found[0] == "!":
            return  # words may follow the cells
        if found[0] in ODD_SPACES:
            message = f"the character U+{ord(found[0]):04X} is read as a plain space"
            yield ReadWarning(*place(plain, found.start()), message)
            return


@contextmanager
def _judged(plain: str, name: str | None, *, unknown: bool, clip: bool) -> Iterator[None]:
    """Add a hint to errors if the text has another format than the one that the user gave."""
    try:
        yield
    except FormatError as error:
        if not name:
            raise
        if image := image_error(plain):
            raise image from None
        with suppress(UserError):
            first, *others = _patterns(plain, None)
            for each in (first, *others):
                read_as(each.text, each.format, unknown=unknown, clip=clip)
            line, _ = place(plain, first.offset)
            error.hint = f"without --from {name} the {first.format} on line {line} is read"
        raise


@contextmanager
def _named(source: str) -> Iterator[None]:
    """Add the source of the text to errors."""
    try:
        yield
    except FormatError as error:
        error.source = source
        raise


def _read_whole(stream: BinaryIO | GzipFile, path: str | PathLike[str], what: str = "") -> bytes:
    """Read a stream to its end; `what` completes the error about one that is too long."""
    chunks = []
    size = 0
    # What is read at once is allocated before it is known how much there is.
    while chunk := stream.read(_CHUNK_BYTES):
        chunks.append(chunk)
        size += len(chunk)
        if size > MAX_BYTES:
            raise UserError(f"{source_name(path)}: more than {MAX_BYTES:,} bytes{what}")
    return b"".join(chunks)


def _unpack(data: bytes, path: str | PathLike[str]) -> bytes:
    import gzip  # noqa: PLC0415  # slow to load and seldom needed

    if data.startswith(_ZIP):
        raise UserError(
            f"{path}: this is a zip archive; unpack it and give the pattern file inside"
        )
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            return _read_whole(stream, path, " when decompressed")
    except (OSError, EOFError, zlib.error) as error:
        raise UserError(f"{path}: the gzip file is damaged or incomplete ({error})") from None
