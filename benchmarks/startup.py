"""Whole processes, from nothing to the answer, against an interpreter that does nothing."""

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.boards import EXAMPLES
from benchmarks.report import Program, Row, Scale, compare


def rows(scale: Scale) -> Iterator[Row]:
    """Yield the rows: the version, and the first parent of the tub."""
    pairs = 1 if scale == "tiny" else 15
    nothing = _process("python -c pass", "-c", "pass")
    tub = str(EXAMPLES / "tub.rle")
    for work, words in (
        ("print the version", ["--version"]),
        ("the first parent of the tub", ["predecessors", tub]),
    ):
        ours = _process(f"lifesat {words[0]}", "-m", "lifesat", *words)
        yield compare("startup", work, ours, nothing, pairs=pairs)


def _process(name: str, *words: str) -> Program:
    command = [sys.executable, *words]
    return Program(
        name, lambda: subprocess.run(command, check=True, capture_output=True).returncode
    )
