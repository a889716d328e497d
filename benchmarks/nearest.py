"""How near ``lifesat predecessors --nearest`` comes to random boards, and what it rules out.

``python -m benchmarks.nearest 62 10 1 2 5 10 20 30 60`` takes ten random targets with this side,
half of their cells live. It prints, after so many processor seconds, how many cells differ in the
best that the first process has found, and how many have to differ by the orphans that the second
process has found.
"""

import statistics
import sys
from collections.abc import Iterator, Sequence

import numpy as np

from benchmarks.report import markdown, processor_seconds
from lifesat.defaults import ENCODING, SOLVER
from lifesat.engines.nearest.orphan_packing import OrphanPacking
from lifesat.engines.nearest.windows import WindowSearch
from lifesat.life.pattern import Pattern
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor

# Times are read so often.
_STEP_SECONDS = 0.25


def target(side: int, seed: int) -> NearestPredecessor:
    """Return the problem of a random target."""
    cells = np.random.default_rng(seed).random((side, side)) < 0.5
    return NearestPredecessor(Predecessor(Pattern.from_array(cells.astype(np.uint8)), margin=1))


def differing(problem: NearestPredecessor, seed: int, times: Sequence[float]) -> Iterator[int]:
    """Yield how many cells differ at each time."""
    search = WindowSearch(problem, ENCODING, SOLVER, seed)
    before = processor_seconds()
    for end in times:
        while processor_seconds() - before < end and search.cost and not search.exhausted:
            search.advance(_STEP_SECONDS)
        yield search.cost


def bounds(problem: NearestPredecessor, times: Sequence[float]) -> list[int]:
    """Return how many cells have to differ, as far as is known at each time."""
    packing = OrphanPacking(problem, ENCODING, SOLVER)
    before, seconds = processor_seconds(), 0.0
    moments: list[float] = []
    while seconds < times[-1] and not packing.exhausted:
        packing.advance(_STEP_SECONDS)
        seconds = processor_seconds() - before
        moments += [seconds] * (packing.bound - len(moments))
    packing.close()
    return [sum(moment <= end for moment in moments) for end in times]


def main(words: Sequence[str]) -> None:
    """Print the table."""
    side, seeds, times = int(words[0]), int(words[1]), [float(word) for word in words[2:]]
    problems = [target(side, seed) for seed in range(seeds)]
    found = [list(differing(each, seed, times)) for seed, each in enumerate(problems)]
    known = [bounds(each, times) for each in problems]
    lines = [
        (f"{end:g}", *_spread([each[k] for each in found]), *_spread([each[k] for each in known]))
        for k, end in enumerate(times)
    ]
    head = ("s", "cells that differ, median", "fewest", "most")
    print(markdown((*head, "that must, median", "fewest", "most"), lines))


def _spread(numbers: Sequence[int]) -> tuple[str, str, str]:
    """Return the median, the least and the largest of some numbers."""
    return f"{statistics.median(numbers):g}", str(min(numbers)), str(max(numbers))


if __name__ == "__main__":
    main(sys.argv[1:])
