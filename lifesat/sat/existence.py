"""Whether a problem has a solution: any one ends the search."""

import math
from collections.abc import Callable

from lifesat.cnf.formula import interruptible
from lifesat.errors import StoppedError
from lifesat.sat.method import Method
from lifesat.sat.packed import no_solutions
from lifesat.sat.slices import solver_of

# The length of a call to the solver if somebody may want to stop it.
_CALL_SECONDS = 0.05


def has_solution(method: Method, stop: Callable[[], bool] | None) -> bool:
    """Return whether a problem has a solution, which is verified.

    Parameters
    ----------
    method
        What is solved and how.
    stop
        Returns whether to stop; None if nothing stops it, so that one call to the solver is
        enough, which takes less time than many.

    Raises
    ------
    StoppedError
        If `stop` returned true.
    """
    seconds = math.inf if stop is None else _CALL_SECONDS
    with interruptible(stop or _never):
        solver = solver_of(method, (), no_solutions(method.problem))
        try:
            while not solver.complete:
                if stop is not None and stop():
                    raise StoppedError
                if len(solver.wanted(seconds, 1, seconds).orbits):
                    return True
        finally:
            solver.delete()
    return False


def _never() -> bool:
    return False
