"""Reading and writing patterns: whole processes against bgolly, and in one process against lifelib.

The outcome of a program is a digest of what it wrote, so both sides have written the same text. A
row is left out where its program is not installed; lifelib is compiled when it is first used.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from benchmarks.report import Program, Row, Scale, compare
from lifesat.formats import read_text, write_text
from lifesat.life.pattern import Pattern

_SEED = 1
_RATIO_TO_BGOLLY = 5
_RATIO_TO_NOTHING = 3
_SPREAD = 10**7  # cells far apart lie in a square of this side


def rows(scale: Scale) -> Iterator[Row]:
    """Yield the rows: a dense soup, cells far apart, and the start of a process."""
    side, few, many = (30, 10, 20) if scale == "tiny" else (3600, 1000, 900_000)
    pairs = 1 if scale == "tiny" else 5
    soup, dense = f"a soup, density 0.5, {side} x {side}", _dense(side)
    with tempfile.TemporaryDirectory() as folder:
        if shutil.which("bgolly"):
            limit = None if scale == "tiny" else _RATIO_TO_BGOLLY
            yield _against_bgolly(soup, dense, Path(folder), pairs, limit)
            # With many such cells bgolly exceeds its memory.
            yield _against_bgolly(_named(few), _sparse(few), Path(folder), 1, None)
        if find_spec("lifelib"):
            yield _against_lifelib(soup, dense)
            yield _against_lifelib(_named(many), _sparse(many))
        yield _start_up(Path(folder), 1 if scale == "tiny" else 15)


def _named(count: int) -> str:
    return f"{count:,} cells in a square of side {_SPREAD:,}"


def _dense(side: int) -> str:
    soup = Pattern.from_array(
        np.random.default_rng(_SEED).integers(0, 2, (side, side), dtype=np.uint8)
    )
    return write_text(soup.crop())


def _sparse(count: int) -> str:
    places = np.random.default_rng(_SEED).integers(0, _SPREAD, (count, 2))
    cells = Pattern.from_cells((x, y) for x, y in places.tolist())
    return write_text(cells.replace(position=None))


def _work(pattern: str, text: str) -> str:
    return f"read and write {pattern}, {len(text) / 1e6:.2f} MB, seed {_SEED}"


def _against_bgolly(
    pattern: str, text: str, folder: Path, pairs: int, ratio_limit: float | None
) -> Row:
    source, target = folder / "source.rle", folder / "target.rle"
    source.write_text(text)
    ours = [sys.executable, "-m", "lifesat", "convert", "--force", str(source), str(target)]
    theirs = ["bgolly", "-q", "-q", "-m", "0", "-o", str(target), str(source)]

    def run(command: list[str]) -> str:
        subprocess.run(command, check=True, capture_output=True)
        return sha256(target.read_bytes()).hexdigest()

    return compare(
        "formats",
        _work(pattern, text),
        Program("lifesat convert", lambda: run(ours)),
        Program("bgolly -m 0 -o", lambda: run(theirs)),
        pairs=pairs,
        ratio_limit=ratio_limit,
    )


def _against_lifelib(pattern: str, text: str) -> Row:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        make = import_module("lifelib").load_rules("b3s23").lifetree(n_layers=1).pattern
    return compare(
        "formats",
        _work(pattern, text),
        Program("lifesat in this process", lambda: write_text(read_text(text), "lifelib")),
        Program("lifelib in this process", lambda: make(text).rle_string()),
        pairs=1,
    )


def _start_up(folder: Path, pairs: int) -> Row:
    glider = folder / "glider.rle"
    glider.write_text("x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n")

    # As when installed: with compiled modules kept, whatever this process was told.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def process(*words: str) -> int:
        command = [sys.executable, *words]
        return subprocess.run(command, check=True, capture_output=True, env=environment).returncode

    return compare(
        "formats",
        "convert a glider to standard output",
        Program("lifesat convert", lambda: process("-m", "lifesat", "convert", str(glider))),
        Program("python -c pass", lambda: process("-c", "pass")),
        pairs=pairs,
        ratio_limit=_RATIO_TO_NOTHING if pairs > 1 else None,
    )
