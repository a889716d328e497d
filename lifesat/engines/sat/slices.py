"""A slice of a search: some seconds of solving in one cube, in any process.

A slice and its result can be pickled, so a slice can run in a pool of processes or on another
machine. It can run twice without harm. The process that has run a slice keeps the solver with its
learned clauses, and uses it again if the next slice continues there.
"""

import threading
from dataclasses import dataclass
from typing import NamedTuple
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.sat.enumerate import CALL_SECONDS
from lifesat.engines.sat.search import EngineProgress, Packed, pack
from lifesat.engines.sat.solver_setup import SliceSolver, SolverSetup

Cube = tuple[int, ...]


@dataclass(frozen=True)
class Slice:
    """The task of one slice."""

    setup: SolverSetup
    cube: Cube
    # The solutions in the cube that must not be found again.
    known: Packed
    # The length of the slice; ``math.inf`` if only an answer ends it.
    seconds: float
    # The most solutions to find; None for all.
    most: int | None
    # The token of the slice that this one continues, if any.
    token: str | None
    # The length of a call to the solver; see `lifesat.engines.sat.solver.Pace`.
    call_seconds: float = CALL_SECONDS


class SliceResult(NamedTuple):
    """The result of a slice."""

    # New solutions, each verified by the problem.
    packed: Packed
    # The number of solutions that each one represents.
    orbit_sizes: NDArray[np.intp]
    # Whether the cube holds no other solutions.
    complete: bool
    # The solver's conflicts in this slice.
    conflicts: int
    # Identifies the state of the solver after this slice; unique among all processes.
    token: str
    # Whether the solver of the previous slice was used again instead of a new one.
    resumed: bool
    # The rows or the bound reached; None if the engine does not report them.
    reached: EngineProgress | None = None


def run_slice(task: Slice) -> SliceResult:
    """Run a slice; raises AssertionError if the problem rejects a model of the formula."""
    resumed = _CACHE.holds(task)
    work = _CACHE.acquire(task)
    before = work.conflicts
    models = work.wanted(task.seconds, task.most, task.call_seconds)
    conflicts, complete, reached = work.conflicts - before, work.complete, work.reached
    token = _CACHE.release(task, work)
    packed = pack(models.literals)
    return SliceResult(packed, models.orbit_sizes, complete, conflicts, token, resumed, reached)


class SolverCache(threading.local):
    """The solver that this thread used last."""

    def __init__(self) -> None:
        self._work: SliceSolver | None = None
        self._cube: Cube = ()
        self._token: str | None = None

    def acquire(self, task: Slice) -> SliceSolver:
        """Return the cached solver if it fits a slice, otherwise a new one."""
        work = self._work
        if work is None or not self.holds(task):
            self.clear()
            return task.setup.new_solver(task.cube, task.known)
        self._work = None
        work.narrow(task.cube[len(self._cube) :])
        work.observe(task.known)
        return work

    def holds(self, task: Slice) -> bool:
        """Return whether a slice continues the last one, in its cube or a part of it."""
        return (
            self._work is not None
            and self._token == task.token
            and self._setup == task.setup
            and self._cube == task.cube[: len(self._cube)]
        )

    def release(self, task: Slice, work: SliceSolver) -> str:
        """Keep a solver for the next slice, unless its cube is complete; return a token for it."""
        # Process numbers are not unique among machines or containers.
        self._token = uuid4().hex
        self._setup = task.setup
        self._cube = task.cube
        if work.complete:
            work.delete()
        else:
            self._work = work
        return self._token

    def clear(self) -> None:
        """Delete the cached solver."""
        if self._work is not None:
            self._work.delete()
            self._work = None


_CACHE = SolverCache()


def clear_solver_cache() -> None:
    """Delete the solver that this thread keeps."""
    _CACHE.clear()
