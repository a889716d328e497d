"""Which methods a portfolio for one solution should run: each board in one call of each solver.

``python -m benchmarks.members`` prints two tables: the boards that each method solves, and those
that the best pairs of methods solve, where the faster one counts. Each run has a process of its
own. What was measured is added to a file, ``members.jsonl`` unless named; what stands there is not
measured again, so that a survey that was broken off goes on.
"""

import json
import math
import sys
import time
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

from benchmarks.boards import kaggle
from benchmarks.limited import run_limited
from benchmarks.report import markdown
from lifesat.defaults import ENCODING, ENCODINGS, SOLVER
from lifesat.sat.slices import Method, Slice, no_solutions, run_slice

_FILE = Path("members.jsonl")
_MODULE = "benchmarks.members"
_SECONDS = 20
_GENERATIONS = (2, 3)
_BOARDS = range(25)
_MOST_PAIRS = 5


class Member(NamedTuple):
    """A method for any board: as `lifesat.sat.slices.Method`, but for the problem."""

    encoding: str
    solver: str = SOLVER
    seed: int = 0
    inprocessing: bool = True

    def __str__(self) -> str:
        first = "dead first" if self.seed % 2 else "live first"
        return f"{self.encoding}, {self.solver}, " + (
            first if self.inprocessing else f"{first}, no inprocessing"
        )


MEMBERS = (
    *(Member(encoding, seed=seed) for encoding in ENCODINGS for seed in (0, 1)),
    *(Member(ENCODING, seed=seed, inprocessing=False) for seed in (0, 1)),
    *(Member(ENCODING, solver) for solver in ("cadical153", "glucose4", "maplechrono")),
)

# The processor seconds of each member on each board, given by generations back and seed; infinite
# if it did not answer within the limit.
Taken = dict[tuple[Member, int, int], float]


def survey(file: Path) -> Taken:
    """Return all runs; those that the file does not hold yet are made and added to it."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    taken: Taken = {}
    for line in lines:
        member, generations, seed, seconds = json.loads(line)
        taken[Member(*member), generations, seed] = math.inf if seconds is None else seconds
    for board in product(MEMBERS, _GENERATIONS, _BOARDS):
        if board not in taken:
            told = run_limited(_MODULE, [json.dumps(board)], _SECONDS)
            taken[board] = math.inf if told is None else float(told)
            with file.open("a", encoding="utf-8") as stream:
                print(json.dumps([*board, told and float(told)]), file=stream)
    return taken


def measure(member: Member, generations: int, seed: int) -> None:
    """Print how many processor seconds a board takes, start-up included."""
    problem = kaggle(generations, seed)
    method = Method(
        problem,
        member.encoding,
        member.solver,
        seed=member.seed,
        inprocessing=member.inprocessing,
    )
    none = no_solutions(problem)
    run_slice(Slice(method, (), none, math.inf, 1, None, call_seconds=math.inf))
    print(time.process_time())


def solved(taken: Taken, members: Sequence[Member], generations: int) -> tuple[int, float]:
    """Return how many boards the first of the members to answer solves, and in how much time."""
    best = [min(taken[each, generations, seed] for each in members) for seed in _BOARDS]
    return sum(map(math.isfinite, best)), sum(min(seconds, _SECONDS) for seconds in best)


def ranked(taken: Taken, groups: Iterable[Sequence[Member]]) -> list[Sequence[Member]]:
    """Return groups of members, best first: by the boards they solve, then by the time."""

    def rank(members: Sequence[Member]) -> tuple[int, float]:
        results = [solved(taken, members, each) for each in _GENERATIONS]
        return -sum(number for number, _ in results), sum(seconds for _, seconds in results)

    return sorted(groups, key=rank)


def table(taken: Taken, groups: Iterable[Sequence[Member]]) -> str:
    """Return a row for each group of members."""
    lines = []
    for members in groups:
        results = (solved(taken, members, each) for each in _GENERATIONS)
        cells = [f"{number}/{len(_BOARDS)}, {seconds:.0f} s" for number, seconds in results]
        lines.append(["; ".join(map(str, members)), *cells])
    return markdown(["members", *(f"Kaggle, {each} back" for each in _GENERATIONS)], lines)


def main(words: Sequence[str]) -> None:
    """Print the tables, or what one run takes."""
    if words and words[0].startswith("["):
        member, generations, seed = json.loads(words[0])
        measure(Member(*member), generations, seed)
        return
    taken = survey(Path(words[0]) if words else _FILE)
    print(table(taken, ranked(taken, [[member] for member in MEMBERS])))
    pairs = ranked(taken, combinations(MEMBERS, 2))
    print(f"\nThe best pairs:\n\n{table(taken, pairs[:_MOST_PAIRS])}")


if __name__ == "__main__":
    main(sys.argv[1:])
