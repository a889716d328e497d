"""How near ``lifesat predecessors --nearest`` comes to random boards, against time.

``python -m benchmarks.nearest 62 5 20 60`` prints, for ten random targets with this side and half
of their cells live, how many cells differ after so many processor seconds of one process.
"""

import statistics
import sys
from collections.abc import Iterator, Sequence

import numpy as np

from benchmarks.report import markdown, processor_seconds
from lifesat.defaults import ENCODING, SOLVER
from lifesat.life.arrays import from_array
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.sat.windows import WindowSearch

_SEEDS = range(10)
# Times are read so often.
_STEP_SECONDS = 0.25


def differing(side: int, seed: int, times: Sequence[float]) -> Iterator[int]:
    """Yield how many cells of a random target differ at each time."""
    cells = np.random.default_rng(seed).random((side, side)) < 0.5
    problem = NearestPredecessor(Predecessor(from_array(cells.astype(np.uint8)), margin=1))
    search = WindowSearch(problem, ENCODING, SOLVER, seed)
    before = processor_seconds()
    for end in times:
        while processor_seconds() - before < end and search.cost and not search.exhausted:
            search.advance(_STEP_SECONDS)
        yield search.cost


def main(words: Sequence[str]) -> None:
    """Print the table."""
    side, times = int(words[0]), [float(word) for word in words[1:]]
    each = zip(*(differing(side, seed, times) for seed in _SEEDS), strict=True)
    lines = [
        (f"{end:g}", f"{statistics.median(found):g}", str(min(found)), str(max(found)))
        for end, found in zip(times, each, strict=True)
    ]
    print(markdown(("s", "cells that differ, median", "fewest", "most"), lines))


if __name__ == "__main__":
    main(sys.argv[1:])
