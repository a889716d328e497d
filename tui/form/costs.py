"""The time and disk space that a long list of solutions takes."""

import shutil
from collections.abc import Iterable
from dataclasses import dataclass

from lifesat.engines.options import Options
from lifesat.jobs.paths import home
from lifesat.jobs.summary import Summary
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.query import ProblemQuery

from ..shared.progress_text import duration, rate, size

# The rate assumed until a job on this machine has shown its own.
_USUAL_RATE = 10_000.0
# The rate of a job counts once it has found this many solutions.
_ENOUGH = 1000
# The journal keeps each solution twice, once in an index, with some numbers.
_BYTES_BESIDE = 22
# The form asks before it starts a search that takes longer, or more of the free space.
_LONG_SECONDS = 24 * 3600.0
_LARGE_PART = 0.5


@dataclass(frozen=True)
class Cost:
    """A lower bound on the cost of a list of solutions."""

    # Solutions to list.
    number: int
    # Solutions found in a second.
    per_second: float
    seconds: float
    # Space that the solutions take on the disk, and free space there.
    bytes: int
    free: int

    @property
    def large(self) -> bool:
        """Whether the search takes more than a day or more than half of the free space."""
        return self.seconds > _LONG_SECONDS or self.bytes > _LARGE_PART * self.free

    def words(self) -> str:
        """Return the time and the disk space in words."""
        return f"at least {duration(self.seconds)} and {size(self.bytes)} of the disk"

    def question(self, nouns: str) -> str:
        """Return the question to ask before the search begins."""
        return (
            f"List {self.number:,} {nouns}? At {rate(self.per_second)} a second, that takes "
            f"{self.words()}, which has {size(self.free)} free. A limit ends the search earlier."
        )


def warning(query: ProblemQuery, options: Options, total: int | None, per_second: float) -> str:
    """Return the question to ask before a long or endless search, or "".

    `total` is the number of solutions, None if unknown; `per_second` is how many are found in a
    second.
    """
    known, problem = cost(query, options, total, per_second), query.problem
    if known is not None:
        return known.question(problem.nouns) if known.large else ""
    bounded = not query.limited or options.limit is not None or options.time_limit is not None
    if bounded or not isinstance(problem, Predecessor):
        return ""
    return (
        f"List all {problem.nouns}? It is not known how many there are, and the search may never "
        "end. A limit ends it earlier."
    )


def cost(
    query: ProblemQuery, options: Options, total: int | None, per_second: float
) -> Cost | None:
    """Return the cost of a list; None if `total` is None or the query does not list solutions."""
    if total is None or not query.limited or query.repeats:
        return None
    number = total if options.limit is None else min(total, options.limit)
    if options.time_limit is not None:
        number = min(number, int(options.time_limit * per_second))
    each = 2 * ((query.problem.projection + 7) // 8) + _BYTES_BESIDE
    return Cost(number, per_second, number / per_second, number * each, _free())


def best_rate(jobs: Iterable[Summary]) -> float:
    """Return the highest rate of some jobs in solutions per second, or a usual rate."""
    rates = (job.progress.rate for job in jobs if job.progress.found >= _ENOUGH)
    return max(rates, default=0.0) or _USUAL_RATE


def _free() -> int:
    """Return the free disk space in bytes for jobs, whose folder may not exist yet."""
    place = home()
    while not place.exists() and place != place.parent:
        place = place.parent
    return shutil.disk_usage(place).free
