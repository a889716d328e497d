"""How long ``lifesat rewind`` takes to go back N generations, beside one formula for all of them.

``python -m benchmarks.rewind 20`` gives each method 20 s of one processor for each of ten seeds.
The cells around the targets are free. Processor time counts, so other programs may run.
"""

import math
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.report import markdown
from lifesat.defaults import SOLVER
from lifesat.formats import read_file
from lifesat.problems.life.predecessor import Predecessor
from lifesat.sat.adaptive import AdaptiveSearch
from lifesat.sat.method import Method
from lifesat.sat.rewind import Rewind

_EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
_TARGETS = ("space-invader", "life", "pond")
_GENERATIONS = (2, 3, 4, 5, 6, 8, 10, 12)
_SEEDS = range(1, 11)
_SLICE = 0.1


def stepping(problem: Predecessor, encoding: str, seed: int, most: float) -> dict[int, float]:
    """Return the seconds until each number of generations back, as far as `most` suffices."""
    began = time.process_time()
    times: dict[int, float] = {}
    # Seeds far apart, as the processes of a rewind have them.
    with Rewind(problem, encoding, SOLVER, seed=seed % 2 + 2000 * (seed // 2) + 1) as search:
        while time.process_time() - began < most and search.generations < _GENERATIONS[-1]:
            if search.advance(_SLICE):
                times[search.generations] = time.process_time() - began
    return times


def one_formula(problem: Predecessor, encoding: str, seed: int, most: float) -> float:
    """Return the seconds until one formula has a model, or infinity."""
    began = time.process_time()
    method = Method(problem, encoding, SOLVER, seed=seed)
    with AdaptiveSearch(method, workers=1, one=True) as search:
        while time.process_time() - began < most:
            if len(search.advance(_SLICE, 1).orbits):
                return time.process_time() - began
    return math.inf


def words_of(times: Sequence[float]) -> str:
    """Return the median, the fastest and the slowest, and how many took too long."""
    late = sum(map(math.isinf, times))
    if late == len(times):
        return "none"
    middle, first = statistics.median(times), min(times)
    last = max(taken for taken in times if taken < math.inf)
    shown = f"{middle:.1f}" if middle < math.inf else "-"
    return f"{shown} ({first:.1f}-{last:.1f})" + (f", {late} late" if late else "")


def lines_of(name: str, most: float) -> list[list[str]]:
    """Return a line for each number of generations of a target."""
    target = read_file(_EXAMPLES / f"{name}.rle")
    problem = Predecessor(target, outside="free")
    encodings = ("truth_table", "column_triples")
    steps = {each: [stepping(problem, each, seed, most) for seed in _SEEDS] for each in encodings}
    lines, hopeless = [], False
    for generations in _GENERATIONS:
        cells = [
            words_of([one.get(generations, math.inf) for one in steps[each]]) for each in encodings
        ]
        line = [name, str(generations), *cells]
        if hopeless:
            line.append("not tried")
        else:
            whole = Predecessor(target, generations, "free")
            times = [one_formula(whole, "column_triples", seed, most) for seed in _SEEDS]
            hopeless = all(map(math.isinf, times))
            line.append(words_of(times))
        lines.append(line)
        sys.stderr.write(f"{' | '.join(line)}\n")
    return lines


def main(words: Sequence[str]) -> None:
    """Print a line for each target and number of generations."""
    most = float(words[0]) if words else 20.0
    lines = [line for name in _TARGETS for line in lines_of(name, most)]
    head = ["target", "back", "rewind, truth table", "rewind, column triples", "one formula"]
    sys.stdout.write(markdown(head, lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
