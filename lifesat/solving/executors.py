"""Where slices run: in this process, or in a pool of processes that mends itself."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Inline(Executor):
    """Runs what is submitted at once, in the thread that submits it."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return a future that is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Pool(Executor):
    """Processes of their own; one that dies takes its task with it, and another replaces it.

    Each has an executor to itself: one of several processes breaks as a whole when one is killed,
    and its thread dies if it is handed a task just then (CPython's bpo-43498).

    Parameters
    ----------
    workers
        How many processes.
    """

    def __init__(self, workers: int) -> None:
        self._places = [_Place() for _ in range(workers)]

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit to the process that has the least to do."""
        with _interrupts_held_back():
            return min(self._places, key=_Place.load).submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes once their tasks are over."""
        for place in self._places:
            place.executor.shutdown(wait, cancel_futures=cancel_futures)

    def kill(self) -> None:
        """End the processes at once, whatever they are at."""
        for place in self._places:
            for process in place.context.spawned:
                if process.is_alive():
                    process.kill()
        self.shutdown(cancel_futures=True)


class _Place:
    """Where one process works, or whichever has replaced it."""

    def __init__(self) -> None:
        self.context = _Context()
        self.executor = self._start()
        self._submitted: list[Future[Any]] = []

    def load(self) -> int:
        """Return how many tasks are not done."""
        self._submitted = [future for future in self._submitted if not future.done()]
        return len(self._submitted)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit to the process, or to a new one if it has died."""
        try:
            future = self.executor.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            self.executor = self._start()
            future = self.executor.submit(fn, *args, **kwargs)
        self._submitted.append(future)
        return future

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, self.context, initializer=depend_on_parent)


class _Context(SpawnContext):
    """Starts processes and remembers them, as an executor of Python 3.11 does not tell its own."""

    def __init__(self) -> None:
        super().__init__()
        self.spawned: list[SpawnProcess] = []

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = SpawnProcess(*args, **kwargs)
        self.spawned.append(process)
        return process


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Keep Ctrl-C from processes that are started here, which would take it for theirs."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def depend_on_parent() -> None:
    """Leave Ctrl-C to the process that started this one, and end with it however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        # Nobody is left to hear of an orderly end.
        signal.raise_signal(signal.SIGKILL)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
