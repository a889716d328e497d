"""How many boards of a contest ``lifesat predecessors`` solves in 20 s of a clock, with all cores.

``python -m benchmarks.contest 2 3`` undoes two and then three generations of 25 boards each, those
of `benchmarks.boards.kaggle` with the seeds 0 to 24. The start of the program counts. The clock
runs for other programs too, so the machine should have nothing else to do.
"""

import math
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.boards import kaggle
from benchmarks.report import markdown
from lifesat.formats import write_text
from lifesat.frontends.output import exit_codes

_SECONDS = 20
_BOARDS = range(25)


def taken(generations: int, seed: int) -> float:
    """Return the seconds until a board is solved, or infinity."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "target.rle"
        file.write_text(write_text(kaggle(generations, seed).target))
        how = ["--generations", str(generations), "--time-limit", str(_SECONDS), "--quiet"]
        command = [sys.executable, "-m", "lifesat", "predecessors", str(file), *how]
        began = time.monotonic()
        code = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
    if code not in (exit_codes.FOUND, exit_codes.UNDECIDED):
        raise subprocess.CalledProcessError(code, command)
    return time.monotonic() - began if code == exit_codes.FOUND else math.inf


def main(words: Sequence[str]) -> None:
    """Print a row for each number of generations."""
    lines = []
    for generations in map(int, words):
        times = [taken(generations, seed) for seed in _BOARDS]
        solved = sum(map(math.isfinite, times))
        lines.append(
            [str(generations), f"{solved}/{len(times)}", f"{statistics.median(times):.1f}"]
        )
    print(markdown(["generations", "solved", "median s"], lines))


if __name__ == "__main__":
    main(sys.argv[1:])
