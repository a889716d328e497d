"""A current folder with files named as modules are, none of which may be imported."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

# What lifesat needs, and what Python needs to start a process.
_IMPOSTORS = (
    *("distributed", "filelock", "json", "lifesat", "lifesat_tui", "numpy", "platformdirs"),
    *("numba", "pyganak", "pysat", "sqlite3", "textual"),
    *("ctypes", "multiprocessing", "pickle", "selectors", "signal", "socket", "subprocess"),
)


class Hostile(NamedTuple):
    """The folder, and a file beside it in which each module that ran puts its name."""

    folder: Path
    said: Path

    def add(self, names: Iterable[str] = _IMPOSTORS) -> None:
        """Put a file for each module there."""
        for name in names:
            says = f"with open({str(self.said)!r}, 'a') as file:\n    file.write({name!r} + ' ')\n"
            (self.folder / f"{name}.py").write_text(says)
