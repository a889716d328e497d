"""Slices of a search, and tasks in several processes.

A slice is some seconds of solving in one cube. A slice and its result can be pickled, so a slice
can run in a pool of processes or on another machine. It can run twice without harm. The process
that has run a slice keeps the solver with its learned clauses, and uses it again if the next slice
continues there.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Generic, NamedTuple, Self, TypeVar
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.sat.enumerate import CALL_SECONDS
from lifesat.engines.sat.executors import GrowingPool
from lifesat.engines.sat.search import EngineProgress, Packed, pack
from lifesat.engines.sat.solver_setup import SliceSolver, SolverSetup
from lifesat.errors import StoppedError, UserError

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


Key = TypeVar("Key")
Task = TypeVar("Task")
Outcome = TypeVar("Outcome")

# A task whose process has died this often is not tried again.
_MOST_LOSSES = 3


class TaskSet(Generic[Key, Task, Outcome]):
    """Pending tasks, each with a key; the executor is never shut down.

    Tasks and outcomes must be picklable, and a task may run twice.
    """

    def __init__(self, executor: Executor, run: Callable[[Task], Outcome]) -> None:
        self._executor = executor
        self._run = run
        self._pending: dict[Future[Outcome], tuple[Key, Task, int]] = {}

    def __len__(self) -> int:
        return len(self._pending)

    def submit(self, key: Key, task: Task, losses: int = 0) -> None:
        """Submit a task whose process has died `losses` times before."""
        self._pending[self._executor.submit(self._run, task)] = key, task, losses

    def completed(self, seconds: float) -> Iterator[tuple[Key, Outcome]]:
        """Wait up to `seconds` for a task, and yield the keys and outcomes of completed tasks.

        A task whose process has died is submitted again. Raises UserError if that has happened
        several times.
        """
        done, _ = wait(self._pending, timeout=seconds, return_when=FIRST_COMPLETED)
        for future in done:
            key, task, losses = self._pending.pop(future)
            try:
                outcome = future.result()
            except BrokenExecutor as error:
                if losses + 1 == _MOST_LOSSES:
                    raise UserError(
                        f"worker processes were killed {_MOST_LOSSES} times, perhaps because "
                        "memory ran out; fewer workers may help"
                    ) from error
                self.submit(key, task, losses + 1)
            else:
                yield key, outcome

    def pending(self) -> list[Key]:
        """Return the keys of pending tasks."""
        return [key for key, _, _ in self._pending.values()]

    def cancel_all(self) -> None:
        """Cancel tasks that have not started, and ignore the outcomes of the others."""
        for future in self._pending:
            future.cancel()
        self._pending.clear()


class SliceTasks(TaskSet[Key, Slice, SliceResult]):
    """Pending slices."""

    def __init__(self, executor: Executor) -> None:
        super().__init__(executor, run_slice)


Stop = Callable[[], bool] | None


class TaskQueue(Generic[Key, Task, Outcome]):
    """Does tasks; a context manager, which ends the other processes.

    The second argument of `run` returns whether to stop, or is None if nothing stops the task; once
    that returns true, `run` raises `lifesat.errors.StoppedError`. Tasks and outcomes must be
    picklable.
    """

    def __init__(
        self, run: Callable[[Task, Stop], Outcome], workers: int, stop: Callable[[], bool]
    ) -> None:
        self._run = run
        self._stop = stop
        self._pool = GrowingPool(workers)
        self._waiting: deque[tuple[Key, Task]] = deque()
        self._tasks: TaskSet[Key, Task, Outcome] = TaskSet(self._pool, partial(_done, run))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.__exit__(None, None, None)

    def __len__(self) -> int:
        """Return the number of tasks that are not done."""
        return len(self._waiting) + len(self._tasks)

    def add(self, key: Key, task: Task) -> None:
        """Add a task to be done later."""
        self._waiting.append((key, task))

    def suspended(self) -> AbstractContextManager[None]:
        """Return a context in which the other processes are stopped."""
        return self._pool.suspended()

    def advance(self, seconds: float) -> list[tuple[Key, Outcome]]:
        """Work for about `seconds`, and return the outcomes of completed tasks with their keys.

        Raises StoppedError if `stop` returns true before a task in this process is done.
        """
        if self._pool.alone:
            return self._done_here(seconds)
        while self._waiting and len(self._tasks) < 2 * self._pool.workers:
            self._tasks.submit(*self._waiting.popleft())
        return list(self._tasks.completed(seconds))

    def _done_here(self, seconds: float) -> list[tuple[Key, Outcome]]:
        """Do tasks in this process, but leave one that takes long to the other processes."""
        done: list[tuple[Key, Outcome]] = []
        end = time.perf_counter() + seconds
        while self._waiting and time.perf_counter() < end:
            key, task = self._waiting[0]
            try:
                done.append((key, self._run(task, self._over)))
            except StoppedError:
                if self._stop() and not done:
                    raise
                break
            self._waiting.popleft()
        return done

    def _over(self) -> bool:
        """Return whether a task in this process must end."""
        return self._stop() or not self._pool.alone


def _done(run: Callable[[Task, Stop], Outcome], task: Task) -> Outcome:
    """Do a task that nothing stops."""
    return run(task, None)
