"""Proofs, and searches that belong to them: every encoding with every solver.

``python -m benchmarks.proofs`` prints a table for each piece of work. Each run has a process of its
own. What was measured is added to a file, ``proofs.jsonl`` unless named; what stands there is not
measured again, so that a survey that was broken off goes on.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import NamedTuple

from benchmarks.boards import example, garden_of_eden_10, read_orphan
from benchmarks.limited import run_limited
from benchmarks.report import Row, Scale, markdown
from lifesat.defaults import ENCODING, ENCODINGS, SOLVER, SOLVERS
from lifesat.engines.options import Options
from lifesat.problems.life.eater import Eater
from lifesat.problems.problem import Problem
from lifesat.queries.events import Done
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions

_FILE = Path("proofs.jsonl")
_SECONDS = 10
_MODULE = "benchmarks.proofs"


class Work(NamedTuple):
    """Something to find, or to prove that there is none.

    Attributes
    ----------
    problem
        Makes the problem.
    found
        Whether there is a solution.
    seconds
        Processor seconds, start-up included, after which a run is given up.
    """

    problem: Callable[[], Problem]
    found: bool
    seconds: int = _SECONDS


class Run(NamedTuple):
    """A line of the file: what was measured; no seconds if the time was over first."""

    work: str
    encoding: str
    solver: str
    seconds: float | None


def _life(generations: int) -> Problem:
    return replace(example("life"), generations=generations)


WORKS = {
    "an eater in 8x8 cells after 8 generations": Work(partial(Eater, 8, 8, 8), found=True),
    "an eater in 8x7 cells after 12 generations": Work(partial(Eater, 8, 7, 12), found=False),
    "an eater in 10x10 cells after 10 generations": Work(partial(Eater, 10, 10, 10), found=True),
    "LIFE 3 back": Work(partial(_life, 3), found=True),
    "LIFE 4 back": Work(partial(_life, 4), found=False),
    **{
        name: Work(partial(read_orphan, name), found=False)
        for name in ("Garden of Eden 1", "Garden of Eden 2", "Garden of Eden 5", "Garden of Eden 6")
    },
    "Garden of Eden 10": Work(garden_of_eden_10, found=False),
    "the grandfatherless pattern": Work(
        partial(read_orphan, "grandfatherless pattern", 2), found=False, seconds=40
    ),
}
_TINY = "Garden of Eden 6"


def rows(scale: Scale) -> Iterator[Row]:
    """Yield, for each work, a row for each encoding that is not the default."""
    for name, work in WORKS.items():
        if scale == "tiny" and name != _TINY:
            continue
        taken = {each: _measured(name, each, SOLVER).seconds for each in ENCODINGS}
        seconds = {each: value or float(work.seconds) for each, value in taken.items()}
        for encoding in ENCODINGS:
            if encoding != ENCODING:
                yield Row(
                    benchmark="proofs",
                    work=name,
                    ours=f"lifesat {ENCODING}",
                    other=f"lifesat {encoding}",
                    ratio=seconds[ENCODING] / seconds[encoding],
                    ours_seconds=seconds[ENCODING],
                    other_seconds=seconds[encoding],
                    pairs=1,
                )


def survey(file: Path) -> list[Run]:
    """Return all runs; those that the file does not hold yet are made and added to it."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    runs = [Run(**json.loads(line)) for line in lines]
    known = {run[:3] for run in runs}
    for each in product(WORKS, ENCODINGS, SOLVERS):
        if each not in known:
            run = _measured(*each)
            print(*run, file=sys.stderr, flush=True)
            runs.append(run)
            with file.open("a", encoding="utf-8") as stream:
                print(json.dumps(run._asdict()), file=stream)
    return runs


def tables(runs: list[Run]) -> Iterator[tuple[str, str]]:
    """Yield each work with its table: a row for each encoding, a column for each solver."""
    for name, work in WORKS.items():
        cells = {run[1:3]: _cell(run, work) for run in runs if run.work == name}
        lines = [
            (encoding, *(cells[encoding, solver] for solver in SOLVERS)) for encoding in ENCODINGS
        ]
        yield name, markdown(("seconds", *SOLVERS), lines)


def _cell(run: Run, work: Work) -> str:
    return f"> {work.seconds}" if run.seconds is None else f"{run.seconds:.2f}"


def _measured(name: str, encoding: str, solver: str) -> Run:
    """Do a work in a process of its own."""
    reported = run_limited(_MODULE, [name, encoding, solver], WORKS[name].seconds)
    return Run(name, encoding, solver, None if reported is None else float(reported))


def measure(name: str, encoding: str, solver: str) -> None:
    """Print how many processor seconds a work takes.

    Raises
    ------
    RuntimeError
        If the answer is wrong.
    """
    work = WORKS[name]
    began = time.process_time()
    *_, last = search(ListSolutions(work.problem()), Options(encoding, solver))
    seconds = time.process_time() - began
    if not isinstance(last, Done) or (last.found > 0) != work.found:
        raise RuntimeError(f"{name}: {last}")
    print(seconds)


def main(words: list[str]) -> None:
    """Print the tables, or do one work."""
    if len(words) > 1:
        measure(*words)
        return
    for name, text in tables(survey(Path(*words) if words else _FILE)):
        print(f"\n{name}:\n\n{text}")


if __name__ == "__main__":
    main(sys.argv[1:])
