"""The solution with the fewest live cells, or the most, and the proof that it is."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from lifesat.jobs.events import Done, Event, Progress, Solution, Started, Status
from lifesat.jobs.search import Options, search
from lifesat.problems.predecessor import Predecessor
from lifesat.solving.frontier import OutOfReachError, Parents

# A frontier of so many states is made in some seconds.
_MOST_NODES = 1 << 25


def search_extreme(
    problem: Predecessor,
    options: Options,
    stop: Callable[[], bool] = lambda: False,
    *,
    largest: bool,
) -> Iterator[Event]:
    """Search for the smallest or the largest first generation, and yield events.

    A frontier answers at once where it fits; otherwise the SAT solver is asked for ever better ones
    until there is none.

    Parameters
    ----------
    problem, options, stop
        As for `lifesat.jobs.search.search`.
    largest
        Whether the most live cells are sought, not the fewest.

    Yields
    ------
    Event
        As `lifesat.jobs.search.search` does, but one `Solution` at most, proved to be the best:
        then the status is ``complete``.
    """
    began = time.perf_counter()
    try:
        parents = Parents(problem, options.memory, _MOST_NODES)
    except OutOfReachError:
        yield from _by_better_ones(problem, options, stop, largest=largest)
        return
    yield Started(problem.projection, 0, problem.projection, 1, "frontier", "none")
    boards = parents.extreme(largest=largest)
    if not problem.holds(boards).all():
        raise AssertionError("a path through the frontier does not evolve into the target")
    for board in boards:
        yield Solution(1, 1, board, problem)
    found = len(boards)
    yield Done("complete" if found else "none", found, found, 0, time.perf_counter() - began)


def _by_better_ones(
    problem: Predecessor, options: Options, stop: Callable[[], bool], *, largest: bool
) -> Iterator[Event]:
    began = time.perf_counter()
    best: Solution | None = None
    conflicts = 0
    sought: Predecessor | None = problem
    status: Status = "limit"
    while sought is not None:
        seconds = options.seconds
        if seconds is not None:
            seconds = max(0.0, seconds - (time.perf_counter() - began))
        better: Solution | None = None
        for event in search(sought, replace(options, limit=1, seconds=seconds), stop):
            if isinstance(event, Solution):
                better = event
            elif isinstance(event, Done):
                conflicts += event.conflicts
                status = event.status
            elif isinstance(event, Progress) or best is None:
                yield event
        if better is None:
            break
        best, sought = better, _bettering(problem, better, largest=largest)
    seconds = time.perf_counter() - began
    proved = best is not None and (sought is None or status == "none")
    if best is not None and proved:
        yield Solution(1, 1, best.board, problem)
        yield Done("complete", 1, 1, conflicts, seconds)
    else:
        yield Done(status, 0, 0, conflicts, seconds)


def _bettering(problem: Predecessor, found: Solution, *, largest: bool) -> Predecessor | None:
    """Return the problem whose solutions are better, or None if there can be none."""
    population = int(found.board.sum())
    if largest:
        bound = found.board.size if problem.most is None else problem.most
        return replace(problem, least=population + 1) if population < bound else None
    return replace(problem, most=population - 1) if population > problem.least else None
