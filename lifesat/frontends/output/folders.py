"""Folders that get a file for each result."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from lifesat.errors import UserError
from lifesat.system.files import reject_existing

# Most systems allow 255 bytes in a name, and a character may take four.
_MOST_CHARACTERS = 50


def is_folder(destination: str) -> bool:
    """Return whether a destination is an existing folder or a name with a trailing slash."""
    return destination != "-" and (Path(destination).is_dir() or destination.endswith(os.sep))


@contextmanager
def numbered_files(
    destination: str, extension: str, noun: str, *, force: bool
) -> Iterator[Iterator[Path]]:
    """Make a folder unless it exists, and yield paths in it such as ``predecessor-000001.rle``.

    A new folder that stays empty is removed. Without `force`, an existing first file is an error.
    """
    stem = noun.replace(" ", "-")
    with _folder(destination) as folder:
        if not force:
            reject_existing(folder / f"{stem}-000001{extension}")
        yield (folder / f"{stem}-{number:06d}{extension}" for number in count(1))


@contextmanager
def named_files(
    destination: str, names: Sequence[str], ending: str, *, force: bool
) -> Iterator[Sequence[Path]]:
    """Make a folder unless it exists, and yield a path in it for each name.

    A name is that of a file, maybe with ``#`` and a number. Without `force`, any existing file is
    an error.
    """
    stems = list(map(_stem, names))
    often = Counter(stem.lower() for stem in stems)
    stems = [f"{s}-{k}" if often[s.lower()] > 1 else s for k, s in enumerate(stems, 1)]
    with _folder(destination) as folder:
        paths = [folder / f"{stem}{ending}" for stem in stems]
        if not force:
            for path in paths:
                reject_existing(path)
        yield paths


def _stem(name: str) -> str:
    """Return a stem of safe characters for the name of a file about another file."""
    path, mark, number = name.rpartition("#")
    if not (mark and number.isdecimal()):
        path, number = name, ""
    stem = Path(path).name.removesuffix(".gz")
    stem = (stem.rpartition(".")[0] or stem)[:_MOST_CHARACTERS]
    return "-".join(re.findall(r"[\w.+]+", f"{stem}-{number}")) or "pattern"


@contextmanager
def _folder(destination: str) -> Iterator[Path]:
    """Make a folder unless it exists; remove it if it is new and stays empty."""
    folder = Path(destination)
    new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make the folder {folder}: {error.strerror}") from error
    try:
        yield folder
    finally:
        if new:
            with suppress(OSError):  # it is not empty
                folder.rmdir()
