"""A search from problem to end: formula, solver, check, events."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from lifesat.errors import UserError
from lifesat.jobs.events import Event, Started
from lifesat.jobs.options import Options
from lifesat.jobs.run import PROGRESS_SECONDS, SLICE_SECONDS, Run
from lifesat.problems.problem import Problem
from lifesat.solving.frontier import OutOfReachError, Parents, StoppedError, sweepable
from lifesat.solving.frontier.enumeration import SweptEnumeration
from lifesat.solving.slices import Method, prepared
from lifesat.solving.widening import Widening

# A frontier of so many states is made in about a second; the SAT solver does not wait longer.
_QUICK_NODES = 1 << 22

_Lists = Widening | SweptEnumeration


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
    run = Run(problem, options)
    try:
        parents = parents_to_list(problem, options, stop)
    except StoppedError:
        yield started_sweeping(problem)
        yield run.done("stopped")
        return
    if parents is not None:
        if options.skip and 0 < parents.count() <= options.skip:
            raise UserError(
                f"there are {parents.count()} predecessors, so {options.skip} cannot be skipped"
            )
        yield started_sweeping(problem)
        yield from _events(run, SweptEnumeration(parents, options.skip), stop)
        return
    method = method_of(problem, options)
    yield started(method)
    with Widening(method, options.workers, one=options.limit == 1) as widening:
        yield from _events(run, widening, stop)


def method_of(problem: Problem, options: Options) -> Method:
    """Return what a SAT solver is to do.

    Raises
    ------
    UserError
        If the problem has no such encoding.
    """
    # A solver with an odd seed begins with dead cells.
    return Method(
        problem.to_json(),
        options.encoding_of(problem),
        options.solver,
        up_to_symmetry=options.up_to_symmetry and not options.goal,
        seed=int(options.goal == "fewest"),
        goal=options.goal,
    )


def started(method: Method) -> Started:
    """Return the event that tells the size of a search."""
    problem, formula, symmetries, _ = prepared(method)
    order = 1 if symmetries is None else len(symmetries)
    size = formula.variables, len(formula), problem.projection
    return Started(*size, order, method.encoding, method.solver)


def started_sweeping(problem: Problem) -> Started:
    """Return the event that tells that a frontier is swept."""
    return Started(problem.projection, 0, problem.projection, 1, "frontier", "none")


def parents_to_list(problem: Problem, options: Options, stop: Callable[[], bool]) -> Parents | None:
    """Return the frontier to list from, or None where the SAT solver is to do it.

    Raises
    ------
    OutOfReachError
        If solutions are to be skipped and do not fit a frontier.
    StoppedError
        If `stop` was answered truly before the frontier was made.
    """
    if not sweepable(problem):
        if options.skip:
            raise OutOfReachError("a frontier sweep goes back one generation only")
        return None
    if options.skip:
        return Parents(problem, options.memory, stop=stop)
    if options.sweep:
        with suppress(OutOfReachError):
            return Parents(problem, options.memory, _QUICK_NODES, stop)
    return None


def _events(run: Run, lister: _Lists, stop: Callable[[], bool]) -> Iterator[Event]:
    """Yield solutions in batches, progress between them, and the end."""
    told = 0.0
    status = run.status(complete=lister.complete, stopped=stop())
    while status is None:
        models = lister.advance(SLICE_SECONDS, run.wanted())
        solutions = run.taken(models, lister.conflicts)
        if len(solutions.boards):
            yield solutions
        status = run.status(complete=lister.complete, stopped=stop())
        if run.seconds - told > PROGRESS_SECONDS:
            told = run.seconds
            yield run.progress()
    yield run.done(status)
