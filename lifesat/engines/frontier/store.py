"""Storage for arrays: in memory while they fit, then in temporary files.

Many arrays share a file, since a process may have few files open, often 1,024.
"""

import math
import os
import shutil
import tempfile
import weakref
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.frontier.support import Limits, OutOfReachError

Scalar = TypeVar("Scalar", bound=np.generic)

# The default limits on files: a multiple of the memory limit, and a fraction of the free space.
_DISK = 4
_OF_FREE = 0.5
# A file takes at least this fraction of the limit, so there are few files.
_OF_LIMIT = 1 / 128
# Arrays begin at multiples of this, for fast access.
_ALIGNMENT = 64


class Store:
    """Stores arrays and reuses the space of arrays that are no longer referenced.

    A quarter of the memory limit is for arrays; without a memory limit there are no files.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._memory = math.inf if limits.memory is None else limits.memory // 4
        # The free space is measured when the first file is made.
        self._disk = self._most_disk = 0
        self._on_disk = False
        self._file: _File | None = None

    def store(self, array: NDArray[Scalar]) -> NDArray[Scalar]:
        """Return the array itself, or a copy mapped from a file.

        Raises OutOfReachError if the files would exceed their limit too, or cannot be written.
        """
        if array.nbytes <= self._memory:
            self._memory -= array.nbytes
            weakref.finalize(array, self._forget, array.nbytes)
            return array
        if not self._on_disk:
            self._on_disk = True
            self._disk = self._most_disk = _most_disk(self.limits)
        if self._file is None or not self._file.fits(array.nbytes):
            self._file = None
            self._file = self._new_file(array.nbytes)
        filed = self._file.add(array)
        if not self._file.fits(1):
            self._file = None
        return filed

    @property
    def file_bytes(self) -> int:
        """The bytes of all files that exist now."""
        return self._most_disk - self._disk

    def _new_file(self, least: int) -> "_File":
        """Return a new file with room for at least `least` bytes."""
        if least > self._disk:
            raise OutOfReachError(
                f"the frontier outgrows {self._most_disk / 1e9:.2g} GB of temporary files"
            )
        size = min(self._disk, max(least, int(_OF_LIMIT * self._most_disk)))
        try:
            file = _File(size)
        except OSError as error:
            place = f"{size / 1e9:.2g} GB in {tempfile.gettempdir()}"
            raise OutOfReachError(f"the frontier needs {place}: {error.strerror}") from error
        self._disk -= size
        weakref.finalize(file.room, self._delete, size)
        return file

    def _forget(self, size: int) -> None:
        self._memory += size

    def _delete(self, size: int) -> None:
        self._disk += size


def _most_disk(limits: Limits) -> int:
    """Return the limit on the bytes of all files."""
    if limits.disk is not None:
        return limits.disk
    free = shutil.disk_usage(tempfile.gettempdir()).free
    return min(_DISK * (limits.memory or 0), int(_OF_FREE * free))


class _File:
    """A temporary file that arrays are copied to, one after another.

    The file has no name where the system allows it, so it disappears even if this process is
    killed; elsewhere the system deletes it when it is closed. It is closed when none of its arrays
    is referenced any more.
    """

    def __init__(self, size: int) -> None:
        with tempfile.TemporaryFile(prefix="lifesat-frontier-") as file:
            # Space that is not reserved would end the process when the disk is full.
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
            else:
                file.write(bytes(size))
                file.flush()
            self.room = np.memmap(file, np.uint8, "r+", shape=(size,))
        self._used = 0

    def fits(self, size: int) -> bool:
        """Return whether an array of `size` bytes fits."""
        return self._used + size <= len(self.room)

    def add(self, array: NDArray[Scalar]) -> NDArray[Scalar]:
        """Copy an array to the file and return the copy."""
        place = self.room[self._used : self._used + array.nbytes]
        copy: NDArray[Scalar] = place.view(array.dtype).reshape(array.shape)
        copy[...] = array
        self._used += -(-array.nbytes // _ALIGNMENT) * _ALIGNMENT
        return copy
