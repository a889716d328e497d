"""Searches in space-time, whole processes, against python-sat called plainly on their formulas.

The other program reads the formula that `lifesat search --encode` has written, so it makes none,
and does not run its solution forward. Each search is for one solution.
"""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.boards import EXAMPLES
from benchmarks.report import Program, Row, Scale, compare

_PLAIN = """
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver("cadical195", bootstrap_with=CNF(from_file=sys.argv[1])) as solver:
    sys.exit(not solver.solve())
"""
_GLIDER = ((1, 0), (2, 1), (0, 2), (1, 2), (2, 2))
_EATER = 8  # the side of its box; the glider's corner is half of it

SEARCHES = {
    "space invader": ["invader.toml"],
    "LIFE, 2 back": ["life.toml"],
    "spaceship c/3, 5x14 (none)": [
        "--blank",
        "5,14,4",
        "--symmetry",
        "p3 y1",
        "--population",
        ">0",
    ],
    "spaceship c/3, D2-, 12x10 (none)": [
        *("--blank", "12,10,4", "--symmetry", "p3 x1", "--symmetry", "D2-", "--population", ">0"),
    ],
    "glide symmetry, 8x8 (none)": [
        *("--blank", "8,8,5", "--symmetry", "p2 RE- x1", "--population", ">0"),
    ],
    "eater, 8x8, 9 generations": ["eater.csv"],
    "oscillator in zebra stripes, 12x11": [
        *("--blank", "12,11,3", "--symmetry", "p2", "--force-change", "0", "1"),
        *("--background", "zebra.csv"),
    ],
    "unknown rule, spaceship c/2, 6x6": [
        *("--blank", "6,6,3", "--symmetry", "p2 x1", "--population", ">0"),
        *("--rule", "pB2345678/S012345678"),
    ],
    "oscillator of period 3, 10x10": [
        *("--blank", "10,10,4", "--symmetry", "p3", "--force-change", "0", "1"),
        *("--population", ">4"),
    ],
    "oscillator of period 4, D2-, 11x9": [
        *("--blank", "11,9,5", "--symmetry", "p4", "--symmetry", "D2-", "--force-change", "0", "2"),
    ],
}
"""The words of each search, after ``lifesat search``."""


def rows(scale: Scale) -> Iterator[Row]:
    """Yield a row for each search."""
    pairs = 1 if scale == "tiny" else 5
    with TemporaryDirectory() as name:
        folder = Path(name)
        _write_files(folder)
        for work, words in list(SEARCHES.items())[: 1 if scale == "tiny" else None]:
            search = [sys.executable, "-m", "lifesat", "search", *words]
            formula = folder / "formula.cnf"
            _code(folder, *search, "--encode", "--force", "-o", str(formula))
            ours = Program("lifesat search", partial(_code, folder, *search, "-q"))
            plain = [sys.executable, "-c", _PLAIN, str(formula)]
            other = Program("python-sat", partial(_code, folder, *plain))
            yield compare("blocks", work, ours, other, pairs=pairs)


def _code(folder: Path, *command: str) -> int:
    """Run a command and return its exit code: 0 if there is a solution, 1 if there is none.

    Raises
    ------
    RuntimeError
        If it has another code.
    """
    done = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True)
    if done.returncode > 1:
        raise RuntimeError(done.stderr)
    return done.returncode


def _write_files(folder: Path) -> None:
    """Write the search files."""
    lifesat = [sys.executable, "-m", "lifesat", "predecessors", "--print-config", "--margin", "0"]
    for pattern, generations, name in (("space-invader", 1, "invader"), ("life", 2, "life")):
        target = [str(EXAMPLES / f"{pattern}.rle"), "--generations", str(generations)]
        _code(folder, *lifesat, *target, "-o", f"{name}.toml")
    (folder / "zebra.csv").write_text("1\n0\n")
    (folder / "eater.csv").write_text(_eater())


def _eater() -> str:
    """Return a search file: a glider comes, and in the end the still life is there alone."""
    near, places = range(_EATER // 2), range(_EATER)
    still = [["0" if x in near and y in near else f"s{x}_{y}" for x in places] for y in places]
    first = [list(row) for row in still]
    for x, y in _GLIDER:
        first[y][x] = "1"
    unknown = [["*"] * _EATER] * _EATER
    layers = [first, *[unknown] * 6, still, still]
    return "\n\n".join("\n".join(" ".join(row) for row in layer) for layer in layers)
