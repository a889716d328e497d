"""A file in which a count keeps its sweeps: the numbers of those that are finished, and frontiers.

The file begins with a checksum and a line of JSON. The states of the frontiers and their weights
follow, block by block, in NumPy's format.
"""

import hashlib
import json
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import numpy as np
from numpy.lib.format import read_array, write_array
from numpy.typing import NDArray

from lifesat.engines.frontier.blocks import Block, Blocks
from lifesat.engines.frontier.plan import Plan
from lifesat.engines.frontier.store import Store
from lifesat.engines.frontier.weights import Weights
from lifesat.errors import UserError
from lifesat.system.files import NewFile

Scalar = TypeVar("Scalar", bound=np.generic)

_VERSION = 2
# The number of steps before a frontier, and the frontier.
Reached = tuple[int, Blocks]

# Frontiers are kept so often, or more seldom if that takes long: one part in so many of the time.
_EVERY_SECONDS = 60.0
_SHARE = 20
# What a damaged file may raise.
_DAMAGES = (OSError, EOFError, ValueError, KeyError, TypeError)


class Checkpoint:
    """Keeps a count in a file; without a path it keeps nothing.

    Each sweep has a key, from `key_of`. A file that is damaged, or of other sweeps, is as good as
    none; if it cannot be written, the last one stays.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._kept: dict[str, Any] = {}
        # The numbers of finished sweeps, in hexadecimal, which JSON reads at any length.
        self._finished: dict[str, list[str]] = {}
        self._saved, self._took = time.monotonic(), 0.0
        if path is not None:
            _remove_parts(path)
            with suppress(*_DAMAGES), path.open("rb") as file:
                checksum, _, line = file.readline().partition(b" ")
                if int(checksum, 16) == zlib.crc32(line):
                    kept = json.loads(line)
                    if kept["version"] == _VERSION:
                        self._kept, self._finished = kept, kept["finished"]

    def finished(self, key: str) -> list[int] | None:
        """Return the numbers of a finished sweep, or None."""
        with suppress(*_DAMAGES):
            return [int(number, 16) for number in self._finished[key]]
        return None

    def finish(self, key: str, numbers: list[int]) -> None:
        """Keep the numbers of a sweep."""
        self._finished[key] = [f"{number:x}" for number in numbers]
        self._write(None, [])

    def frontiers(self, key: str, store: Store) -> list[Reached]:
        """Return what was kept of an unfinished sweep."""
        if self._path is None or self._kept.get("sweep") != key:
            return []
        with suppress(*_DAMAGES), self._path.open("rb") as file:
            file.readline()
            return [
                (int(each["steps"]), Blocks(tuple(each["held"]), _read_blocks(file, each, store)))
                for each in self._kept["frontiers"]
            ]
        return []

    def keep(self, key: str, frontiers: Sequence[Reached]) -> None:
        """Keep the frontiers that a sweep still needs, unless it kept some a short time ago."""
        if time.monotonic() > self._saved + max(_EVERY_SECONDS, _SHARE * self._took):
            self.save(key, frontiers)

    def save(self, key: str, frontiers: Sequence[Reached]) -> None:
        """Keep the frontiers that a sweep still needs."""
        began = time.monotonic()
        self._write(key, frontiers)
        self._saved = time.monotonic()
        self._took = self._saved - began

    def remove(self) -> None:
        """Remove the file, once the count is finished."""
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink()

    def _write(self, key: str | None, frontiers: Sequence[Reached]) -> None:
        if self._path is None:
            return
        header = {
            "version": _VERSION,
            "finished": self._finished,
            "sweep": key,
            "frontiers": [
                {
                    "steps": steps,
                    "held": state.held,
                    "blocks": [
                        (weights.ceiling, _sum(keys), _sum(weights.limbs))
                        for keys, weights in state.blocks
                    ],
                }
                for steps, state in frontiers
            ],
        }
        with suppress(OSError, UserError), NewFile(self._path, force=True) as file:
            line = json.dumps(header).encode() + b"\n"
            file.stream.write(b"%x %s" % (zlib.crc32(line), line))
            for keys, weights in (block for _, state in frontiers for block in state.blocks):
                write_array(file.stream, keys, allow_pickle=False)
                write_array(file.stream, weights.limbs, allow_pickle=False)
            file.commit()


def _read_blocks(file: BinaryIO, kept: dict[str, Any], store: Store) -> list[Block]:
    return [_read_block(file, sums, store) for sums in kept["blocks"]]


def _read_block(file: BinaryIO, sums: Sequence[int], store: Store) -> Block:
    """Read a block, given its ceiling and its sums; raises ValueError if it is damaged."""
    keys, limbs = (read_array(file, allow_pickle=False) for _ in range(2))
    if [_sum(keys), _sum(limbs)] != sums[1:]:
        raise ValueError("the frontier is damaged")
    return Block(store.store(keys), Weights(store.store(limbs), int(sums[0])))


def _remove_parts(path: Path) -> None:
    """Remove files that a process was writing when it was killed."""
    for part in path.parent.glob(f".{path.name}.*.part"):
        with suppress(OSError):
            part.unlink()


def key_of(plan: Plan, populations: int) -> str:
    """Return a text that differs for different sweeps."""
    digest = hashlib.sha256(repr((plan.given, plan.possible, populations)).encode())
    for step in plan.steps:
        checks = [(check.unknowns, check.allowed.tobytes()) for check in step.checks]
        digest.update(repr((step.unknown, step.cells, step.forgotten, checks)).encode())
    return digest.hexdigest()


def _sum(array: NDArray[Scalar]) -> int:
    return zlib.crc32(np.ascontiguousarray(array).data)
