"""Rows of a benchmark: two programs timed in turn on the same work, as a table and as JSON.

Times are processor times, of child processes too, so that other work on the machine disturbs them
little.
"""

import json
import os
import platform
import resource
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Literal, NamedTuple

Scale = Literal["tiny", "full"]

_PACKAGES = ("lifesat", "numpy", "python-sat", "pycosat", "pycryptosat", "passagemath-kissat")


class Program(NamedTuple):
    """One side of a comparison.

    Attributes
    ----------
    name
        What the table calls it.
    run
        Does the work and returns its outcome, such as a number of solutions.
    """

    name: str
    run: Callable[[], object]


@dataclass(frozen=True)
class Row:
    """Two programs on the same work.

    Attributes
    ----------
    benchmark
        The module's name.
    work
        What was done, with its seed if chance was involved.
    ours, other
        The two programs.
    ratio
        The median over the pairs of our time divided by the other's.
    ours_seconds, other_seconds
        The median processor times.
    pairs
        How often each program ran.
    ratio_limit, seconds_limit
        What `ratio` and `ours_seconds` should not exceed; None where nothing was promised.
    given_up_after
        The processor time after which a run was ended; it then counts as this time. None where runs
        were not limited.
    """

    benchmark: str
    work: str
    ours: str
    other: str
    ratio: float
    ours_seconds: float
    other_seconds: float
    pairs: int
    ratio_limit: float | None = None
    seconds_limit: float | None = None
    given_up_after: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the limits are kept; None without limits."""
        limits = [(self.ratio, self.ratio_limit), (self.ours_seconds, self.seconds_limit)]
        kept = [value <= limit for value, limit in limits if limit is not None]
        return all(kept) if kept else None


def compare(
    benchmark: str,
    work: str,
    ours: Program,
    other: Program,
    *,
    pairs: int = 5,
    ratio_limit: float | None = None,
    seconds_limit: float | None = None,
) -> Row:
    """Run two programs pair by pair, each going first in every other pair.

    Raises
    ------
    RuntimeError
        If the outcomes differ: then it was not the same work.
    """
    times: dict[Program, list[float]] = {ours: [], other: []}
    for pair in range(pairs):
        outcomes = []
        for program in (ours, other) if pair % 2 == 0 else (other, ours):
            began = processor_seconds()
            outcomes.append(program.run())
            times[program].append(processor_seconds() - began)
        if outcomes[0] != outcomes[1]:
            raise RuntimeError(f"{work}: {ours.name} and {other.name} differ: {outcomes}")
    return Row(
        benchmark=benchmark,
        work=work,
        ours=ours.name,
        other=other.name,
        ratio=statistics.median(a / b for a, b in zip(times[ours], times[other], strict=True)),
        ours_seconds=statistics.median(times[ours]),
        other_seconds=statistics.median(times[other]),
        pairs=pairs,
        ratio_limit=ratio_limit,
        seconds_limit=seconds_limit,
    )


def processor_seconds() -> float:
    """Return the processor time that this process and its finished children have taken."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def table(rows: Iterable[Row]) -> str:
    """Return the rows as a table in Markdown."""
    head = (
        "benchmark",
        "work",
        "ours",
        "other",
        "ours, s",
        "other, s",
        "ratio",
        "promised",
        "kept",
    )
    lines = [
        (
            row.benchmark,
            row.work,
            row.ours,
            row.other,
            _seconds(row.ours_seconds, row),
            _seconds(row.other_seconds, row),
            f"{row.ratio:.2f}",
            _promise(row),
            {None: "", True: "yes", False: "NO"}[row.met],
        )
        for row in rows
    ]
    return markdown(head, lines)


def markdown(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown, its columns padded to equal width."""
    widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]
    ruled = [head, ["-" * width for width in widths], *lines]
    return "\n".join("| " + " | ".join(map(str.ljust, line, widths)) + " |" for line in ruled)


def to_json(rows: Iterable[Row]) -> str:
    """Return the rows with the versions and the machine they came from, as JSON."""
    document = {
        "python": platform.python_version(),
        "packages": {name: _installed(name) for name in _PACKAGES},
        "machine": {"architecture": platform.machine(), "processors": os.cpu_count()},
        "rows": [{**asdict(row), "met": row.met} for row in rows],
    }
    return json.dumps(document, indent=1) + "\n"


def _seconds(taken: float, row: Row) -> str:
    over = row.given_up_after is not None and taken >= row.given_up_after
    return f"> {taken:.3g}" if over else f"{taken:.3g}"


def _promise(row: Row) -> str:
    parts = []
    if row.ratio_limit is not None:
        parts.append(f"ratio <= {row.ratio_limit:g}")
    if row.seconds_limit is not None:
        parts.append(f"<= {row.seconds_limit:g} s")
    return ", ".join(parts)


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
