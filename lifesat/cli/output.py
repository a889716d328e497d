"""Where results go: standard output, one file, or a folder; files are written whole or not at all."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from lifesat.errors import UserError
from lifesat.formats import rle
from lifesat.pattern import Pattern


@contextmanager
def open_text(destination: str, *, force: bool) -> Iterator[TextIO]:
    """Open standard output (``-``), or a file that appears when the context ends.

    An error inside the context, or nothing written, leaves no file.

    Parameters
    ----------
    destination
        ``-`` or a path.
    force
        Whether an existing file may be replaced.

    Raises
    ------
    UserError
        If nothing can be written there.
    """
    if destination == "-":
        yield sys.stdout
        return
    path = Path(destination)
    if path.is_dir() or destination.endswith(os.sep):
        raise UserError(f"{destination} is a folder; give the name of a file")
    if path.exists() and not force:
        raise UserError(f"{path} exists; --force replaces it")
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            yield stream
        if temporary.stat().st_size:
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(path)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()


@contextmanager
def open_patterns(destination: str, *, force: bool) -> Iterator[Callable[[Pattern], None]]:
    """Open a place for patterns and yield the function that writes one as RLE.

    Parameters
    ----------
    destination
        ``-``, a file, or a folder (one that exists, or a name that ends in a slash): a folder gets a
        file for each pattern, each complete as soon as it is there.
    force
        Whether existing files may be replaced.

    Raises
    ------
    UserError
        If nothing can be written there.
    """
    folder = Path(destination)
    if destination != "-" and (folder.is_dir() or destination.endswith(os.sep)):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"cannot make the folder {folder}: {error.strerror}") from error
        written = 0

        def write_file(pattern: Pattern) -> None:
            nonlocal written
            written += 1
            name = str(folder / f"predecessor-{written:06d}.rle")
            with open_text(name, force=force) as stream:
                stream.write(rle.write(pattern))

        yield write_file
    else:
        with open_text(destination, force=force) as stream:

            def write(pattern: Pattern) -> None:
                stream.write(rle.write(pattern))
                stream.flush()

            yield write


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
