"""Pending tasks of an executor, and slices as tasks."""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Generic, TypeVar

from lifesat.errors import UserError
from lifesat.sat.slices import Slice, SliceResult, run_slice

Key = TypeVar("Key")
Task = TypeVar("Task")
Outcome = TypeVar("Outcome")

# A task whose process has died this often is not tried again.
_MOST_LOSSES = 3


class TaskSet(Generic[Key, Task, Outcome]):
    """Pending tasks, each with a key.

    It only submits to the executor, and never shuts it down.

    Parameters
    ----------
    executor
        Runs the tasks.
    run
        Runs a task; tasks and outcomes can be pickled, and a task may run twice.
    """

    def __init__(self, executor: Executor, run: Callable[[Task], Outcome]) -> None:
        self._executor = executor
        self._run = run
        self._pending: dict[Future[Outcome], tuple[Key, Task, int]] = {}

    def __len__(self) -> int:
        return len(self._pending)

    def submit(self, key: Key, task: Task, losses: int = 0) -> None:
        """Submit a task."""
        self._pending[self._executor.submit(self._run, task)] = key, task, losses

    def completed(self, seconds: float) -> Iterator[tuple[Key, Outcome]]:
        """Wait for tasks to complete, and yield their keys and outcomes.

        A task whose process has died is submitted again.

        Parameters
        ----------
        seconds
            The longest time to wait for the first of them.

        Raises
        ------
        UserError
            If the process of the same task has died several times.
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
    """Pending slices.

    Parameters
    ----------
    executor
        Runs the slices.
    """

    def __init__(self, executor: Executor) -> None:
        super().__init__(executor, run_slice)
