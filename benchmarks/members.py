"""Which setups a portfolio for one solution should run: each board in one call of each solver.

``python -m benchmarks.members`` prints two tables: the boards that each setup solves, and those
that the best pairs of setups solve, where the faster one counts. With a number, only so many of
the setups are compared, those at the top of the list; the portfolio starts with the first two.
Each run has a process of its own. What was measured is added to ``members.jsonl`` in the current
folder; what stands there is not measured again, so that a survey that was broken off goes on.
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
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.search import no_solutions
from lifesat.engines.sat.solver import OTHER_RESTARTS
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import Slice, run_slice

_FILE = Path("members.jsonl")
_MODULE = "benchmarks.members"
_SECONDS = 10
_GENERATIONS = 2
_BOARDS = range(25)
_MOST_PAIRS = 5


class Member(NamedTuple):
    """A setup for any board: as `lifesat.engines.sat.tasks.SolverSetup`, but for the problem."""

    encoding: str
    solver: str = SOLVER
    seed: int = 0
    inprocessing: bool = True

    def __str__(self) -> str:
        first = "dead first" if self.seed % 2 else "live first"
        if self.seed // OTHER_RESTARTS:
            first += ", more restarts"
        return f"{self.encoding}, {self.solver}, " + (
            first if self.inprocessing else f"{first}, no inprocessing"
        )


MEMBERS = (
    Member(ENCODING),
    Member(ENCODING, seed=OTHER_RESTARTS),
    Member(ENCODING, inprocessing=False),
    Member(ENCODING, seed=1),
    Member(ENCODING, seed=1, inprocessing=False),
    *(Member(other, seed=seed) for other in ENCODINGS if other != ENCODING for seed in (0, 1)),
    *(Member(ENCODING, solver) for solver in ("cadical153", "glucose4", "maplechrono")),
)

# The processor seconds of each member on each board, given by its seed; infinite if it did not
# answer within the limit.
Taken = dict[tuple[Member, int], float]


def survey(members: Sequence[Member], file: Path) -> Taken:
    """Return the runs of these members; those that the file does not hold are made and added."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    taken: Taken = {}
    for line in lines:
        member, seed, seconds = json.loads(line)
        taken[Member(*member), seed] = math.inf if seconds is None else seconds
    for run in product(members, _BOARDS):
        if run not in taken:
            reported = run_limited(_MODULE, [json.dumps(run)], _SECONDS)
            seconds = None if reported is None else float(reported)
            taken[run] = math.inf if seconds is None else seconds
            with file.open("a", encoding="utf-8") as stream:
                print(json.dumps([*run, seconds]), file=stream)
    return taken


def measure(member: Member, seed: int) -> None:
    """Print how many processor seconds a board takes, start-up included."""
    problem = kaggle(_GENERATIONS, seed)
    setup = SolverSetup(
        problem,
        member.encoding,
        member.solver,
        ONE_FORMULA,
        seed=member.seed,
        inprocessing=member.inprocessing,
    )
    none = no_solutions(problem)
    run_slice(Slice(setup, (), none, math.inf, 1, None, call_seconds=math.inf))
    print(time.process_time())


def solved(taken: Taken, members: Sequence[Member]) -> tuple[int, float]:
    """Return how many boards the first of the members to answer solves, and in how much time."""
    best = [min(taken[each, seed] for each in members) for seed in _BOARDS]
    return sum(map(math.isfinite, best)), sum(min(seconds, _SECONDS) for seconds in best)


def ranked(taken: Taken, groups: Iterable[Sequence[Member]]) -> list[Sequence[Member]]:
    """Return groups of members, best first: by the boards they solve, then by the time."""

    def rank(members: Sequence[Member]) -> tuple[int, float]:
        number, seconds = solved(taken, members)
        return -number, seconds

    return sorted(groups, key=rank)


def table(taken: Taken, groups: Iterable[Sequence[Member]]) -> str:
    """Return a row for each group of members."""
    lines = []
    for members in groups:
        number, seconds = solved(taken, members)
        cells = [f"{number}/{len(_BOARDS)}", f"{seconds:.0f}"]
        lines.append(["; ".join(map(str, members)), *cells])
    return markdown(["setups", "boards solved", "seconds"], lines)


def main(words: Sequence[str]) -> None:
    """Print the tables, or what one run takes."""
    if words and words[0].startswith("["):
        member, seed = json.loads(words[0])
        measure(Member(*member), seed)
        return
    members = MEMBERS[: int(words[0]) if words else None]
    taken = survey(members, _FILE)
    print(table(taken, ranked(taken, [[member] for member in members])))
    pairs = ranked(taken, combinations(members, 2))
    print(f"\nThe best pairs:\n\n{table(taken, pairs[:_MOST_PAIRS])}")


if __name__ == "__main__":
    main(sys.argv[1:])
