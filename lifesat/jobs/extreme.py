"""The solution with the fewest live cells, or the most, and the proof that it is."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np

from lifesat.jobs.events import Done, Event, Progress, Solutions, Status
from lifesat.jobs.options import Options
from lifesat.jobs.search import search, started_sweeping
from lifesat.problems.life import Populated
from lifesat.problems.still_life import StillLife
from lifesat.solving.frontier import (
    OutOfReachError,
    Parents,
    StoppedError,
    densest_board,
    densest_in_reach,
    sweepable,
)

# A frontier of so many states is made in some seconds.
_MOST_NODES = 1 << 25


def search_extreme(
    problem: Populated,
    options: Options,
    stop: Callable[[], bool] = lambda: False,
    *,
    largest: bool,
) -> Iterator[Event]:
    """Search for the smallest or the largest first generation, and yield events.

    A frontier answers at once where it fits, and a sweep finds the densest still life; otherwise
    the SAT solver is asked for ever better ones until there is none.

    Parameters
    ----------
    problem, options, stop
        As for `lifesat.jobs.search.search`.
    largest
        Whether the most live cells are sought, not the fewest.

    Yields
    ------
    Event
        As `lifesat.jobs.search.search` does, but one solution at most. It is proved to be the best
        if the status is ``complete``; otherwise it is the best that was found in time.
    """
    if largest and densest_in_reach(problem, options.memory):
        yield from _densest(problem, options.seconds, stop)
        return
    began = time.perf_counter()
    try:
        parents = _parents(problem, options, stop)
    except StoppedError:
        yield started_sweeping(problem)
        yield Done("stopped", 0, 0, 0, time.perf_counter() - began)
        return
    if parents is None:
        yield from _by_better_ones(problem, options, stop, largest=largest)
        return
    yield started_sweeping(problem)
    boards = parents.extreme(largest=largest)
    if not problem.holds(boards).all():
        raise AssertionError("a path through the frontier does not evolve into the target")
    if len(boards):
        yield Solutions(1, boards, np.ones(1, dtype=np.intp), problem)
    found = len(boards)
    yield Done("complete" if found else "none", found, found, 0, time.perf_counter() - began)


def _densest(problem: StillLife, limit: float | None, stop: Callable[[], bool]) -> Iterator[Event]:
    """Sweep the box for the densest still life, of which there is always one."""
    began = time.perf_counter()

    def over() -> bool:
        return stop() or (limit is not None and time.perf_counter() - began > limit)

    yield started_sweeping(problem)
    try:
        boards = densest_board(problem, over)[None]
    except StoppedError:
        status: Status = "stopped" if stop() else "limit"
        yield Done(status, 0, 0, 0, time.perf_counter() - began)
        return
    if not problem.holds(boards).all():
        raise AssertionError("what the sweep found is no still life")
    yield Solutions(1, boards, np.ones(1, dtype=np.intp), problem)
    yield Done("complete", 1, 1, 0, time.perf_counter() - began)


def _parents(problem: Populated, options: Options, stop: Callable[[], bool]) -> Parents | None:
    """Return the frontier that answers at once, or None where there is none."""
    if sweepable(problem):
        with suppress(OutOfReachError):
            return Parents(problem, options.memory, _MOST_NODES, stop)
    return None


def _by_better_ones(
    problem: Populated, options: Options, stop: Callable[[], bool], *, largest: bool
) -> Iterator[Event]:
    began = time.perf_counter()
    best: Solutions | None = None
    conflicts = 0
    sought: Populated | None = problem
    status: Status = "limit"
    while sought is not None:
        seconds = options.seconds
        if seconds is not None:
            seconds = max(0.0, seconds - (time.perf_counter() - began))
        better: Solutions | None = None
        for event in search(sought, replace(options, limit=1, seconds=seconds), stop):
            if isinstance(event, Solutions):
                better = event
            elif isinstance(event, Done):
                conflicts += event.conflicts
                status = event.status
            elif isinstance(event, Progress) or best is None:
                yield event
        if better is None:
            break
        best, sought = better, _bettering(problem, better, largest=largest)
    found = 0
    if best is not None:
        yield best
        found = 1
        if sought is None or status == "none":
            status = "complete"
    yield Done(status, found, found, conflicts, time.perf_counter() - began)


def _bettering(problem: Populated, found: Solutions, *, largest: bool) -> Populated | None:
    """Return the problem whose solutions are better, or None if there can be none."""
    (population,) = found.weights()
    if largest:
        bound = found.boards[0].size if problem.most is None else problem.most
        return problem.within(population + 1, problem.most) if population < bound else None
    return problem.within(problem.least, population - 1) if population > problem.least else None
