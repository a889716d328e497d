"""Files of puzzles: one text with many in it, from a file or standard input."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Puzzle = TypeVar("Puzzle")


def read_puzzles(path: str, read: Callable[[str], list[Puzzle]]) -> list[Puzzle]:
    """Read the puzzles of a file, ``-`` being standard input.

    Parameters
    ----------
    path
        The file.
    read
        Makes puzzles of a text.

    Raises
    ------
    UserError
        If the file cannot be read, or what `read` raises, with the file's name.
    """
    from pathlib import Path

    from lifesat.errors import UserError
    from lifesat.formats.detection import plain_text
    from lifesat.formats.errors import FormatError
    from lifesat.formats.reading import source_name

    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from None
    try:
        return read(plain_text(data))
    except FormatError as error:
        error.source = source_name(path)
        raise
