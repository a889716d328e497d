"""The smallest completion, with the proof, against a MaxSAT solver on the same clauses."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.report import Program, Row, Scale, compare
from benchmarks.smallest import fewest, maxsat
from lifesat.cnf.spacetime import TRUE
from lifesat.formats import read_file
from lifesat.frontends.input.completion import CompletionRequest
from lifesat.problems.life.completion import Completion

_EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
# Names of examples, periods and margins.
_WORKS = (
    ("given-cells", 1, 1),
    ("given-cells", 1, 2),
    ("caterer-rotor", 3, 4),
    ("beacon-with-eaters", 2, 3),
    ("self-forcing", 1, 0),
)
_TINY = (("beacon-with-eaters", 2, 0),)


def rows(scale: Scale) -> Iterator[Row]:
    """Yield a row for each work."""
    for name, period, margin in _TINY if scale == "tiny" else _WORKS:
        pattern = read_file(_EXAMPLES / f"{name}.rle", unknown=True)
        problem = CompletionRequest(period=period, margin=margin).problem(pattern)
        yield compare(
            "completion",
            f"{name}, period {period}, margin {margin}: the fewest live cells",
            Program("lifesat", partial(fewest, problem)),
            Program("RC2", partial(_with_given, problem)),
            pairs=1 if scale == "tiny" else 3,
        )


def _with_given(problem: Completion) -> int:
    """Return what RC2 finds, and the given live cells."""
    return maxsat(problem) + int(np.count_nonzero(problem.population_literals == TRUE))
