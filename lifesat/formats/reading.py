"""Reading: from a text or a file, in a named or in a detected format."""

from __future__ import annotations

import sys

from lifesat.errors import UserError
from lifesat.formats.detection import detect, plain_text
from lifesat.formats.errors import FormatError
from lifesat.formats.registry import read_as

TYPE_CHECKING = False  # importing typing would cost a third of the start-up time
if TYPE_CHECKING:
    from os import PathLike

    from lifesat.pattern import Pattern


def read_text(
    text: str | bytes,
    *,
    format: str | None = None,  # noqa: A002  # its name for callers
    unknown: bool = False,
    source: str = "<text>",
) -> Pattern:
    """Read a pattern from a text.

    Parameters
    ----------
    text
        The text; bytes are UTF-8 or, failing that, Latin-1.
    format
        One of `FORMATS`; detected if not given.
    unknown
        Whether the text may have cells of any state (``?`` in most formats).
    source
        The name under which errors speak of the text.

    Raises
    ------
    FormatError
        If the text is wrong or in no known format.
    UserError
        If there is no such format.
    """
    plain = plain_text(text)
    try:
        return read_as(plain, format or detect(plain)[0], unknown=unknown)
    except FormatError as error:
        error.source = source
        raise


def read_file(
    path: str | PathLike[str],
    *,
    format: str | None = None,  # noqa: A002  # its name for callers
    unknown: bool = False,
) -> Pattern:
    """Read a pattern from a file, ``-`` being standard input.

    Parameters
    ----------
    path
        The file; a name that ends in ``.gz`` is decompressed.
    format, unknown
        As for `read_text`.

    Raises
    ------
    FormatError
        If the text is wrong or in no known format.
    UserError
        If the file cannot be read, or if there is no such format.
    """
    source = "<stdin>" if path == "-" else str(path)
    return read_text(_load(path), format=format, unknown=unknown, source=source)


def _load(path: str | PathLike[str]) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        if str(path).endswith(".gz"):
            import gzip  # noqa: PLC0415  # slow to load and seldom needed

            with gzip.open(path) as file:
                return file.read()
        # A pathlib.Path would cost a tenth of the start-up time.
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from None
