"""How long ``lifesat rewind`` takes to go back N generations, beside one formula for all of them.

``python -m benchmarks.rewind 20 life soup`` gives each setup about 20 s of one processor for each
of ten seeds, in long calls of the solver. The cells around the targets are free. A soup is another
one for each seed: 12x12 cells that have run for twelve generations. Processor time counts, so other
programs may run.

``python -m benchmarks.rewind 20 nearby`` goes back from ten ordinary patterns with dead cells
around, with and without a preference for parents nearby.
"""

import math
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from unittest.mock import patch

import numpy as np

from benchmarks.boards import example
from benchmarks.report import markdown
from lifesat.defaults import ENCODING, SOLVER
from lifesat.engines.rewinds import search as search_module
from lifesat.engines.rewinds.search import Rewind
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.frontends.input.drawing import draw_text
from lifesat.life.evolution import evolve
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor

_TARGETS = ("space-invader", "life", "HELLO", "SAT", "pond", "soup")
_GENERATIONS = (2, 3, 4, 5, 6, 8, 10, 12)
_SEEDS = range(1, 11)
_STEPS = 10
# How many generations they have run, and the cells from which they start.
_ORDINARY = {
    "R-pentomino": (200, ".OO/OO./.O."),
    "acorn": (200, ".O...../...O.../OO..OOO"),
    "pi-heptomino": (30, "OOO/O.O/O.O"),
    "diehard": (60, "......O./OO....../.O...OOO"),
    "Gosper's gun": (
        90,
        (
            "........................O/......................O.O/"
            "............OO......OO............OO/...........O...O....OO............OO/"
            "OO........O.....O...OO/OO........O...O.OO....O.O/..........O.....O.......O/"
            "...........O...O/............OO"
        ),
    ),
    "puffer": (
        100,
        "...O/....O/O...O/.OOOO////O/.OO/..O/..O/.O///...O/....O/O...O/.OOOO",
    ),
}
_SOUP_SIDE = 12
_SOUP_DENSITY = 0.4


def target_of(name: str, seed: int) -> Pattern:
    """Return a target; of the soups, another one for each seed. Capitals are a word in letters."""
    if name.isupper():
        return draw_text(name)
    if name != "soup":
        return example(name).target
    border = _GENERATIONS[-1]
    shape = 1, _SOUP_SIDE + 2 * border, _SOUP_SIDE + 2 * border
    soup = np.random.default_rng(seed).random(shape) < _SOUP_DENSITY
    (target,) = evolve(soup.astype(np.uint8), LIFE, border, "cut")
    return Pattern.from_array(target)


def stepping(problem: Predecessor, encoding: str, seed: int, most: float) -> dict[int, float]:
    """Return the seconds until each number of generations back, as far as `most` suffices."""
    began = time.process_time()
    times: dict[int, float] = {}
    # Odd and far apart, as those of the first processes of a rewind.
    with Rewind(problem, encoding, SOLVER, seed=2000 * seed + 1) as search:
        while time.process_time() - began < most and search.generations < _GENERATIONS[-1]:
            if search.advance(most, most):
                times[search.generations] = time.process_time() - began
    return times


def one_formula(problem: Predecessor, seed: int, most: float) -> float:
    """Return the seconds until one formula has a model, or infinity."""
    began = time.process_time()
    solver = SolverSetup(problem, ENCODING, SOLVER, ONE_FORMULA, seed=seed).new_solver()
    found = len(solver.wanted(most, 1, most).orbit_sizes)
    solver.delete()
    return time.process_time() - began if found else math.inf


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
    targets = [target_of(name, seed) for seed in _SEEDS]
    steps = [
        [
            stepping(Predecessor(target, outside="free"), encoding, seed, most)
            for target, seed in zip(targets, _SEEDS, strict=True)
        ]
        for encoding in ("truth_table", "column_triples")
    ]
    lines, hopeless = [], False
    for generations in _GENERATIONS:
        cells = [words_of([one.get(generations, math.inf) for one in each]) for each in steps]
        line = [name, str(generations), *cells, "not tried"]
        if not hopeless:
            problems = [Predecessor(target, generations, "free") for target in targets]
            times = [one_formula(*each, most) for each in zip(problems, _SEEDS, strict=True)]
            hopeless = all(map(math.isinf, times))
            line[-1] = words_of(times)
        lines.append(line)
        sys.stderr.write(f"{' | '.join(line)}\n")
    return lines


def ordinary() -> Iterator[tuple[str, Pattern]]:
    """Yield ten patterns that have run for a while, with their names."""
    for name, (generations, text) in _ORDINARY.items():
        rows = text.split("/")
        width = max(map(len, rows))
        start = Pattern.from_rows([row.ljust(width, ".") for row in rows])
        yield f"{name} at {generations}", start.evolve(generations).crop()
    for seed in range(1, 5):
        soup = np.random.default_rng(seed).random((16, 16)) < _SOUP_DENSITY
        yield f"soup {seed} at 100", Pattern.from_array(soup.astype(np.uint8)).evolve(100).crop()


def nearby(target: Pattern, distances: tuple[int, ...], most: float) -> list[str]:
    """Return how far a rewind comes, the live cells of each generation, and the seconds."""
    began, last = time.process_time(), 0.0
    cells: list[str] = []
    problem = Predecessor(target)
    with (
        patch.object(search_module, "_DISTANCES", distances),
        Rewind(problem, "column_triples", SOLVER) as search,
    ):
        while time.process_time() - began < most and search.generations < _STEPS:
            if search.advance(most, most) and search.oldest is not None:
                cells.append(str(search.oldest.population))
                last = time.process_time() - began
    return [str(search.generations), ", ".join(cells), f"{last:.1f}"]


def print_nearby(most: float) -> None:
    """Print a line for each of the ordinary patterns."""
    lines = []
    for name, target in ordinary():
        cells = [cell for each in ((1, 2), ()) for cell in nearby(target, each, most)]
        lines.append([name, str(target.population), *cells])
        sys.stderr.write(f"{' | '.join(lines[-1])}\n")
    near, anywhere = (["back", f"live cells, {where}", "s"] for where in ("nearby", "anywhere"))
    sys.stdout.write(markdown(["target", "live cells", *near, *anywhere], lines) + "\n")


def main(words: Sequence[str]) -> None:
    """Print a line for each target and number of generations."""
    most = float(words[0]) if words else 20.0
    if words[1:] == ["nearby"]:
        print_nearby(most)
        return
    lines = [line for name in words[1:] or _TARGETS for line in lines_of(name, most)]
    head = ["target", "back", "rewind, truth table", "rewind, column triples", "one formula"]
    sys.stdout.write(markdown(head, lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
