"""What a count costs as the target grows: the table of seconds and memory in docs/frontier.md.

The command ``python -m benchmarks.frontier_sizes`` prints it. Each count runs in its own process.
"""

import resource
import subprocess
import sys

import numpy as np

from benchmarks.report import markdown, processor_seconds
from lifesat.arrays import from_array
from lifesat.evolution import evolve
from lifesat.problems.predecessor import Predecessor
from lifesat.rules import LIFE
from lifesat.solving.frontier import count_parents

_SQUARES = [(n, n) for n in range(8, 17)]
_STRIPS = [(n, length) for n in range(4, 12) for length in (100, 200)]
_SECONDS = 60


def main() -> None:
    """Print the table."""
    lines = []
    for width, height in (*_SQUARES, *_STRIPS):
        words = [sys.executable, "-m", "benchmarks.frontier_sizes", str(width), str(height)]
        try:
            told = subprocess.run(
                words, capture_output=True, text=True, check=True, timeout=_SECONDS
            )
        except subprocess.TimeoutExpired:
            lines.append((f"{width} x {height}", f"over {_SECONDS}", "", ""))
            continue
        seconds, megabytes, digits = told.stdout.split()
        lines.append((f"{width} x {height}", seconds, megabytes, digits))
        print(*lines[-1], file=sys.stderr)
    print(markdown(("target", "seconds", "peak MB", "parents, digits"), lines))


def measure(width: int, height: int) -> None:
    """Print processor seconds, peak memory in megabytes, and the digits of one count."""
    rng = np.random.default_rng(1)
    soup = (rng.random((height - 2, width - 2)) < 0.4).astype(np.uint8)
    # The ring of dead cells keeps the successor in the box, so that there is a parent at least.
    problem = Predecessor(from_array(evolve(np.pad(soup, 1), LIFE, 1)), margin=0)
    before = processor_seconds()
    number = count_parents(problem)
    seconds = processor_seconds() - before
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(f"{seconds:.2f} {megabytes:.0f} {len(str(number))}")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measure(int(sys.argv[1]), int(sys.argv[2]))
    else:
        main()
