"""Independent tasks that are done in this process at first, and in others if they take longer."""

import time
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Generic

from lifesat.errors import StoppedError
from lifesat.sat.executors import Pool
from lifesat.sat.task_pool import Key, Outcome, Task, TaskSet

Stop = Callable[[], bool] | None

# The time for tasks in this process, if others may do them: others take a while to start.
_ALONE_SECONDS = 1.0


class GrowingPool(Generic[Key, Task, Outcome]):
    """Does tasks; a context manager, which ends the other processes.

    Parameters
    ----------
    run
        Does a task. Its second argument returns whether to stop, or is None if nothing stops it;
        once that returns true, it raises `lifesat.errors.StoppedError`. Tasks and outcomes can be
        pickled.
    workers
        The number of processes.
    stop
        Returns whether to stop.
    """

    def __init__(
        self, run: Callable[[Task, Stop], Outcome], workers: int, stop: Callable[[], bool]
    ) -> None:
        self._run = run
        self._workers = workers
        self._stop = stop
        self._worked = 0.0
        self._pool: Pool | None = None
        self._waiting: deque[tuple[Key, Task]] = deque()
        self._tasks: TaskSet[Key, Task, Outcome] | None = None

    def __enter__(self) -> "GrowingPool[Key, Task, Outcome]":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.kill()

    def __len__(self) -> int:
        """Return the number of tasks that are not done."""
        return len(self._waiting) + (0 if self._tasks is None else len(self._tasks))

    def add(self, key: Key, task: Task) -> None:
        """Add a task, to be done later."""
        self._waiting.append((key, task))

    def suspended(self) -> AbstractContextManager[None]:
        """Stop the other processes, and continue them at the end."""
        return nullcontext() if self._pool is None else self._pool.suspended()

    def advance(self, seconds: float) -> list[tuple[Key, Outcome]]:
        """Work for about `seconds`, and return the outcomes of tasks that are done, by their keys.

        Raises
        ------
        StoppedError
            If `stop` returned true.
        """
        if self._tasks is not None:
            while self._waiting and len(self._tasks) < 2 * self._workers:
                self._tasks.submit(*self._waiting.popleft())
            return list(self._tasks.completed(seconds))
        done: list[tuple[Key, Outcome]] = []
        began = time.perf_counter()
        while self._waiting and time.perf_counter() < began + seconds:
            key, task = self._waiting[0]
            started = time.perf_counter()
            try:
                done.append((key, self._run(task, self._over(started))))
                self._waiting.popleft()
            except StoppedError:
                if not self._stop():
                    self._start_processes()
                elif not done:
                    raise
                break
            self._worked += time.perf_counter() - started
        return done

    def _over(self, started: float) -> Callable[[], bool]:
        """Return the question whether a task in this process is to end."""
        if self._workers == 1:
            return self._stop
        end = started + _ALONE_SECONDS - self._worked
        return lambda: self._stop() or time.perf_counter() > end

    def _start_processes(self) -> None:
        self._pool = Pool(self._workers)
        self._tasks = TaskSet(self._pool, partial(_done, self._run))


def _done(run: Callable[[Task, Stop], Outcome], task: Task) -> Outcome:
    """Do a task that nothing stops."""
    return run(task, None)
