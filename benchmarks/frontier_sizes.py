"""What a count costs as the target grows: the table in docs/notes/measurements.md.

The command ``python -m benchmarks.frontier_sizes`` prints it. Each count runs in its own process.
"""

import resource
import sys

import numpy as np

from benchmarks.limited import run_limited
from benchmarks.report import markdown, processor_seconds
from lifesat.engines.frontier.counts import count_boards
from lifesat.life.evolution import evolve
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor

_SQUARES = [(n, n) for n in range(8, 17)]
_STRIPS = [(n, length) for n in range(4, 12) for length in (100, 200)]
_REPEATED = [(n, length) for n in (4, 6, 8, 10) for length in (100, 200, 400, 800)]
# The soup of a strip that repeats itself is so long.
_PERIOD = 10
_SECONDS = 60
_DENSITY = 0.4


def main() -> None:
    """Print the table."""
    sizes = [(w, h, h) for w, h in (*_SQUARES, *_STRIPS)] + [(w, h, _PERIOD) for w, h in _REPEATED]
    lines: list[tuple[str, ...]] = []
    for width, height, period in sizes:
        name = f"{width} x {height}" + (", repeated" if period < height else "")
        words = list(map(str, (width, height, period)))
        reported = run_limited("benchmarks.frontier_sizes", words, _SECONDS)
        lines.append((name, *(reported.split() if reported else (f"over {_SECONDS}", "", ""))))
        print(*lines[-1], file=sys.stderr, flush=True)
    print(markdown(("target", "seconds", "peak MB", "parents, digits"), lines))


def measure(width: int, height: int, period: int) -> None:
    """Print processor seconds, peak memory in megabytes, and the digits of one count.

    The target is what a soup becomes whose rows repeat after `period`.
    """
    rows = np.random.default_rng(1).random((min(height - 2, period), width - 2)) < _DENSITY
    soup = np.resize(rows, (height - 2, width - 2)).astype(np.uint8)
    # The ring of dead cells keeps the successor in the box, so that there is a parent at least.
    problem = Predecessor(Pattern.from_array(evolve(np.pad(soup, 1), LIFE, 1)), margin=0)
    before = processor_seconds()
    number = count_boards(problem)
    seconds = processor_seconds() - before
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(f"{seconds:.2f} {megabytes:.0f} {len(str(number))}")


if __name__ == "__main__":
    if len(sys.argv) == 4:
        measure(*map(int, sys.argv[1:]))
    else:
        main()
