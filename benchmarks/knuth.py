"""Knuth's programs, and the searches that they were written for.

Printing is set against writing the same text, whole or line by line. The searches are the eaters
that his second program asks for, and the word LIFE: what was it three generations ago, and that
there was nothing four generations ago.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from tempfile import TemporaryFile

from benchmarks.boards import example
from benchmarks.report import Program, Row, Scale, compare
from lifesat.defaults import ENCODING, ENCODINGS
from lifesat.jobs.events import Done
from lifesat.jobs.options import Options
from lifesat.jobs.search import search
from lifesat.knuth import PROGRAMS, symbolic
from lifesat.knuth.program import Program as Printed
from lifesat.problems.eater import Eater
from lifesat.problems.predecessor import Predecessor

# Rows, columns, steps; the same for eaters.
_PRINTED = {"tiny": [(3, 3, 2)], "full": [(50, 50, 1), (12, 5, 83)]}
_EATERS = {"tiny": [(7, 7, 4)], "full": [(8, 8, 8), (7, 8, 12), (10, 10, 10)]}


def rows(scale: Scale) -> Iterator[Row]:
    """Yield the rows: printing, then each search with each encoding that is not the default."""
    pairs = 1 if scale == "tiny" else 5
    for sizes in _PRINTED[scale]:
        yield from _printing(PROGRAMS["sat-life-grid"](*sizes), pairs)
    for name, problem in _searches(scale):
        for encoding in ENCODINGS:
            if encoding != ENCODING:
                yield compare(
                    "knuth",
                    name,
                    Program(f"lifesat {ENCODING}", partial(_answer, problem, ENCODING)),
                    Program(f"lifesat {encoding}", partial(_answer, problem, encoding)),
                    pairs=1 if scale == "tiny" else 3,
                )


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


def _searches(scale: Scale) -> Iterator[tuple[str, Eater | Predecessor]]:
    for height, width, generations in _EATERS[scale]:
        name = f"an eater in {width}x{height} cells after {generations} generations"
        yield name, Eater(width, height, generations)
    if scale == "full":
        life = example("life")
        for generations in (3, 4):
            yield f"LIFE {generations} back", replace(life, generations=generations)


def _answer(problem: Eater | Predecessor, encoding: str) -> bool:
    """Return whether there is a solution."""
    for event in search(problem, Options(encoding=encoding)):
        if isinstance(event, Done) and event.status != "stopped":
            return event.found > 0
    raise RuntimeError("the search ended without an answer")
