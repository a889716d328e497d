"""How large a search is: its formula, its number of solutions, and what it costs to list them."""

import shutil
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

from textual.message import Message

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.jobs.paths import home
from lifesat.jobs.summary import Summary
from lifesat.jobs.total import Total
from lifesat.problems.life.predecessor import Predecessor, finds_boards
from lifesat.problems.problem import Problem
from lifesat.queries.query import ProblemQuery
from lifesat.queries.solutions import ListSolutions

from ..shared.progress_text import duration, rate, size
from ..shared.threads import Post, Watch

# Measuring starts after this pause in typing. A larger formula would take seconds to build.
_PAUSE_SECONDS = 0.3
_MOST_CLAUSES = 4_000_000
# One second for the count and two for its process to start.
_COUNT_SECONDS = 3.0
_POLL_SECONDS = 0.05


@dataclass
class Measured(Message):
    """The size of a search."""

    # The size in words.
    text: str
    measuring: "Measuring"
    # The number of solutions, if it is known.
    total: int | None = None
    # Whether the solutions are being counted, so that another message follows.
    counting: bool = False


class Measuring(Watch):
    """Posts the size of a search, then its number of solutions if the count is quick."""

    def __init__(self, problem: Problem, options: Options, post: Post) -> None:
        super().__init__(post)
        self._problem, self._options = problem, options

    def run(self) -> None:
        """Measure the search and post messages."""
        if self._ended.wait(_PAUSE_SECONDS):
            return
        try:
            size = self._size()
        except UserError as error:
            self._report(str(error))
            return
        counted = finds_boards(self._problem) and self._problem.generations == 1
        if not counted:
            self._report(size)
            return
        self._report(f"{size}; counting …", counting=True)
        total = self._count()
        if self._ended.is_set():
            return
        nouns = self._problem.noun if total == 1 else self._problem.nouns
        if total is None:
            self._report(f"{size}; there are too many {nouns} to count in a second")
        else:
            upto = " up to symmetry" if self._options.up_to_symmetry else ""
            self._report(f"{size}; exactly {total:,} {nouns}{upto}", total)

    def _report(self, words: str, total: int | None = None, *, counting: bool = False) -> None:
        if not self._ended.is_set():
            self._post(Measured(words, self, total, counting=counting))

    def _size(self) -> str:
        unknowns = self._problem.projection
        size = f"{unknowns:,} {self._problem.unknowns}"
        encoding = self._options.encoding_of(self._problem)
        if self._problem.formula_size(encoding).clauses > _MOST_CLAUSES:
            return size
        formula = self._problem.formula(encoding)
        return f"{size}, {formula.variables:,} variables, {len(formula):,} clauses"

    def _count(self) -> int | None:
        end = time.monotonic() + _COUNT_SECONDS
        with Total(ListSolutions(self._problem), self._options) as total:
            while total.expected and time.monotonic() < end:
                number = total.arrived()
                if number is not None:
                    return number
                if self._ended.wait(_POLL_SECONDS):
                    break
        return None


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


class Estimate:
    """What is known of the size of the search in the form, measured anew when it changes."""

    def __init__(self, post: Post) -> None:
        self._post = post
        # What is measured, and its thread.
        self._measured: tuple[Problem, str, bool] | None = None
        self._measuring: Measuring | None = None
        self._size = ""
        # The number of solutions if it is known, and whether they are being counted.
        self.total: int | None = None
        self.counting = False

    def measure(self, problem: Problem, options: Options) -> None:
        """Start to measure a search, unless only its limits have changed."""
        measured = problem, options.encoding_of(problem), options.up_to_symmetry
        if measured != self._measured:
            self.end()
            self._measured, self._size, self.counting = measured, "…", True
            self._measuring = Measuring(problem, options, self._post)
            self._measuring.start()

    def end(self) -> None:
        """Stop measuring, and forget what was measured."""
        self._measured, self.total, self.counting = None, None, False
        if self._measuring is not None:
            self._measuring.end()
            self._measuring = None

    def take(self, message: Measured) -> bool:
        """Take what was measured; return False if it is about an earlier search."""
        if message.measuring is not self._measuring:
            return False
        self.total, self.counting, self._size = message.total, message.counting, message.text
        return True

    def words(
        self, query: ProblemQuery | None, options: Options | None, per_second: float, *, whole: bool
    ) -> str:
        """Return the size, and the cost of a large list; if `whole`, also that of all solutions."""
        if query is None or options is None:
            return self._size
        known = cost(query, options, self.total, per_second)
        if known is not None and known.large:
            return f"{self._size}; to list them takes {known.words()}"
        every = cost(query, replace(options, limit=None), self.total, per_second)
        if not whole or every is None or not every.large:
            return self._size
        return f"{self._size}; all of them: {every.words()}"
