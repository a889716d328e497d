"""One parent of a large soup: particles beside strips.

``python -m benchmarks particles`` times both on the same soups and prints ratios.

``python -m benchmarks.particles 62 82 102`` prints what particles alone take on soups with these
sides and the seeds 0 to 9: processor time of a process of its own for each, start-up included. A
run that exceeds ten minutes is ended and counts as infinite. ``--csv`` prints the same as lines for
docs/strips.csv. ``42:2`` measures soups of 42x42 cells two generations back. The compilation of
loops is not timed.
"""

import csv
import statistics
import sys
from collections.abc import Iterator, Sequence

from benchmarks.report import Row, Scale, markdown
from benchmarks.strips import HEAD, line, name_of, taken

_METHOD = "particles"
_SIZES = ("42", "52", "62", "32:2")
_SECONDS = 120
_SECONDS_ALONE = 600


def rows(scale: Scale) -> Iterator[Row]:
    """Yield a row for each size."""
    sizes, boards = (("12",), 1) if scale == "tiny" else (_SIZES, 10)
    for size in sizes:
        ours, other = (
            [min(each, _SECONDS) for each in taken(method, 0, size, _SECONDS, boards)]
            for method in (_METHOD, "strips")
        )
        yield Row(
            benchmark=_METHOD,
            work=f"one parent of a soup of {name_of(size)}, seeds 0 to {len(ours) - 1}",
            ours=f"lifesat, {_METHOD}",
            other="lifesat, strips",
            ratio=statistics.median(a / b for a, b in zip(ours, other, strict=True)),
            ours_seconds=statistics.median(ours),
            other_seconds=statistics.median(other),
            pairs=len(ours),
            given_up_after=_SECONDS,
        )


def _alone(size: str) -> list[float]:
    """Return the processor seconds of particles alone, once their loops are compiled."""
    taken(_METHOD, 0, size, _SECONDS_ALONE, boards=1)
    return taken(_METHOD, 0, size, _SECONDS_ALONE)


def main(words: Sequence[str]) -> None:
    """Print the table."""
    sizes = [word for word in words if word != "--csv"]
    lines = [line(name_of(size), _METHOD, _alone(size)) for size in sizes]
    if len(sizes) < len(words):
        csv.writer(sys.stdout, lineterminator="\n").writerows([HEAD, *lines])
    else:
        print(markdown(HEAD, lines))


if __name__ == "__main__":
    main(sys.argv[1:])
