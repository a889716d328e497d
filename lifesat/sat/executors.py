"""Executors of slices: this process, or a pool that replaces processes that die."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.queues import SimpleQueue
from typing import Any, ParamSpec, TypeVar

from lifesat.processes import safe_path

CALLS_END_WITH_PARENT = sys.platform == "linux"
"""Whether a process of a pool ends with its parent even during a call that holds Python's lock."""

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
        self._processes: list[_PoolProcess] = []
        try:
            with _interrupts_deferred():
                for _ in range(workers):
                    self._processes.append(_PoolProcess())
        except BaseException:
            self.kill()
            raise

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a task to the process that has the fewest."""
        with _interrupts_deferred():
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

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Stop the processes that have started, and continue them at the end.

        Where they would not end with a parent that dies, they go on instead.
        """
        stopped = [process for each in self._processes for process in each.stop()]
        try:
            yield
        finally:
            for process in stopped:
                _send_signal(process, "SIGCONT")


class _PoolProcess:
    """One process of a pool, or the one that has replaced it."""

    def __init__(self) -> None:
        self.context = _Context()
        self.executor = self._start()
        self._submitted: list[Future[Any]] = []

    def stop(self) -> list[SpawnProcess]:
        """Stop the process, and return what was stopped; one that is still starting goes on."""
        if not (CALLS_END_WITH_PARENT and self._started.done()):
            return []
        alive = [process for process in self.context.spawned if process.is_alive()]
        for process in alive:
            _send_signal(process, "SIGSTOP")
        return alive

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
            executor = ProcessPoolExecutor(1, self.context, initializer=depend_on_parent)
        self._started = executor.submit(os.getpid)
        # The process has its own copy by now. With the last one closed, the reader of a result sees
        # that its writer has died; otherwise it would wait for the rest for ever.
        self.context.results.close_writer()
        return executor


class IsolatedProcess(SpawnProcess):
    """A process whose Python does not import modules from the current folder."""

    def start(self) -> None:
        """Start it."""
        with safe_path():
            super().start()


class _Results(SimpleQueue[Any]):
    """The queue by which a process returns its results."""

    def close_writer(self) -> None:
        """Close this process' copy of the end that is written to."""
        self._writer.close()  # type: ignore[attr-defined]  # known to Python alone


class _Context(SpawnContext):
    """Keeps the processes and the queue of an executor, which has no public names for them."""

    def __init__(self) -> None:
        super().__init__()
        self.spawned: list[SpawnProcess] = []

    def SimpleQueue(self) -> SimpleQueue[Any]:  # noqa: N802
        """Return the queue for results; an executor makes one."""
        self.results = _Results(ctx=self)
        return self.results

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = IsolatedProcess(*args, **kwargs)
        self.spawned.append(process)
        return process


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Defer Ctrl-C to the end, and block it in processes that are started here.

    A signal may reach another thread and be handled in this one, so that a mask is not enough.
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


def depend_on_parent() -> None:
    """Ignore Ctrl-C, and exit when the parent process ends for whatever reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        _let_kernel_kill(parent.sentinel)
    threading.Thread(target=_end_with, args=[parent.sentinel], daemon=True).start()


def _let_kernel_kill(sentinel: int) -> None:
    """Have the kernel kill this process when a pipe is closed at its other end.

    A thread cannot do that while a solver holds Python's lock, or while this process is stopped.
    """
    import fcntl  # noqa: PLC0415 - Windows has none

    fcntl.fcntl(sentinel, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(sentinel, fcntl.F_SETSIG, signal.SIGKILL)
    flags = fcntl.fcntl(sentinel, fcntl.F_GETFL)
    fcntl.fcntl(sentinel, fcntl.F_SETFL, flags | os.O_ASYNC)


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    # An orderly exit would wait for tasks whose results nobody reads.
    os._exit(1)


def _send_signal(process: SpawnProcess, name: str) -> None:
    """Send a signal to a process, if it still exists."""
    with suppress(ProcessLookupError):
        if process.pid is not None:
            os.kill(process.pid, getattr(signal, name))


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
