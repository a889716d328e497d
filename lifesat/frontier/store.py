"""Storage for arrays: in memory while they fit, then in temporary files."""

import math
import shutil
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from lifesat.frontier.memory import OutOfReachError

Scalar = TypeVar("Scalar", bound=np.generic)

# The limits on files: a multiple of the memory limit, and a fraction of the free disk space.
_DISK = 4
_OF_FREE = 0.5


class Store:
    """Stores arrays and reuses the space of arrays that are no longer referenced.

    Parameters
    ----------
    most_bytes
        The memory limit, or None. A quarter of it is for arrays. Files may take four times the
        limit, but at most half of the free disk space.
    """

    def __init__(self, most_bytes: int | None) -> None:
        self._memory = math.inf if most_bytes is None else most_bytes // 4
        self._disk = 0 if most_bytes is None else _DISK * most_bytes
        self._most_disk = self._disk
        self._folder: Path | None = None
        self._files = 0

    def store(self, array: NDArray[Scalar]) -> NDArray[Scalar]:
        """Return the array itself, or a copy mapped from a file.

        Raises
        ------
        OutOfReachError
            If the files would exceed their limit too.
        """
        if array.nbytes <= self._memory:
            self._memory -= array.nbytes
            weakref.finalize(array, self._forget, array.nbytes)
            return array
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="lifesat-frontier-"))
            weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
            free = int(_OF_FREE * shutil.disk_usage(self._folder).free)
            self._disk = min(self._disk, free)
            self._most_disk = self._disk
        if array.nbytes > self._disk:
            raise OutOfReachError(
                f"the frontier outgrows {self._most_disk / 1e9:.2g} GB of temporary files"
            )
        self._disk -= array.nbytes
        path = self._folder / f"{self._files}.npy"
        self._files += 1
        np.save(path, array)
        filed: NDArray[Scalar] = np.load(path, mmap_mode="r+")
        weakref.finalize(filed, self._delete, path, array.nbytes)
        # Where the system allows it, the file disappears even if this process is killed.
        with suppress(PermissionError):
            path.unlink()
        return filed

    def _forget(self, size: int) -> None:
        self._memory += size

    def _delete(self, path: Path, size: int) -> None:
        self._disk += size
        path.unlink(missing_ok=True)
