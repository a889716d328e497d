"""The solution with the fewest live cells, or the most, and the proof that it is."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np

from lifesat.jobs.events import Done, Event, Progress, Solutions, Status
from lifesat.jobs.options import Options
from lifesat.jobs.run import Run
from lifesat.jobs.search import method_of, started, started_sweeping
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
from lifesat.solving.widening import Widening

# A frontier of so many states is made in some seconds.
_MOST_NODES = 1 << 25
_SLICE_SECONDS = 0.05
_PROGRESS_SECONDS = 0.25


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
    """Ask the SAT solver for one that is better than all before, until there is none."""
    # An odd seed begins with dead cells.
    method = replace(
        method_of(problem, replace(options, up_to_symmetry=False)),
        goal="most" if largest else "fewest",
        seed=int(not largest),
    )
    run = Run(problem, replace(options, limit=None))
    yield started(method)
    best: Solutions | None = None
    told = 0.0
    with Widening(method, options.workers, one=True) as widening:
        status = run.status(complete=widening.complete, stopped=stop())
        while status is None:
            solutions = run.taken(widening.advance(_SLICE_SECONDS, 1), widening.conflicts)
            best = _better(best, solutions, largest=largest)
            status = run.status(complete=widening.complete, stopped=stop())
            if run.seconds - told > _PROGRESS_SECONDS:
                told = run.seconds
                yield Progress(int(best is not None), 0, run.conflicts, run.seconds)
    if best is not None:
        yield best
    found = int(best is not None)
    yield Done(status, found, found, run.conflicts, run.seconds)


def _better(best: Solutions | None, found: Solutions, *, largest: bool) -> Solutions | None:
    """Return the better of the best so far and what has been found, alone and as the first."""
    if not len(found.boards):
        return best
    (weight,) = found.weights()
    if best is not None and (weight > best.weights()[0]) != largest:
        return best
    return replace(found, first=1)
