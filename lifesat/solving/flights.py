"""Slices under way in an executor."""

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Generic, TypeVar

from lifesat.errors import UserError
from lifesat.solving.slices import Report, Slice, run_slice

Sender = TypeVar("Sender")

# A slice that brings its process down so often will not end otherwise.
_MOST_LOSSES = 3


class Flights(Generic[Sender]):
    """Slices that were submitted and have not come back, each with whoever sent it.

    Of the executor it uses `submit` alone, and it never shuts it down.

    Parameters
    ----------
    executor
        Runs the slices.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._flying: dict[Future[Report], tuple[Sender, Slice, int]] = {}

    def __len__(self) -> int:
        return len(self._flying)

    def send(self, sender: Sender, task: Slice, losses: int = 0) -> None:
        """Submit a slice."""
        self._flying[self._executor.submit(run_slice, task)] = sender, task, losses

    def landed(self, seconds: float) -> Iterator[tuple[Sender, Report]]:
        """Wait for up to `seconds` for slices that come back, and yield who sent them.

        A slice whose process died is submitted again.

        Raises
        ------
        UserError
            If the same slice has been lost several times.
        """
        done, _ = wait(self._flying, timeout=seconds, return_when=FIRST_COMPLETED)
        for future in done:
            sender, task, losses = self._flying.pop(future)
            try:
                report = future.result()
            except BrokenExecutor as error:
                if losses + 1 == _MOST_LOSSES:
                    raise UserError(
                        f"the processes that search were killed {_MOST_LOSSES} times, perhaps for "
                        "want of memory; fewer --workers may help"
                    ) from error
                self.send(sender, task, losses + 1)
            else:
                yield sender, report

    def senders(self) -> list[Sender]:
        """Return whose slices are under way."""
        return [sender for sender, _, _ in self._flying.values()]

    def recall(self) -> None:
        """Forget what is under way; what has not begun never will."""
        for future in self._flying:
            future.cancel()
        self._flying.clear()
