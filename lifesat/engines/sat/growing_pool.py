"""An executor that uses one process at first, and others if the work takes longer.

Other processes take about half a second to start, and start with new solvers.
"""

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, nullcontext
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from lifesat.engines.sat.executors import Inline, Pool

P = ParamSpec("P")
T = TypeVar("T")

_ALONE_SECONDS = 1.0


class GrowingPool(Executor):
    """Runs tasks in this process at first, then in others; a context manager.

    A single worker is always this process. The others start when this process has used
    `alone_seconds` of processor time, by default a second.
    """

    def __init__(self, workers: int, alone_seconds: float | None = None) -> None:
        self._workers = workers
        self._alone_seconds = _ALONE_SECONDS if alone_seconds is None else alone_seconds
        # Processor time, which measures the work on a busy machine too.
        self._began = time.process_time()
        self._inline = Inline()
        self._pool: Pool | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Kill the other processes without waiting for their tasks."""
        if self._pool is not None:
            self._pool.kill()

    @property
    def worked(self) -> float:
        """The processor time that this process has used since the pool was made, in seconds."""
        return time.process_time() - self._began

    @property
    def alone(self) -> bool:
        """Whether a task that is submitted now runs in this process."""
        return self._workers == 1 or self.worked < self._alone_seconds

    @property
    def workers(self) -> int:
        """The number of tasks that run at once."""
        return 1 if self.alone else self._workers

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a task at once, or submit it to another process, which is started if all are busy."""
        if self.alone:
            return self._inline.submit(fn, *args, **kwargs)
        pool = self.processes(0)
        pool.grow_to(min(pool.load() + 1, self._workers))
        return pool.submit(fn, *args, **kwargs)

    def processes(self, number: int) -> Pool:
        """Start other processes until there are `number`, and return the pool."""
        if self._pool is None:
            self._pool = Pool(number)
        else:
            self._pool.grow_to(number)
        return self._pool

    def suspended(self) -> AbstractContextManager[None]:
        """Return a context in which the other processes are stopped."""
        return nullcontext() if self._pool is None else self._pool.suspended()
