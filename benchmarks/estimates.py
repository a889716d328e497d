"""How exact ``lifesat marginals --samples 20`` is, and how long it takes.

``python -m benchmarks.estimates`` prints, for each board, processor seconds, the particles that
were needed, and the standard errors (root mean square); where a frontier fits, also the errors.
"""

import math

import numpy as np

from benchmarks.boards import dead, soup
from benchmarks.report import markdown, processor_seconds
from lifesat.engines.frontier.estimates import estimate_marginals
from lifesat.engines.frontier.marginals import count_marginals
from lifesat.engines.frontier.support import OutOfReachError
from lifesat.problems.life.predecessor import Predecessor

_SAMPLES = 20
# The boards, and whether a frontier fits.
_BOARDS = {
    "dead 10 x 10": (dead(10), True),
    "dead 20 x 20": (dead(20), False),
    "dead 30 x 30": (dead(30), False),
    "soup 10 x 10, margin 1": (soup(10, 0), True),
    "soup 16 x 16, margin 1": (soup(16, 1), False),
    "soup 20 x 20, margin 1": (soup(20, 1), False),
    "soup 30 x 30, margin 1": (soup(30, 1), False),
}


def row(problem: Predecessor, *, fits: bool) -> tuple[str, ...]:
    """Return the numbers of a board."""
    before = processor_seconds()
    try:
        found = estimate_marginals(problem, _SAMPLES)
    except OutOfReachError:
        return (f"{processor_seconds() - before:.0f}", "refused", "", "", "", "")
    seconds = processor_seconds() - before
    errors = ""
    if fits:
        difference = found.probabilities - count_marginals(problem).probabilities
        errors = f"{_mean(difference):.3f}"
    return (
        f"{seconds:.0f}",
        f"{found.particles:,}",
        f"{found.effective:.0f}",
        f"10^{found.log10_total:.1f} ± {100 * found.total_error:.0f} %",
        f"{_mean(found.standard_errors):.3f}",
        errors,
    )


def _mean(errors: np.ndarray) -> float:
    return math.sqrt(float(np.square(errors).mean()))


def main() -> None:
    """Print the table."""
    lines = [(name, *row(problem, fits=fits)) for name, (problem, fits) in _BOARDS.items()]
    head = ("target", "s", "boards in a sample", "amount to", "predecessors", "stated", "true")
    print(markdown(head, lines))


if __name__ == "__main__":
    main()
