"""Which methods a portfolio for one solution should run: each board in one call of each solver.

``python -m benchmarks.members`` prints two tables: the boards that each method solves, and those that
the best pairs of methods solve, where the faster one counts. Each run has a process of its own. What
was measured is added to a file, ``members.jsonl`` unless named; what stands there is not measured
again, so that a survey that was broken off goes on.
"""

import json
import math
import sys
import time
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from benchmarks.boards import kaggle
from benchmarks.limited import run_limited
from benchmarks.report import markdown
from lifesat.defaults import ENCODINGS
from lifesat.sat.slices import Method, Slice, no_solutions, run_slice

_FILE = Path("members.jsonl")
_MODULE = "benchmarks.members"
_SECONDS = 20
_GENERATIONS = (2, 3)
_BOARDS = range(25)
_MOST_PAIRS = 5


class Member(NamedTuple):
    """An encoding, a solver and its seed; an odd seed begins with dead cells."""

    encoding: str
    solver: str
    seed: int = 0


MEMBERS = (
    *(Member(encoding, "cadical195") for encoding in ENCODINGS),
    Member(ENCODINGS[0], "cadical195", 1),
    *(Member(ENCODINGS[0], solver) for solver in ("cadical153", "glucose4", "maplechrono")),
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
    for generations in _GENERATIONS:
        for seed in _BOARDS:
            for member in MEMBERS:
                if (member, generations, seed) not in taken:
                    words = [*map(str, member), str(generations), str(seed)]
                    told = run_limited(_MODULE, words, _SECONDS)
                    taken[member, generations, seed] = math.inf if told is None else float(told)
                    seconds = None if told is None else float(told)
                    with file.open("a", encoding="utf-8") as stream:
                        print(json.dumps([member, generations, seed, seconds]), file=stream)
    return taken


def measure(member: Member, generations: int, seed: int) -> None:
    """Print how many processor seconds a board takes, start-up included."""
    problem = kaggle(generations, seed)
    method = Method(problem, member.encoding, member.solver, seed=member.seed)
    none = no_solutions(problem)
    run_slice(Slice(method, (), none, math.inf, 1, None, call_seconds=math.inf))
    print(time.process_time())


def solved(taken: Taken, members: Sequence[Member], generations: int) -> tuple[int, float]:
    """Return how many boards the first of the members to answer solves, and in how much time."""
    best = [min(taken[each, generations, seed] for each in members) for seed in _BOARDS]
    return sum(map(math.isfinite, best)), sum(min(seconds, _SECONDS) for seconds in best)


def table(taken: Taken, groups: Sequence[Sequence[Member]]) -> str:
    """Return a row for each group of members, best first."""

    def results(members: Sequence[Member]) -> list[tuple[int, float]]:
        return [solved(taken, members, each) for each in _GENERATIONS]

    def rank(members: Sequence[Member]) -> tuple[int, float]:
        numbers, seconds = zip(*results(members), strict=True)
        return -sum(numbers), sum(seconds)

    lines = [
        [
            ", ".join(" ".join(map(str, member)) for member in members),
            *(f"{number}/{len(_BOARDS)}, {seconds:.0f} s" for number, seconds in results(members)),
        ]
        for members in sorted(groups, key=rank)
    ]
    return markdown(["encoding, solver, seed", *(f"{each} back" for each in _GENERATIONS)], lines)


def main(words: Sequence[str]) -> None:
    """Print the tables, or what one run takes."""
    if len(words) > 1:
        encoding, solver, member_seed, generations, seed = words
        measure(Member(encoding, solver, int(member_seed)), int(generations), int(seed))
        return
    taken = survey(Path(words[0]) if words else _FILE)
    print(table(taken, [[member] for member in MEMBERS]))
    pairs = sorted(
        combinations(MEMBERS, 2),
        key=lambda pair: -sum(solved(taken, pair, each)[0] for each in _GENERATIONS),
    )
    print(f"\nThe best pairs:\n\n{table(taken, pairs[:_MOST_PAIRS])}")


if __name__ == "__main__":
    main(sys.argv[1:])
