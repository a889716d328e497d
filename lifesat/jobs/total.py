"""The total number of solutions, counted by a frontier in another process during the search."""

import time
from contextlib import suppress
from multiprocessing.connection import Connection
from types import TracebackType

from lifesat.engines.frontier.counts import count_boards, count_orbits
from lifesat.engines.frontier.support import Limits, OutOfReachError, supports_frontier
from lifesat.engines.options import Options
from lifesat.engines.sat.worker_process import WorkerProcess
from lifesat.problems.kinds import problem_from_json
from lifesat.queries.query import Query
from lifesat.queries.solutions import ListSolutions

# A count that takes longer is abandoned, because it takes a core and memory from the search.
_MOST_SECONDS = 20.0
_LIMITS = Limits(memory=1 << 30)


class Total:
    """Counts the solutions of a list in another process; a context manager.

    The count starts at the first call of `arrived` at least `after` seconds later, since a short
    search needs no total.
    """

    def __init__(self, query: Query, options: Options, after: float = 0.0) -> None:
        self._process: WorkerProcess | None = None
        self._begin = time.monotonic() + after
        # What to count; None if nothing is, or the count has begun.
        self._pending: tuple[str, bool] | None = None
        problem = query.problem if isinstance(query, ListSolutions) else None
        if problem is not None and supports_frontier(problem) and not options.skip:
            self._pending = problem.to_json(), options.up_to_symmetry
        if not after:
            self._start()

    def __enter__(self) -> "Total":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._end()

    @property
    def expected(self) -> bool:
        """Whether the total may still arrive."""
        return self._pending is not None or self._process is not None

    def arrived(self) -> int | None:
        """Return the total once, when it is known; otherwise None."""
        if time.monotonic() >= self._begin:
            self._start()
        if self._process is None:
            return None
        totals = self._process.received()
        if totals or self._process.ended or time.monotonic() > self._begin + _MOST_SECONDS:
            self._end()
        return totals[0] if totals else None

    def _start(self) -> None:
        if self._pending is not None:
            arguments, self._pending = self._pending, None
            self._process = WorkerProcess(_count, *arguments)

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
        self._process = None


def _count(connection: Connection, problem: str, up_to_symmetry: bool) -> None:
    parsed = problem_from_json(problem)
    if supports_frontier(parsed):
        with suppress(OutOfReachError):
            if up_to_symmetry:
                connection.send(sum(count_orbits(parsed, _LIMITS)))
            else:
                connection.send(count_boards(parsed, _LIMITS))
