"""Pending tasks of an executor, and slices as tasks."""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Generic, TypeVar

from lifesat.engines.sat.slices import Slice, SliceResult, run_slice
from lifesat.errors import UserError

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
