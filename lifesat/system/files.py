"""Atomic file writing: a file appears complete or not at all.

A target that is not a regular file (a device, a pipe, an open descriptor such as ``/dev/stdout``)
is written directly and never replaced. A symbolic link is followed, not replaced.
"""

from __future__ import annotations

import io
import os
import re
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from lifesat.errors import UserError

if TYPE_CHECKING:
    from os import PathLike
    from typing import Self

    from _typeshed import ReadableBuffer

_BINARY = getattr(os, "O_BINARY", 0)
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
_EXISTING = os.O_WRONLY | getattr(os, "O_NOCTTY", 0) | _BINARY
_MOST_LINKS = 40  # as many as Linux follows
_NAME_LENGTH = 40  # characters of a file's name that its temporary file repeats


class NewFile:
    """A file that appears complete at `commit` or not at all.

    Until then it is a temporary file in the same folder, which is removed when the context ends.
    Without `force`, no existing file is replaced, even one created in the meantime, and no block
    device is written; with it, a replaced file's mode is kept. Errors of `stream` are raised as
    UserError.
    """

    def __init__(self, path: str | PathLike[str], *, force: bool = False) -> None:
        self._path = os.fspath(path)
        self._force = force
        self._target = self._temporary = ""  # empty if the path is written directly
        try:
            self._raw = _Raw(self._open(), self._path)
        except (OSError, ValueError) as error:
            raise _error(self._path, error) from None
        self.stream = io.BufferedWriter(self._raw)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError, UserError):
            self.stream.close()
        if self._temporary:
            with suppress(OSError):
                os.unlink(self._temporary)  # noqa: PTH108  # pathlib is slow to load

    @property
    def written(self) -> int:
        """The number of bytes written so far."""
        self.stream.flush()
        return self._raw.written

    def commit(self) -> None:
        """Close the stream and give the file its name.

        Raises UserError if the rest cannot be written, or if a file with this name exists by now.
        """
        try:
            self.stream.close()
            if not self._temporary:
                return
            if self._force:
                os.replace(self._temporary, self._target)  # noqa: PTH105
            else:
                _link(self._temporary, self._target)
        except OSError as error:
            raise _error(self._path, error) from None

    def _open(self) -> int:
        """Open the file to write to and return its descriptor."""
        path = self._path
        own = _own_descriptor(path)
        if own is not None:
            return os.dup(own)
        try:
            mode = os.stat(path).st_mode  # noqa: PTH116
        except FileNotFoundError:
            mode = 0
        if stat.S_ISDIR(mode) or not os.path.basename(path):  # noqa: PTH119
            raise UserError(f"{path} is a folder; give the name of a file")
        if not self._force and (stat.S_ISREG(mode) or stat.S_ISBLK(mode)):
            raise FileExistsError
        if mode and not stat.S_ISREG(mode):
            return os.open(path, _EXISTING)
        return self._open_temporary(stat.S_IMODE(mode) & 0o777 if mode else None)

    def _open_temporary(self, mode: int | None) -> int:
        """Create the temporary file, with the mode of the file that it will replace, if any."""
        self._target = os.path.realpath(self._path)
        folder, name = os.path.split(self._target)
        hidden = f".{name[:_NAME_LENGTH]}.{os.urandom(8).hex()}.part"
        temporary = os.path.join(folder, hidden)  # noqa: PTH118
        # The system applies the umask here; reading it would change it for other threads.
        descriptor = os.open(temporary, _CREATE, 0o666 if mode is None else mode)
        self._temporary = temporary
        if mode is not None:
            with suppress(OSError):  # some file systems have no modes
                os.chmod(temporary, mode)  # noqa: PTH101
        return descriptor


def reject_existing(path: str | PathLike[str]) -> None:
    """Reject the name of an existing regular file, before work whose result would replace it."""
    if os.path.isfile(path) and _own_descriptor(os.fspath(path)) is None:  # noqa: PTH113
        raise _error(os.fspath(path), FileExistsError())


def write_bytes(path: str | PathLike[str], data: bytes, *, force: bool = False) -> None:
    """Write a file atomically, as `NewFile` does."""
    with NewFile(path, force=force) as new:
        new.stream.write(data)
        new.commit()


class _Raw(io.FileIO):
    """An open file that counts the bytes written; its errors include the path."""

    def __init__(self, descriptor: int, path: str) -> None:
        super().__init__(descriptor, "wb")
        self._path = path
        self.written = 0

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            written = super().write(data)
        except BrokenPipeError:
            raise  # the reader has closed the pipe
        except OSError as error:
            raise _error(self._path, error) from None
        self.written += written or 0
        return written


def _error(path: str, error: OSError | ValueError) -> UserError:
    if isinstance(error, FileExistsError):
        return UserError(f"{path} exists; --force replaces it")
    folder = os.path.dirname(path)  # noqa: PTH120
    if isinstance(error, FileNotFoundError) and folder and not os.path.exists(folder):  # noqa: PTH110
        return UserError(f"cannot write {path}: there is no folder {folder}")
    return UserError(f"cannot write {path}: {getattr(error, 'strerror', None) or error}")


def _link(temporary: str, target: str) -> None:
    """Rename a file, but fail if the target exists."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except (AttributeError, NotImplementedError, OSError):
        # The file system has no hard links. An empty file reserves the name.
        os.close(os.open(target, _CREATE, 0o666))
        try:
            os.replace(temporary, target)  # noqa: PTH105
        except OSError:
            os.unlink(target)  # noqa: PTH108
            raise


def _own_descriptor(path: str) -> int | None:
    """Return the open descriptor that a path such as ``/dev/stdout`` names, or None.

    The descriptor may refer to a regular file, whose position matters; it must not be replaced.
    """
    for _ in range(_MOST_LINKS):
        folder, name = os.path.split(path)
        if re.fullmatch("[0-9]{1,9}", name) and os.path.realpath(folder) in (
            "/dev/fd",
            os.path.realpath("/proc/self/fd"),
        ):
            return int(name)
        try:
            path = os.path.join(folder, os.readlink(path))  # noqa: PTH115, PTH118
        except OSError:
            return None  # not a link, or no such file
    return None
