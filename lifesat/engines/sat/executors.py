"""Executors of slices: this process, or a pool that replaces processes that die."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from lifesat.system.processes import CALLS_END_WITH_PARENT

if TYPE_CHECKING:
    from lifesat.engines.sat.pool_process import PoolProcess

P = ParamSpec("P")
T = TypeVar("T")


class Inline(Executor):
    """Runs each task at once, in the thread that submits it."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a task and return a finished future."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Pool(Executor):
    """A pool of processes; if one dies, its task fails and a new process replaces it.

    Each process has an executor of its own: an executor of several processes breaks as a whole when
    one is killed, and its thread dies if a task is submitted at that moment (CPython's bpo-43498).
    """

    def __init__(self, workers: int) -> None:
        self._processes: list[PoolProcess] = []
        self.grow_to(workers)

    def grow_to(self, workers: int) -> None:
        """Start processes until there are `workers`."""
        from lifesat.engines.sat.pool_process import PoolProcess  # noqa: PLC0415  # slow to load

        try:
            with _interrupts_deferred():
                while len(self._processes) < workers:
                    self._processes.append(PoolProcess())
        except BaseException:
            self.kill()
            raise

    def load(self) -> int:
        """Return the number of unfinished tasks."""
        return sum(each.load() for each in self._processes)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a task to the process that has the fewest."""
        with _interrupts_deferred():
            return min(self._processes, key=lambda each: each.load()).submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes when their tasks are done."""
        for each in self._processes:
            each.executor.shutdown(wait, cancel_futures=cancel_futures)

    def kill(self) -> None:
        """Kill the processes."""
        for each in self._processes:
            each.kill()
        self.shutdown(cancel_futures=True)

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Stop the started processes until the end of the context.

        Where stopped processes would survive the death of their parent, they continue to run.
        """
        stopped = self._processes if CALLS_END_WITH_PARENT else []
        for each in stopped:
            each.stop()
        try:
            yield
        finally:
            for each in stopped:
                each.resume()


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Defer Ctrl-C to the end, and block it in processes that are started here.

    A signal may reach another thread and be handled in this one, so a mask is not enough.
    """
    with _signal_blocked():
        before = signal.getsignal(signal.SIGINT)
        # None stands for a handler that another program has installed and Python cannot restore.
        if before is None or threading.current_thread() is not threading.main_thread():
            yield
            return
        interrupts: list[int] = []
        signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
            for number in interrupts[:1]:
                signal.raise_signal(number)


@contextmanager
def _signal_blocked() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
