"""The solution with the fewest live cells, or the most, and the proof that it is."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lifesat.jobs.events import Done, Event, Solutions, Status
from lifesat.jobs.options import Options
from lifesat.jobs.run import PROGRESS_SECONDS, SLICE_SECONDS, Run
from lifesat.jobs.search import method_of, started, started_sweeping
from lifesat.problems.life import Populated
from lifesat.problems.problem import Problem
from lifesat.solving.enumerate import Models
from lifesat.solving.frontier import (
    OutOfReachError,
    Parents,
    StoppedError,
    densest_board,
    densest_in_reach,
    sweepable,
)
from lifesat.solving.widening import Widening
from lifesat.spacetime import Literals, is_variable

# A frontier of so many states is made in half a second; a solver is sooner done than a larger one.
_MOST_NODES = 1 << 22


class Answer:
    """What is known to be the best, handed out; see `lifesat.solving.enumerate.Enumeration`.

    Parameters
    ----------
    literals
        Literals of the projection, shape ``(solutions, projection)``: one solution or none.
    """

    def __init__(self, literals: Literals) -> None:
        self.complete = False
        self.conflicts = 0
        self._literals = literals

    def advance(self, _seconds: float, _most: int | None = None) -> Models:
        """Return it."""
        self.complete = True
        return Models(self._literals, np.ones(len(self._literals), dtype=np.intp))


def search_extreme(
    problem: Populated, options: Options, stop: Callable[[], bool] = lambda: False
) -> Iterator[Event]:
    """Search for the solution that `options.goal` names, and yield events.

    Parameters
    ----------
    problem, options, stop
        As for `lifesat.jobs.search.search`.

    Yields
    ------
    Event
        As `lifesat.jobs.search.search` does, but one solution at most. It is proved to be the best
        if the status is ``complete``; otherwise it is the best that was found in time.
    """
    run = Run(problem, replace(options, limit=None))

    def over() -> bool:
        return stop() or (options.seconds is not None and run.seconds > options.seconds)

    try:
        answer = answer_at_once(problem, options, over)
    except StoppedError:
        yield started_sweeping(problem)
        yield run.done("stopped" if stop() else "limit")
        return
    if answer is not None:
        yield started_sweeping(problem)
        yield from _events(run, Answer(answer), stop)
        return
    method = method_of(problem, options)
    yield started(method)
    with Widening(method, options.workers, one=True) as widening:
        yield from _events(run, widening, stop)


def answer_at_once(
    problem: Problem, options: Options, stop: Callable[[], bool] = lambda: False
) -> Literals | None:
    """Return the best where a frontier has it, or a sweep of still lifes, and None elsewhere.

    Returns
    -------
    ndarray of int32 or None
        Literals of the projection, shape ``(solutions, projection)``: one solution or none.

    Raises
    ------
    StoppedError
        If `stop` was answered truly before it was found.
    """
    largest = options.goal == "most"
    if largest and densest_in_reach(problem, options.memory):
        return _checked(problem, densest_board(problem, stop, options.workers)[None])
    if sweepable(problem):
        with suppress(OutOfReachError):
            parents = Parents(problem, options.memory, _MOST_NODES, stop)
            return _checked(problem, parents.extreme(largest=largest))
    return None


def _checked(problem: Populated, boards: NDArray[np.uint8]) -> Literals:
    """Return the literals of boards, once these have been run forward."""
    if not problem.holds(boards).all():
        raise AssertionError(f"what the sweep found is no {problem.noun}")
    cells = problem.counted
    there = is_variable(cells)
    variables, first = np.unique(cells[there], return_index=True)
    live = boards[:, there][:, first] == 1
    literals: Literals = np.where(live, variables, -variables).astype(np.int32)
    return literals


def _events(run: Run, lister: Answer | Widening, stop: Callable[[], bool]) -> Iterator[Event]:
    """Yield progress, the last and best of what is found, and the end."""
    best: Solutions | None = None
    told = 0.0
    status: Status | None = None
    while status is None:
        solutions = run.taken(lister.advance(SLICE_SECONDS, 1), lister.conflicts)
        best = solutions if len(solutions.boards) else best
        status = run.status(complete=lister.complete, stopped=stop())
        if run.seconds - told > PROGRESS_SECONDS:
            told = run.seconds
            yield replace(run.progress(), found=int(best is not None))
    if best is not None:
        yield replace(best, first=1)
    found = int(best is not None)
    yield Done(status, found, found, run.conflicts, run.seconds)
