"""How far ``lifesat sample --approximate`` is from uniform, and how long it takes.

``python -m benchmarks.draws 400`` draws 400 predecessors of each board, with fewer particles too,
and compares the share that has a cell live with the exact probability (root mean square over the
cells). Beside it is what draws that are exactly uniform would differ by, and what is left if that
is subtracted, as squares. The seconds are those of the processor for each draw, messages included.
"""

import math
import sys
from collections.abc import Sequence

import numpy as np

from benchmarks.boards import soup
from benchmarks.report import markdown, processor_seconds
from lifesat.engines.frontier.marginals import count_marginals
from lifesat.engines.particles.drawing import DRAWING_PARTICLES, ApproximateDraws
from lifesat.problems.life.predecessor import Predecessor

_NUMBER = 400
_PARTICLES = (DRAWING_PARTICLES // 4, DRAWING_PARTICLES)
_BOARDS = {
    "soup 10 x 8": soup(8, 1, height=10),
    "soup 10 x 10": soup(10, 0),
    "soup 60 x 8": soup(8, 2, height=60),
}
HEAD = (
    "target", "boards at a time", "s for each", "error", "of uniform draws", "left", "live", "exact"
)  # fmt: skip


def row(problem: Predecessor, particles: int, number: int) -> tuple[str, ...]:
    """Return the numbers of a board."""
    exact = count_marginals(problem).probabilities
    before = processor_seconds()
    drawn = np.concatenate([*ApproximateDraws(problem, 0, particles).draw(number)])
    seconds = (processor_seconds() - before) / number
    error = math.sqrt(float(np.square(drawn.mean(axis=0) - exact).mean()))
    uniform = math.sqrt(float((exact * (1 - exact)).mean()) / number)
    left = math.sqrt(max(0.0, error**2 - uniform**2))
    live = drawn.sum(axis=(1, 2)).mean()
    return (
        f"{particles}", f"{seconds:.2f}", f"{error:.4f}", f"{uniform:.4f}", f"{left:.4f}",
        f"{live:.2f}", f"{exact.sum():.2f}",
    )  # fmt: skip


def main(words: Sequence[str]) -> None:
    """Print the table."""
    number = int(words[0]) if words else _NUMBER
    for name, problem in _BOARDS.items():
        for particles in _PARTICLES:
            print(markdown(HEAD, [(name, *row(problem, particles, number))]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
