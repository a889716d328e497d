"""Executors of slices: this process, or a pool that replaces processes that die."""

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

from lifesat.processes import safe_path

P = ParamSpec("P")
T = TypeVar("T")


class Inline(Executor):
    """Runs a task at once, in the thread that submits it."""

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

    Parameters
    ----------
    workers
        The number of processes.
    """

    def __init__(self, workers: int) -> None:
        self._processes = [_PoolProcess() for _ in range(workers)]

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a task to the process that has the fewest."""
        with _interrupts_blocked():
            return min(self._processes, key=_PoolProcess.load).submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes when their tasks are done."""
        for each in self._processes:
            each.executor.shutdown(wait, cancel_futures=cancel_futures)

    def kill(self) -> None:
        """Kill the processes."""
        for each in self._processes:
            for process in each.context.spawned:
                if process.is_alive():
                    process.kill()
        self.shutdown(cancel_futures=True)


class _PoolProcess:
    """One process of a pool, or the one that has replaced it."""

    def __init__(self) -> None:
        self.context = _Context()
        self.executor = self._start()
        self._submitted: list[Future[Any]] = []

    def load(self) -> int:
        """Return the number of unfinished tasks."""
        self._submitted = [future for future in self._submitted if not future.done()]
        return len(self._submitted)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a task to the process, or to a new one if it has died."""
        try:
            future = self.executor.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            self.executor = self._start()
            future = self.executor.submit(fn, *args, **kwargs)
        self._submitted.append(future)
        return future

    def _start(self) -> ProcessPoolExecutor:
        # The executor's semaphores start another process, the resource tracker.
        with safe_path():
            return ProcessPoolExecutor(1, self.context, initializer=depend_on_parent)


class IsolatedProcess(SpawnProcess):
    """A process whose Python does not import modules from the current folder."""

    def start(self) -> None:
        """Start it."""
        with safe_path():
            super().start()


class _Context(SpawnContext):
    """Starts processes and keeps them; executors of Python 3.11 have no public list of theirs."""

    def __init__(self) -> None:
        super().__init__()
        self.spawned: list[SpawnProcess] = []

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = IsolatedProcess(*args, **kwargs)
        self.spawned.append(process)
        return process


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C in processes that are started here; this process handles it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def depend_on_parent() -> None:
    """Ignore Ctrl-C, and exit when the parent process ends for whatever reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        # An orderly exit would wait for tasks whose results nobody reads.
        os._exit(1)


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
