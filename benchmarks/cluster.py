"""How the time of a search falls with many workers, simulated from cubes that were really solved.

A search is split into 4,096 cubes by its twelve best cells, each is solved in this process and its
time taken; then the cubes are handed to 1, 2, 16, 256 and 4,096 imagined workers, the next one to
whoever is free. (A running search splits its hard cubes further; these are not.) Each report
occupies the one process that writes the journal for as long as writing such reports was measured
to take.

    python -m benchmarks.cluster
"""

import heapq
import time
from itertools import product
from typing import NamedTuple

import numpy as np

from benchmarks.boards import EXAMPLES
from benchmarks.report import markdown
from lifesat import read_file
from lifesat.defaults import ENCODING, SOLVER
from lifesat.engines.sat.cubes import cube_splitter
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import Slice, run_slice
from lifesat.jobs.journal import Row
from lifesat.problems.life.predecessor import Predecessor

_WORKERS = (1, 2, 16, 256, 4096)
_SPLITS = 12
# There and back in a local network, with dask's own work.
_TRIP_SECONDS = 0.005


class Part(NamedTuple):
    """A cube that was solved: its seconds, and those that writing its report takes."""

    solving: float
    writing: float


def solved(problem: Predecessor) -> list[Part]:
    """Solve every cube and return what each took."""
    setup = SolverSetup(problem, ENCODING, SOLVER, ONE_FORMULA)
    cells = cube_splitter(setup).cells[:_SPLITS]
    none = np.zeros((0, (problem.projection + 7) // 8), dtype=np.uint8)
    parts = []
    for signs in product((-1, 1), repeat=len(cells)):
        cube = tuple(sign * cell for sign, cell in zip(signs, cells, strict=True))
        began = time.process_time()
        report = run_slice(Slice(setup, cube, none, 600.0, None, None))
        solving = time.process_time() - began
        began = time.process_time()
        list(
            map(
                Row,
                range(len(report.packed)),
                map(bytes, report.packed),
                report.orbit_sizes,
                report.orbit_sizes,
            )
        )
        parts.append(Part(solving, time.process_time() - began + 0.0005))
    return parts


def finished(parts: list[Part], workers: int) -> float:
    """Return the seconds until the last report is written."""
    free = [0.0] * workers
    reports = []
    for part in sorted(parts, reverse=True):
        end = heapq.heappop(free) + part.solving + _TRIP_SECONDS
        heapq.heappush(free, end)
        reports.append((end, part.writing))
    written = 0.0
    for end, writing in sorted(reports):
        written = max(written, end) + writing
    return written


def main() -> None:
    """Print the tables."""
    for name, generations, margin in (("pond", 3, 1), ("space-invader", 2, 0)):
        target = read_file(EXAMPLES / f"{name}.rle")
        parts = solved(Predecessor(target, generations, margin=margin))
        alone = finished(parts, 1)
        lines = [
            (f"{workers:,}", f"{(t := finished(parts, workers)):.3g}", f"{alone / t:.1f}")
            for workers in _WORKERS
        ]
        reports = sum(part.writing for part in parts)
        print(f"\n{name}, {generations} generations back: {len(parts):,} cubes")
        print(f"the largest takes {max(parts).solving:.3g} s, all reports {reports:.3g} s\n")
        print(markdown(("workers", "seconds", "times as fast"), lines))


if __name__ == "__main__":
    main()
