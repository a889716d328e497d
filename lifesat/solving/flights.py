"""Tasks under way in an executor, and slices among them."""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Generic, TypeVar

from lifesat.errors import UserError
from lifesat.solving.slices import Report, Slice, run_slice

Sender = TypeVar("Sender")
Task = TypeVar("Task")
Outcome = TypeVar("Outcome")

# A task that brings its process down so often will not end otherwise.
_MOST_LOSSES = 3


class Errands(Generic[Sender, Task, Outcome]):
    """Tasks that were submitted and have not come back, each with whoever sent it.

    Of the executor it uses `submit` alone, and it never shuts it down.

    Parameters
    ----------
    executor
        Runs the tasks.
    run
        Does a task; tasks and outcomes can be pickled, and a task may run twice.
    """

    def __init__(self, executor: Executor, run: Callable[[Task], Outcome]) -> None:
        self._executor = executor
        self._run = run
        self._flying: dict[Future[Outcome], tuple[Sender, Task, int]] = {}

    def __len__(self) -> int:
        return len(self._flying)

    def send(self, sender: Sender, task: Task, losses: int = 0) -> None:
        """Submit a task."""
        self._flying[self._executor.submit(self._run, task)] = sender, task, losses

    def landed(self, seconds: float) -> Iterator[tuple[Sender, Outcome]]:
        """Wait for up to `seconds` for tasks that come back, and yield who sent them.

        A task whose process died is submitted again.

        Raises
        ------
        UserError
            If the same task has been lost several times.
        """
        done, _ = wait(self._flying, timeout=seconds, return_when=FIRST_COMPLETED)
        for future in done:
            sender, task, losses = self._flying.pop(future)
            try:
                outcome = future.result()
            except BrokenExecutor as error:
                if losses + 1 == _MOST_LOSSES:
                    raise UserError(
                        f"the processes that search were killed {_MOST_LOSSES} times, perhaps for "
                        "want of memory; fewer --workers may help"
                    ) from error
                self.send(sender, task, losses + 1)
            else:
                yield sender, outcome

    def senders(self) -> list[Sender]:
        """Return whose tasks are under way."""
        return [sender for sender, _, _ in self._flying.values()]

    def recall(self) -> None:
        """Forget what is under way; what has not begun never will."""
        for future in self._flying:
            future.cancel()
        self._flying.clear()


class Flights(Errands[Sender, Slice, Report]):
    """Slices under way.

    Parameters
    ----------
    executor
        Runs the slices.
    """

    def __init__(self, executor: Executor) -> None:
        super().__init__(executor, run_slice)
