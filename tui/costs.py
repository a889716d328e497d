"""What it costs to list many solutions: time, and space on the disk."""

import shutil
from collections.abc import Iterable
from dataclasses import dataclass

from lifesat.engines.options import Options
from lifesat.jobs.paths import home
from lifesat.jobs.summary import Summary
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.query import ProblemQuery

from .progress_text import duration, rate, size

# What is assumed before a job here has shown how fast it is.
_USUAL_RATE = 10_000.0
# A job that has found so many solutions tells how fast a list is.
_ENOUGH = 1000
# The journal keeps each solution twice, once in an index, with some numbers.
_BYTES_BESIDE = 22
# A search that takes longer, or needs more of the free space, starts only after a question.
_LONG_SECONDS = 24 * 3600.0
_LARGE_PART = 0.5


@dataclass(frozen=True)
class Cost:
    """What a list of solutions costs at least.

    Attributes
    ----------
    number
        How many solutions are listed.
    per_second
        How many are found in a second.
    seconds
        How long that takes.
    bytes
        The space that they take on the disk.
    free
        The free space there.
    """

    number: int
    per_second: float
    seconds: float
    bytes: int
    free: int

    @property
    def large(self) -> bool:
        """Whether the search takes days or fills the disk."""
        return self.seconds > _LONG_SECONDS or self.bytes > _LARGE_PART * self.free

    def words(self) -> str:
        """Return the time and the space in words."""
        return f"at least {duration(self.seconds)} and {size(self.bytes)} of the disk"

    def question(self, nouns: str) -> str:
        """Return the question to ask before the search begins."""
        return (
            f"List {self.number:,} {nouns}? At {rate(self.per_second)} a second, that takes "
            f"{self.words()}, which has {size(self.free)} free. A limit ends the search earlier."
        )


def warning(query: ProblemQuery, options: Options, total: int | None, per_second: float) -> str:
    """Return the question to ask before a search that may never end, or "".

    Parameters
    ----------
    query, options, total, per_second
        As for `cost`.
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
    """Return what a list costs, or None if the number of solutions is not known or no matter.

    Parameters
    ----------
    query, options, total
        The search, and how many solutions there are, if that is known.
    per_second
        How many are found in a second.
    """
    if total is None or not query.limited or query.repeats:
        return None
    number = total if options.limit is None else min(total, options.limit)
    if options.time_limit is not None:
        number = min(number, int(options.time_limit * per_second))
    each = 2 * ((query.problem.projection + 7) // 8) + _BYTES_BESIDE
    return Cost(number, per_second, number / per_second, number * each, _free())


def best_rate(jobs: Iterable[Summary]) -> float:
    """Return how many solutions the fastest of some jobs has found in a second."""
    rates = (job.progress.rate for job in jobs if job.progress.found >= _ENOUGH)
    return max(rates, default=0.0) or _USUAL_RATE


def _free() -> int:
    """Return the free space for jobs, whose folder may not exist yet."""
    place = home()
    while not place.exists() and place != place.parent:
        place = place.parent
    return shutil.disk_usage(place).free
