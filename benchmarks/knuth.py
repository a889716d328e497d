"""Knuth's programs: printing is set against writing the same text, whole or line by line.

The searches that they were written for, with each encoding and solver, are in `benchmarks.proofs`.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from tempfile import TemporaryFile

from benchmarks.report import Program, Row, Scale, compare
from lifesat.knuth.program import PROGRAMS, symbolic
from lifesat.knuth.program import Program as Printed

# Rows, columns, steps.
_PRINTED = {"tiny": [(3, 3, 2)], "full": [(50, 50, 1), (12, 5, 83)]}


def rows(scale: Scale) -> Iterator[Row]:
    """Yield rows: each program against both ways of writing."""
    pairs = 1 if scale == "tiny" else 5
    for sizes in _PRINTED[scale]:
        yield from _printing(PROGRAMS["sat-life-grid"](*sizes), pairs)


def _printing(program: Printed, pairs: int) -> Iterator[Row]:
    text = "".join(symbolic(program))
    lines = text.splitlines(keepends=True)
    others = [Program("the same text", partial(_write, [text]))]
    others.append(Program("the same lines", partial(_write, lines)))
    for other in others:
        ours = Program("lifesat knuth", lambda: _write(symbolic(program)))
        yield compare("knuth", f"{program.title}, {len(text):,} bytes", ours, other, pairs=pairs)


def _write(parts: Iterable[str]) -> int:
    """Write to a file that is not kept and return how much."""
    with TemporaryFile("w", encoding="ascii") as stream:
        return sum(stream.write(part) for part in parts)
