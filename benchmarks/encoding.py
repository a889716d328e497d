"""Making the formula with arrays, against a loop in Python that makes as many clauses.

Each process derives the clauses of one cell from the rule, once; that is left out on both sides.
"""

from collections.abc import Iterator
from functools import partial

from benchmarks import loops
from benchmarks.boards import noise
from benchmarks.report import Program, Row, Scale, compare
from lifesat.defaults import ENCODINGS

_SEED = 1
_SECONDS = {"column_triples": 0.3, "truth_table": 1.0}


def rows(scale: Scale) -> Iterator[Row]:
    """Yield a row for each encoding."""
    side, pairs = (8, 1) if scale == "tiny" else (100, 5)
    for encoding in ENCODINGS:
        yield compare(
            "encoding",
            f"{side}x{side} random cells, density 0.5, seed {_SEED}; one generation, margin 1",
            Program(f"lifesat {encoding}", partial(_arrays, side, encoding)),
            Program("cell by cell, clause by clause", partial(_loop, side, encoding)),
            pairs=pairs,
            seconds_limit=_SECONDS.get(encoding),
        )


def _arrays(side: int, encoding: str) -> int:
    return len(noise(side, _SEED).formula(encoding))


def _loop(side: int, encoding: str) -> int:
    return len(loops.encode(noise(side, _SEED), encoding))
