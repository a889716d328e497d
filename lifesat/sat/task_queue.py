"""Independent tasks that can be interrupted, in this process at first and then in others."""

import time
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Generic, Self

from lifesat.errors import StoppedError
from lifesat.sat.growing_pool import GrowingPool
from lifesat.sat.task_pool import Key, Outcome, Task, TaskSet

Stop = Callable[[], bool] | None


class TaskQueue(Generic[Key, Task, Outcome]):
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
        """Add a task, to be done later."""
        self._waiting.append((key, task))

    def suspended(self) -> AbstractContextManager[None]:
        """Stop the other processes, and continue them at the end."""
        return self._pool.suspended()

    def advance(self, seconds: float) -> list[tuple[Key, Outcome]]:
        """Work for about `seconds`, and return the outcomes of tasks that are done, by their keys.

        Raises
        ------
        StoppedError
            If `stop` returned true.
        """
        if self._pool.alone:
            return self._done_here(seconds)
        while self._waiting and len(self._tasks) < 2 * self._pool.workers:
            self._tasks.submit(*self._waiting.popleft())
        return list(self._tasks.completed(seconds))

    def _done_here(self, seconds: float) -> list[tuple[Key, Outcome]]:
        """Do tasks in this process, and leave one that takes long to the other processes."""
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
        """Return whether a task in this process is to end."""
        return self._stop() or not self._pool.alone


def _done(run: Callable[[Task, Stop], Outcome], task: Task) -> Outcome:
    """Do a task that nothing stops."""
    return run(task, None)
