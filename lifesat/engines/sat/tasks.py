"""Tasks in several processes: pending ones of an executor, slices, and queues of tasks."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager
from functools import partial
from typing import Generic, Self, TypeVar

from lifesat.engines.sat.executors import GrowingPool
from lifesat.engines.sat.slices import Slice, SliceResult, run_slice
from lifesat.errors import StoppedError, UserError

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
