"""Orphans from nothing: how small they are, and what they take.

``python -m benchmarks.orphans 8 9 --beam 5`` searches ten times in boxes of 8 and of 9 columns,
each time in another way, and prints a line for each width: how many searches found an orphan of at
most 20 rows, the medians, least and greatest of its required cells and of the area of its box, and
the medians of the processor time of choosing targets and of dropping cells. The compilation of
loops is not timed.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.report import markdown
from lifesat import find_orphan
from lifesat.defaults import ORPHAN_BEAM

_ROWS = 20
_SEARCHES = 10
HEAD = ("columns", "beam", "found", "cells", "area", "median time", "longest")


class Found(NamedTuple):
    """The orphan of one search, and the processor time of all threads."""

    cells: int
    area: int
    seconds: float


def found(width: int, beam: int, searches: int) -> list[Found]:
    """Return what the searches with the seeds from 1 on find."""
    results = []
    for seed in range(1, searches + 1):
        began = time.process_time()
        orphan = find_orphan(width, _ROWS, beam=beam, seed=seed)
        if orphan is not None:
            cells = sum(state < 2 for row in orphan.dense_rows() for state in row)
            area = orphan.width * orphan.height
            results.append(Found(cells, area, time.process_time() - began))
    return results


def line(width: int, beam: int, searches: int) -> list[str]:
    """Return the line of a width."""
    results = found(width, beam, searches)
    if not results:
        return [str(width), str(beam), f"0/{searches}", *["-"] * 4]
    cells, areas, seconds = (sorted(each) for each in zip(*results, strict=True))
    return [
        str(width), str(beam), f"{len(results)}/{searches}", _spread(cells), _spread(areas),
        f"{statistics.median(seconds):.1f} s", f"{seconds[-1]:.1f} s",
    ]  # fmt: skip


def _spread(numbers: Sequence[float]) -> str:
    return f"{statistics.median(numbers):g} ({numbers[0]:g} to {numbers[-1]:g})"


def main(words: Sequence[str]) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.orphans", description=__doc__)
    parser.add_argument("widths", nargs="*", type=int, default=[7, 8, 9])
    parser.add_argument("--beam", type=int, default=ORPHAN_BEAM)
    parser.add_argument("--searches", type=int, default=_SEARCHES)
    options = parser.parse_args(words)
    find_orphan(3, 1, beam=1)
    lines = [line(width, options.beam, options.searches) for width in options.widths]
    print(markdown(HEAD, lines))


if __name__ == "__main__":
    main(sys.argv[1:])
