"""Arrays kept in memory as long as they fit, then in temporary files."""

import math
import shutil
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from lifesat.solving.frontier.memory import OutOfReachError

Kept = TypeVar("Kept", bound=np.generic)

# Files may take so many times the memory, and this part of the free disk.
_DISK = 4
_OF_FREE = 0.5


class Store:
    """Keeps arrays; what is no longer used makes room again.

    Parameters
    ----------
    most_bytes
        The most memory to take, or None for no limit. A quarter of it is for arrays; the files may
        take four times as much as all of it, but only half of what is free.
    """

    def __init__(self, most_bytes: int | None) -> None:
        self._memory = math.inf if most_bytes is None else most_bytes // 4
        self._disk = 0 if most_bytes is None else _DISK * most_bytes
        self._most_disk = self._disk
        self._folder: Path | None = None
        self._files = 0

    def kept(self, array: NDArray[Kept]) -> NDArray[Kept]:
        """Return the same array, or one that lies in a file.

        Raises
        ------
        OutOfReachError
            If there is no room in files either.
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
        filed: NDArray[Kept] = np.load(path, mmap_mode="r+")
        weakref.finalize(filed, self._delete, path, array.nbytes)
        # Where the system lets it, nothing is left even if this process is killed.
        with suppress(PermissionError):
            path.unlink()
        return filed

    def _forget(self, size: int) -> None:
        self._memory += size

    def _delete(self, path: Path, size: int) -> None:
        self._disk += size
        path.unlink(missing_ok=True)
