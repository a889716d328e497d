"""Marginals against the count of the same parents, which keeps no transitions.

``python -m benchmarks.marginals`` measures each pair of runs in processes of their own and prints
the ratios and the peaks of memory; with a kind of target, a size and a kind of work it measures one
run. ``python -m benchmarks marginals`` gives a few of the ratios.
"""

import resource
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from benchmarks.boards import soup
from benchmarks.limited import run_limited
from benchmarks.report import Program, Row, Scale, compare, markdown, processor_seconds
from lifesat.engines.frontier.counts import count_boards
from lifesat.engines.frontier.marginals import count_marginals
from lifesat.engines.frontier.parents import Parents
from lifesat.engines.frontier.support import Limits
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.system.machine import memory_limit

_SIZES = {
    "soup": ("10x10", "11x11", "12x12", "13x13", "14x14", "15x15", "10x30", "6x200", "8x100"),
    "dead": ("8x8", "9x9", "10x10", "7x30"),
}
_SECONDS = 300
_RATIO = 3


def rows(scale: Scale) -> Iterator[Row]:
    """Yield the ratios for a soup and squares without live cells."""
    full = (("soup", "12x12"), ("dead", "9x9"), ("dead", "10x10"))
    for kind, size in full if scale == "full" else (("soup", "5x5"),):
        problem = _problem(kind, size)
        yield _row(f"the parents of the {kind} {size}, margin 0", problem, scale)


def _row(work: str, problem: Predecessor, scale: Scale) -> Row:
    limits = Limits(memory_limit(None))
    return compare(
        "marginals",
        work,
        Program("marginals", lambda: count_marginals(problem, limits).total),
        Program("count", lambda: count_boards(problem, limits)),
        pairs=3 if scale == "full" else 1,
        ratio_limit=_RATIO if scale == "full" else None,
    )


def main() -> None:
    """Print the table."""
    lines: list[tuple[str, ...]] = []
    for kind, sizes in _SIZES.items():
        for size in sizes:
            reported = [
                run_limited("benchmarks.marginals", [kind, size, work], _SECONDS)
                for work in ("count", "marginals")
            ]
            if None in reported:
                lines.append((f"{kind} {size}", f"over {_SECONDS}", "", "", "", ""))
                continue
            (count, small), (both, large) = (map(float, (text or "").split()) for text in reported)
            numbers = (f"{count:.2f}", f"{both:.2f}", f"{both / count:.1f}")
            lines.append((f"{kind} {size}", *numbers, f"{small:.0f}", f"{large:.0f}"))
            print(*lines[-1], file=sys.stderr, flush=True)
    head = ("target", "count, s", "marginals, s", "ratio", "count, MB", "marginals, MB")
    print(markdown(head, lines))


def measure(kind: str, size: str, work: str) -> None:
    """Print processor seconds and the peak memory in megabytes of one run.

    Besides the two in the table there is ``sample``, which draws one parent.
    """
    problem = _problem(kind, size)
    run: dict[str, Callable[[Predecessor, Limits], object]] = {
        "count": count_boards,
        "marginals": count_marginals,
        "sample": lambda problem, limits: Parents(problem, limits).sample(1, seed=0),
    }
    before = processor_seconds()
    run[work](problem, Limits(memory_limit(None)))
    seconds = processor_seconds() - before
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)


def _problem(kind: str, size: str) -> Predecessor:
    width, height = map(int, size.split("x"))
    if kind == "dead":
        return Predecessor(Pattern.from_array(np.zeros((height, width))), margin=0)
    return replace(soup(width, 1, height=height), margin=0)


if __name__ == "__main__":
    if len(sys.argv) == 4:
        measure(*sys.argv[1:])
    else:
        main()
