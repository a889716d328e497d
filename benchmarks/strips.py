"""How the time for one parent of a soup grows with its side: strips beside one formula.

``python -m benchmarks.strips 42 52`` prints a row for each side and method: processor time over the
soups with the seeds 0 to 9, start-up included. A run that exceeds 120 s is ended and counts as
infinite. Each run has a process of its own, in which nothing interrupts the solver. "Two seeds" is
the faster one of two such processes, which is what a machine with two cores waits for.

``python -m benchmarks.strips 32:2`` measures soups of 32x32 cells two generations back.

``python -m benchmarks.strips --csv 42 52`` prints the same as lines for docs/strips.csv, from which
docs/strips_picture.py draws the curve.
"""

import csv
import math
import statistics
import sys
import time
from collections.abc import Iterator, Sequence

from benchmarks.boards import soup
from benchmarks.limited import run_limited
from benchmarks.report import markdown
from lifesat.defaults import METHODS
from lifesat.engines.choice import portfolio_members, setup_of
from lifesat.engines.options import Options
from lifesat.engines.sat.portfolio import fitting_setups
from lifesat.engines.sat.search import no_solutions
from lifesat.engines.sat.tasks import Slice, run_slice
from lifesat.problems.life.predecessor import Predecessor

_MODULE = "benchmarks.strips"
_SECONDS = 120
_SEEDS = range(10)
HEAD = ("soup", "method", "solved", "median s", "fastest", "slowest")


def find_parent(method: str, member: int, problem: Predecessor) -> None:
    """Find a parent, which exists, as a member of the portfolio does in one call."""
    how = fitting_setups(portfolio_members(setup_of(problem, Options(method=method))), member + 1)[
        member
    ]
    none = no_solutions(how.problem)
    result = run_slice(Slice(how, (), none, math.inf, 1, None, call_seconds=math.inf))
    if not len(result.packed):
        raise AssertionError("every board has a parent")


def measure(method: str, member: int, size: str, seed: int) -> None:
    """Print how many processor seconds a board takes, start-up included."""
    side, _, generations = size.partition(":")
    find_parent(method, member, soup(int(side), seed, int(generations or 1)))
    print(time.process_time())


def taken(
    method: str, member: int, size: str, limit: int = _SECONDS, boards: int = len(_SEEDS)
) -> list[float]:
    """Return the processor seconds for the first boards; infinite if they exceed a limit."""
    seconds = []
    for seed in _SEEDS[:boards]:
        reported = run_limited(_MODULE, [method, str(member), size, str(seed)], limit)
        seconds.append(math.inf if reported is None else float(reported))
    return seconds


def name_of(size: str) -> str:
    """Return what boards of a size are called: a side, and generations if there are several."""
    side, _, generations = size.partition(":")
    return f"{side}x{side}" + (f", {generations} back" if generations else "")


def rows(size: str) -> Iterator[list[str]]:
    """Yield the rows of a size."""
    name = name_of(size)
    strips = taken("strips", 0, size)
    faster = list(map(min, strips, taken("strips", 1, size)))
    for method, seconds in (
        ("sat", taken("sat", 0, size)),
        ("strips", strips),
        ("two seeds", faster),
    ):
        yield line(name, method, seconds)


def line(name: str, method: str, seconds: Sequence[float]) -> list[str]:
    """Return the row of a method on soups of one size."""
    figures = (statistics.median(seconds), min(seconds), max(seconds))
    solved = f"{sum(map(math.isfinite, seconds))}/{len(seconds)}"
    return [name, method, solved, *(f"{each:.1f}" for each in figures)]


def main(words: Sequence[str]) -> None:
    """Print the table, or what one run takes."""
    if words and words[0] in METHODS:
        measure(words[0], int(words[1]), words[2], int(words[3]))
        return
    sizes = [word for word in words if word != "--csv"]
    lines = [row for size in sizes for row in rows(size)]
    if len(sizes) < len(words):
        csv.writer(sys.stdout, lineterminator="\n").writerows([HEAD, *lines])
    else:
        print(markdown(HEAD, lines))


if __name__ == "__main__":
    main(sys.argv[1:])
