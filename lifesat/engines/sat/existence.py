"""Finding one solution of a problem, or proving that there is none."""

import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from lifesat.cnf.formula import interruptible
from lifesat.cnf.spacetime import Literals
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.errors import StoppedError

# The length of a turn that may be stopped, and of the first turn of several setups.
_SHORT_SECONDS = 0.05
_FIRST_SECONDS = 1.0


def any_solution(setups: Sequence[SolverSetup], stop: Callable[[], bool] | None) -> Literals | None:
    """Return a verified solution, shape ``(1, projection)``, or None if there is none.

    Several setups take turns: one may find a solution, and another prove that there is none. Raises
    StoppedError if `stop` returns true; without `stop`, turns become longer, which is faster than
    many short calls.
    """
    seconds = _SHORT_SECONDS
    if stop is None:
        seconds = math.inf if len(setups) == 1 else _FIRST_SECONDS
    with ExitStack() as stack:
        stack.enter_context(interruptible(stop or _never))
        solvers = [each.new_solver() for each in setups]
        for solver in solvers:
            stack.callback(solver.delete)
        while not any(solver.complete for solver in solvers):
            for solver in solvers:
                if stop is not None and stop():
                    raise StoppedError
                found = solver.wanted(seconds, 1, seconds)
                if len(found.orbit_sizes):
                    return found.literals[:1]
            seconds *= 1 if stop else 2
    return None


def _never() -> bool:
    return False
