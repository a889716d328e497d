"""How solvers search without a target: kinds of patterns in boxes of eight sizes each.

``python -m benchmarks.modes`` prints for each kind and way to search the median over the boxes of
the processor time of one call, and in how many boxes it answered within the limit. With words, only
kinds whose name has one of them are searched. Each call has a process of its own. The search for
symmetric solutions makes a call for each group of symmetries, until one has a solution.
"""

import json
import math
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.limited import run_limited
from benchmarks.report import markdown
from lifesat.defaults import ENCODING, PROVER, SOLVER, Mode
from lifesat.engines.sat.solver import Solver
from lifesat.frontends.input.search_file import SearchRequest

_SECONDS = 10
_ANY_RULE = "pB2345678/S012345678"


class Kind(NamedTuple):
    """What is looked for.

    Attributes
    ----------
    generations
        The number of generations.
    boxes
        Widths and heights.
    constraints
        The options of `lifesat search`.
    rule
        The option ``--rule``.
    zebra
        Whether zebra stripes are outside.
    """

    generations: int
    boxes: Sequence[tuple[int, int]]
    constraints: SearchRequest
    rule: str | None = None
    zebra: bool = False


KINDS = {
    "spaceship c/4, glide symmetry": Kind(
        5,
        [(10, 9), (12, 9), (12, 11), (14, 10), (14, 12), (16, 12), (18, 14), (20, 16)],
        SearchRequest(symmetry=("p2 RE- x1",), population=(">0",)),
    ),
    "spaceship c/4, diagonal": Kind(
        5,
        [(9, 9), (10, 10), (11, 10), (12, 11), (12, 12), (13, 12), (14, 13), (15, 15)],
        SearchRequest(symmetry=("p4 x1 y1",), population=(">6",)),
    ),
    "spaceship c/2": Kind(
        5,
        [(9, 8), (10, 9), (11, 9), (12, 10), (13, 11), (14, 12), (16, 12), (18, 13)],
        SearchRequest(symmetry=("p4 x2",), population=(">0",)),
    ),
    "spaceship c/3, any rule": Kind(
        4,
        [(6, 6), (7, 6), (7, 7), (8, 7), (8, 8), (9, 8), (9, 9), (10, 10)],
        SearchRequest(symmetry=("p3 x1",), population=(">0",)),
        rule=_ANY_RULE,
    ),
    "oscillator p3": Kind(
        4,
        [(8, 8), (9, 8), (9, 9), (10, 9), (10, 10), (11, 10), (12, 12), (13, 13)],
        SearchRequest(symmetry=("p3",), force_change=((0, 1),), population=(">4",)),
    ),
    "oscillator p4, D2-": Kind(
        5,
        [(9, 9), (10, 9), (11, 9), (11, 11), (12, 10), (13, 11), (14, 13), (15, 15)],
        SearchRequest(symmetry=("p4", "D2-"), force_change=((0, 2),)),
    ),
    "oscillator p3 in zebra stripes": Kind(
        4,
        [(8, 8), (10, 9), (12, 10), (12, 12), (14, 12), (14, 14), (16, 14), (18, 16)],
        SearchRequest(symmetry=("p3",), force_change=((0, 1),)),
        zebra=True,
    ),
    "spaceship c/3, D2-: none": Kind(
        4,
        [(10, 9), (10, 11), (12, 11), (14, 11), (12, 13), (14, 13), (16, 13), (18, 13)],
        SearchRequest(symmetry=("p3 x1", "D2-"), population=(">0",)),
    ),
}


class Way(NamedTuple):
    """How to search.

    Attributes
    ----------
    solver, mode
        As for `lifesat.engines.sat.solver.Solver`.
    anywhere
        Whether spaceships may be anywhere in the box, not only at the side ahead of them.
    symmetric
        Whether to search for symmetric solutions only.
    """

    solver: str
    mode: Mode = "alternating"
    anywhere: bool = False
    symmetric: bool = False


WAYS = {
    "stable": Way(SOLVER, "stable"),
    "both modes": Way(SOLVER),
    "dead first": Way(SOLVER, "false_first"),
    "Glucose": Way(PROVER),
    "Glucose, anywhere": Way(PROVER, anywhere=True),
    "Glucose, symmetric": Way(PROVER, symmetric=True),
}


def measure(kind: Kind, box: tuple[int, int], way: Way) -> float:
    """Return the processor seconds until a call answers; infinite if no symmetry has a solution."""
    with TemporaryDirectory() as name:
        zebra = Path(name) / "zebra.csv"
        zebra.write_text("1\n0\n")
        request = replace(
            kind.constraints,
            blank=(*box, kind.generations),
            rule=kind.rule,
            background=str(zebra) if kind.zebra else None,
        )
        problem = request.problem()
        formula = problem.formula(ENCODING)
    clauses = [] if way.anywhere else problem.symmetry_breaking_clauses()
    groups = [each.tolist() for each in problem.invariance_clauses()] if way.symmetric else [[]]
    began = time.process_time()
    for group in groups:
        with Solver(formula, way.solver, mode=way.mode) as search:
            for clause in (*clauses, *group):
                search.add(clause)
            if search.solve(None) or not way.symmetric:
                return time.process_time() - began
    return math.inf


def rows(name: str) -> list[list[str]]:
    """Return a row for each way: the median time, and the number of boxes with an answer."""
    lines = []
    for words in WAYS:
        reported = [
            run_limited("benchmarks.modes", [json.dumps([name, box, words])], _SECONDS)
            for box in KINDS[name].boxes
        ]
        seconds = [_SECONDS if each is None else min(float(each), _SECONDS) for each in reported]
        solved = sum(each < _SECONDS for each in seconds)
        lines.append([words, f"{statistics.median(seconds):.2f}", f"{solved}/{len(reported)}"])
    return lines


def main(words: Sequence[str]) -> None:
    """Print the table, or what one call takes."""
    if words and words[0].startswith("["):
        name, box, way = json.loads(words[0])
        print(measure(KINDS[name], tuple(box), WAYS[way]))
        return
    names = [name for name in KINDS if not words or any(word in name for word in words)]
    table = [[name, *line] for name in names for line in rows(name)]
    print(markdown(["kind", "way", "median seconds", "answered"], table))


if __name__ == "__main__":
    main(sys.argv[1:])
