"""One parent of a large soup: particles beside strips.

``python -m benchmarks particles`` times both on the same soups and prints ratios.

``python -m benchmarks.particles 62 82 102`` prints what particles alone take on soups with these
sides and the seeds 0 to 9: processor time of a process of its own for each, start-up included. A
run that exceeds ten minutes is ended and counts as infinite. ``--csv`` prints the same as lines for
docs/strips.csv. Where loops are compiled, the method is called compiled; the compilation itself is
not timed.
"""

import csv
import statistics
import sys
from collections.abc import Iterator, Sequence

from benchmarks.report import Row, Scale, markdown
from benchmarks.strips import HEAD, line, taken
from lifesat.particles.compiler import worth_compiling

_METHOD = "particles"
_SIDES = ("42", "52", "62")
_SECONDS = 120
_SECONDS_ALONE = 600


def rows(scale: Scale) -> Iterator[Row]:
    """Yield a row for each side."""
    sides, boards = (("12",), 1) if scale == "tiny" else (_SIDES, 10)
    for side in sides:
        ours, other = (
            [min(each, _SECONDS) for each in taken(method, 0, side, _SECONDS, boards)]
            for method in (_METHOD, "strips")
        )
        yield Row(
            benchmark=_METHOD,
            work=f"one parent of a {side}x{side} soup, seeds 0 to {len(ours) - 1}",
            ours=f"lifesat, {_METHOD}",
            other="lifesat, strips",
            ratio=statistics.median(a / b for a, b in zip(ours, other, strict=True)),
            ours_seconds=statistics.median(ours),
            other_seconds=statistics.median(other),
            pairs=len(ours),
            given_up_after=_SECONDS,
        )


def _name(side: int) -> str:
    """Return what the method is called, once the loops that it needs are compiled."""
    if not worth_compiling(side):
        return _METHOD
    taken(_METHOD, 0, str(side), _SECONDS_ALONE, boards=1)
    return "compiled"


def main(words: Sequence[str]) -> None:
    """Print the table."""
    sides = [word for word in words if word != "--csv"]
    lines = [
        line(f"{side}x{side}", _name(int(side)), taken(_METHOD, 0, side, _SECONDS_ALONE))
        for side in sides
    ]
    if len(sides) < len(words):
        csv.writer(sys.stdout, lineterminator="\n").writerows([HEAD, *lines])
    else:
        print(markdown(HEAD, lines))


if __name__ == "__main__":
    main(sys.argv[1:])
