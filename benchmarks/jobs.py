"""What a journal costs, what a second worker brings, and how soon a killed search goes on.

Times are processor times, of the processes at work too, but for the two workers, where the time on
the wall is what counts: nothing else may run on the machine.
"""

import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from unittest import mock

from benchmarks.boards import EXAMPLES
from benchmarks.report import Program, Row, Scale, compare
from lifesat import read_file
from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions

_TUB = Predecessor(read_file(EXAMPLES / "tub.rle"))
_POND = Predecessor(read_file(EXAMPLES / "pond.rle"), outside="free")
# Found at more than 10,000 a second by one process.
_OFTEN = Predecessor(read_file(EXAMPLES / "pond.rle"), generations=2)
# Close to a minute's work for one process.
_LONG = Predecessor(read_file(EXAMPLES / "block.rle"), generations=3, margin=2)


def rows(scale: Scale) -> Iterator[Row]:
    """Yield the rows."""
    tiny = scale == "tiny"
    often, most = (_TUB, 50) if tiny else (_OFTEN, 30_000)
    with tempfile.TemporaryDirectory() as home, mock.patch.dict(os.environ, LIFESAT_HOME=home):
        yield compare(
            "jobs",
            f"{most:,} patterns, as often as 10,000 in a second",
            Program("with a journal", lambda: _with_journal(often, most)),
            Program("without", lambda: _without_journal(often, most)),
            pairs=1 if tiny else 5,
            ratio_limit=1.1,
        )
        yield _two_workers(_TUB if tiny else _LONG, tiny=tiny)
        yield _resumed(_TUB if tiny else _POND, 10 if tiny else 100_000)


def _with_journal(problem: Predecessor, limit: int) -> int:
    job = Job.create("benchmark", ListSolutions(problem), Options(limit=limit, workers=1))
    *_, done = work(job)
    job.remove()
    _reap()
    return done.found if isinstance(done, Done) else -1


def _without_journal(problem: Predecessor, limit: int) -> int:
    """Do the same work, but let nothing be written while it lasts."""
    job = Job.create("benchmark", ListSolutions(problem), Options(limit=limit, workers=1))
    with mock.patch.object(Journal, "record"):
        *_, done = work(job)
    job.remove()
    _reap()
    return done.found if isinstance(done, Done) else -1


def _two_workers(problem: Predecessor, *, tiny: bool) -> Row:
    """Time one search on the wall, with two workers and with one."""

    def found(workers: int) -> int:
        *_, done = search(
            ListSolutions(problem), Options(method="sat", limit=None, workers=workers)
        )
        return done.found if isinstance(done, Done) else -1

    pairs = 1 if tiny else 3
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(pairs):
        outcomes = {
            workers: _on_the_wall(partial(found, workers), times[workers]) for workers in (2, 1)
        }
        if len(set(outcomes.values())) > 1:
            raise RuntimeError(f"two workers and one differ: {outcomes}")
    return Row(
        benchmark="jobs",
        work=f"all {outcomes[1]:,} predecessors, {problem.generations} generations back",
        ours="two workers (wall)",
        other="one worker (wall)",
        ratio=statistics.median(a / b for a, b in zip(times[2], times[1], strict=True)),
        ours_seconds=statistics.median(times[2]),
        other_seconds=statistics.median(times[1]),
        pairs=pairs,
        ratio_limit=None if tiny else 1 / 1.7,
    )


def _resumed(problem: Predecessor, after: int) -> Row:
    """Time a job from its resumption to the next solution, against a fresh one to its first."""
    job = Job.create("resumed", ListSolutions(problem), Options(limit=after, workers=1))
    for _ in work(job):
        pass
    job.change(Options(method="sat", limit=None, workers=1))
    ours: list[float] = []
    other: list[float] = []
    _on_the_wall(lambda: _next_solution(job), ours)
    fresh = Job.create(
        "fresh", ListSolutions(problem), Options(method="sat", limit=None, workers=1)
    )
    _on_the_wall(lambda: _next_solution(fresh), other)
    return Row(
        benchmark="jobs",
        work=f"the next solution of a job that knows {after:,} (wall)",
        ours="resumed",
        other="begun",
        ratio=ours[0] / other[0],
        ours_seconds=ours[0],
        other_seconds=other[0],
        pairs=1,
        seconds_limit=5,
    )


def _next_solution(job: Job) -> int:
    events = work(job)
    number = next(event.first for event in events if isinstance(event, Solutions))
    del events  # which ends its processes
    _reap()
    return number


def _on_the_wall(run: Callable[[], int], times: list[float]) -> int:
    began = time.perf_counter()
    outcome = run()
    times.append(time.perf_counter() - began)
    return outcome


def _reap() -> None:
    """Wait for processes that end, so that their time counts here."""
    for child in multiprocessing.active_children():
        child.join()
