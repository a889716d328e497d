"""Folders that get a file for each result."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from lifesat.errors import UserError
from lifesat.system.files import refuse_existing


def is_folder(destination: str) -> bool:
    """Return whether a place to write to is a folder: one that exists, or a name with a slash."""
    return destination != "-" and (Path(destination).is_dir() or destination.endswith(os.sep))


@contextmanager
def numbered_files(
    destination: str, extension: str, noun: str, *, force: bool
) -> Iterator[Iterator[Path]]:
    """Make a folder unless it exists, and yield the names of files for it.

    A new folder in which nothing was written is removed.

    Parameters
    ----------
    destination
        The folder.
    extension
        The extension of its files.
    noun
        What a file has; they are named after it.
    force
        Whether existing files may be replaced.

    Raises
    ------
    UserError
        If the folder cannot be made, or if the first of the files exists and may not be replaced.
    """
    folder = Path(destination)
    new = not folder.exists()
    stem = noun.replace(" ", "-")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make the folder {folder}: {error.strerror}") from error
    try:
        if not force:
            refuse_existing(folder / f"{stem}-000001{extension}")
        yield (folder / f"{stem}-{number:06d}{extension}" for number in count(1))
    finally:
        if new:
            with suppress(OSError):  # it is not empty
                folder.rmdir()
