"""A search from problem to end: formula, solver, check by plain Life, events."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from lifesat.defaults import ENCODING, SOLVER
from lifesat.jobs.events import Done, Event, Progress, Solutions, Started, Status
from lifesat.problems.predecessor import Predecessor
from lifesat.problems.problem import Problem
from lifesat.solving.enumerate import Models
from lifesat.solving.frontier import OutOfReachError, Parents
from lifesat.solving.frontier.enumeration import SweptEnumeration
from lifesat.solving.slices import Method, prepared
from lifesat.solving.widening import Widening

# Solutions of about this time are checked together, which is far cheaper than one by one. A call to
# the solver that finds nothing more can add a quarter of a second.
_SLICE_SECONDS = 0.05
_PROGRESS_SECONDS = 0.25
# A frontier of so many states is made in about a second; the SAT solver does not wait longer.
_QUICK_NODES = 1 << 22

_Lists = Widening | SweptEnumeration


@dataclass(frozen=True)
class Options:
    """How to search, as against what for.

    Attributes
    ----------
    encoding
        A name in `lifesat.defaults.ENCODINGS`.
    solver
        A name in `lifesat.defaults.SOLVERS`.
    limit
        The most solutions to list, or None for all.
    up_to_symmetry
        Whether to list one solution for each orbit.
    seconds
        The time limit, or None.
    sweep
        Whether to list by sweeping a frontier where that is quick to set up, in the order of
        `lifesat.solving.frontier.Parents`.
    skip
        How many solutions of that order to pass over; needs a frontier, however large.
    memory
        The most bytes that a frontier may take, or None for no limit.
    workers
        How many processes may search; more than one start when a second has not sufficed. A program
        that allows it must keep its own start under ``if __name__ == "__main__"``.
    """

    encoding: str = ENCODING
    solver: str = SOLVER
    limit: int | None = 1
    up_to_symmetry: bool = False
    seconds: float | None = None
    sweep: bool = False
    skip: int = 0
    memory: int | None = None
    workers: int = 1


def search(
    problem: Problem, options: Options, stop: Callable[[], bool] = lambda: False
) -> Iterator[Event]:
    """Search, and yield events as things happen.

    Parameters
    ----------
    problem
        What is sought.
    options
        How.
    stop
        Asked between slices of work, several times a second; a true answer ends the search, which
        still yields all that it has found.

    Yields
    ------
    Event
        One `Started`; then `Solutions` and, four times a second, `Progress`; at last one `Done`.

    Raises
    ------
    UserError
        If the encoding cannot express the rule, or if solutions are to be skipped and do not fit a
        frontier.
    """
    began = time.perf_counter()
    parents = _parents(problem, options)
    if parents is not None:
        yield Started(problem.projection, 0, problem.projection, 1, "frontier", "none")
        swept = SweptEnumeration(parents, options.skip)
        yield from _Run(problem, options, began).events(swept, stop)
        return
    method = Method(problem.to_json(), options.encoding, options.solver, options.up_to_symmetry)
    yield started(method)
    with Widening(method, options.workers, one=options.limit == 1) as widening:
        yield from _Run(problem, options, began).events(widening, stop)


def started(method: Method) -> Started:
    """Return the event that tells the size of a search."""
    problem, formula, symmetries, _ = prepared(method)
    order = 1 if symmetries is None else len(symmetries)
    size = formula.variables, len(formula), problem.projection
    return Started(*size, order, method.encoding, method.solver)


def _parents(problem: Problem, options: Options) -> Parents | None:
    """Return the frontier to list from, or None where the SAT solver is to do it."""
    if not isinstance(problem, Predecessor):
        return None
    if options.skip:
        return Parents(problem, options.memory)
    if options.sweep:
        with suppress(OutOfReachError):
            return Parents(problem, options.memory, _QUICK_NODES)
    return None


class _Run:
    """The counts of a running search."""

    def __init__(
        self,
        problem: Problem,
        options: Options,
        began: float,
    ) -> None:
        self.problem = problem
        self.options = options
        self.conflicts = 0
        self.began = began
        self.found = 0
        self.covered = 0

    def events(self, enumeration: _Lists, stop: Callable[[], bool]) -> Iterator[Event]:
        """Yield solutions in checked batches, progress between them, and the end."""
        told = self.began
        status = self._status(enumeration, stop)
        while status is None:
            yield from self._checked(enumeration.advance(_SLICE_SECONDS, self._wanted()))
            self.conflicts = enumeration.conflicts
            status = self._status(enumeration, stop)
            if time.perf_counter() - told > _PROGRESS_SECONDS:
                told = time.perf_counter()
                yield Progress(*self._counts())
        yield Done(status, *self._counts())

    def _wanted(self) -> int | None:
        """Return how many solutions to look for at once; the first is shown without delay."""
        if self.found == 0:
            return 1
        return None if self.options.limit is None else self.options.limit - self.found

    def _status(self, enumeration: _Lists, stop: Callable[[], bool]) -> Status | None:
        """Return how the search ends here, or None if it goes on."""
        limit, seconds = self.options.limit, self.options.seconds
        if enumeration.complete and not self.options.skip:
            return "complete" if self.found else "none"
        if enumeration.complete:
            return "limit" if self.found else "none"
        if limit is not None and self.found >= limit:
            return "limit"
        if seconds is not None and time.perf_counter() - self.began > seconds:
            return "limit"
        return "stopped" if stop() else None

    def _checked(self, models: Models) -> Iterator[Solutions]:
        """Yield models as solutions, if there are any and plain Life has confirmed them all."""
        boards = self.problem.boards(models.literals)
        if not self.problem.holds(boards).all():
            raise AssertionError("a model of the formula does not evolve into the target")
        if len(boards):
            yield Solutions(self.found + 1, boards, models.orbits, self.problem)
        self.found += len(boards)
        self.covered += int(models.orbits.sum())

    def _counts(self) -> tuple[int, int, int, float]:
        seconds = time.perf_counter() - self.began
        return self.found, self.covered, self.conflicts, seconds
