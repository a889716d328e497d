"""Whether a problem has a solution: any one ends the search."""

import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from lifesat.cnf.formula import interruptible
from lifesat.errors import StoppedError
from lifesat.sat.method import Method
from lifesat.sat.packed import no_solutions
from lifesat.sat.slices import solver_of

# The length of a turn if somebody may want to stop it, and of the first turn of several methods.
_SHORT_SECONDS = 0.05
_FIRST_SECONDS = 1.0


def has_solution(methods: Sequence[Method], stop: Callable[[], bool] | None) -> bool:
    """Return whether a problem has a solution, which is verified.

    Parameters
    ----------
    methods
        What is solved and how. Several methods take turns: one may find a solution, and another
        prove that there is none.
    stop
        Returns whether to stop; None if nothing stops it, so that turns become longer, which takes
        less time than many short calls to a solver.

    Raises
    ------
    StoppedError
        If `stop` returned true.
    """
    seconds = _SHORT_SECONDS
    if stop is None:
        seconds = math.inf if len(methods) == 1 else _FIRST_SECONDS
    with ExitStack() as stack:
        stack.enter_context(interruptible(stop or _never))
        solvers = [solver_of(each, (), no_solutions(each.problem)) for each in methods]
        for solver in solvers:
            stack.callback(solver.delete)
        while not any(solver.complete for solver in solvers):
            for solver in solvers:
                if stop is not None and stop():
                    raise StoppedError
                if len(solver.wanted(seconds, 1, seconds).orbits):
                    return True
            seconds *= 1 if stop else 2
    return False


def _never() -> bool:
    return False
