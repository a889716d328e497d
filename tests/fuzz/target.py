"""What a target is, and what all targets need."""

import atexit
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple
from unittest.mock import patch

from lifesat.engines.sat import drat_check
from lifesat.formats import apgcode, macrocell, reading, rle
from lifesat.life import cell_rows
from lifesat.puzzles.sokoban import level, problem, text

ROOT = Path(__file__).parents[2]

_LIMITS = (
    (cell_rows, "MAX_CELLS", 1 << 18),
    (rle, "MAX_CELLS", 1 << 18),
    # Each cell may lie in a leaf of its own.
    (macrocell, "MAX_LEAF_CELLS", 1 << 24),
    (macrocell, "MAX_ROWS", 1 << 18),
    (apgcode, "_MOST_ROWS", 10_000),
    (reading, "MAX_BYTES", 1 << 20),
    (drat_check, "_MOST_VARIABLES", 1 << 16),
    (text, "_MOST_LETTERS", 1 << 12),
    (level, "_MOST_CELLS", 1 << 10),
    (problem, "MOST_LITERALS", 1 << 16),
)


class Target(NamedTuple):
    """A reader under test.

    Attributes
    ----------
    name
        What it reads.
    seeds
        Inputs to begin with, taken from real examples.
    drat_check
        Reads bytes; raises an exception if the reader has a fault.
    """

    name: str
    seeds: tuple[bytes, ...]
    check: Callable[[bytes], None]


@contextmanager
def small_limits() -> Iterator[None]:
    """Lower the limits on sizes: the same code is reached in less memory and time."""
    patches = [patch.object(module, name, value) for module, name, value in _LIMITS]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


@cache
def scratch() -> Path:
    """Return a folder for temporary files, removed when the process ends."""
    folder = Path(mkdtemp(prefix="lifesat-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def scratch_file(name: str, data: bytes) -> Path:
    """Write a file of this name in `scratch`."""
    path = scratch() / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


def choice(data: bytes) -> tuple[int, bytes]:
    """Return the first byte, 0 if there is none, and the others."""
    return (data[0], data[1:]) if data else (0, b"")


def parts(data: bytes, number: int) -> list[bytes]:
    """Split bytes at zero bytes into so many parts; missing ones are empty."""
    found = data.split(b"\0", number - 1)
    return found + [b""] * (number - len(found))


def text_of(data: bytes) -> str:
    """Return bytes as a text in the way of the readers that open text files."""
    return data.decode("utf-8", "replace")


def examples(*patterns: str) -> list[bytes]:
    """Return the repository's files whose names match."""
    return [path.read_bytes() for pattern in patterns for path in sorted(ROOT.glob(pattern))]
