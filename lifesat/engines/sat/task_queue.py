"""Independent tasks that can be interrupted, in this process at first and then in others."""

import time
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Generic, Self

from lifesat.engines.sat.growing_pool import GrowingPool
from lifesat.engines.sat.task_pool import Key, Outcome, Task, TaskSet
from lifesat.errors import StoppedError

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
