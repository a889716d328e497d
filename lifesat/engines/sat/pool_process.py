"""A process of a pool: it is replaced if it dies, and it never outlives its parent."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.queues import SimpleQueue
from typing import Any, ParamSpec, TypeVar

from lifesat.system.processes import CALLS_END_WITH_PARENT, safe_path

P = ParamSpec("P")
T = TypeVar("T")


class PoolProcess:
    """One process of a pool, or the one that has replaced it."""

    def __init__(self) -> None:
        self.context = _Context()
        self.executor = self._start()
        self._submitted: list[Future[Any]] = []
        self._stopped: list[SpawnProcess] = []

    def kill(self) -> None:
        """Kill the process."""
        for process in self.context.spawned:
            if process.is_alive():
                process.kill()

    def stop(self) -> None:
        """Stop the process until `resume`, unless it is still starting."""
        if self._started.done():
            self._stopped = [each for each in self.context.spawned if each.is_alive()]
        for process in self._stopped:
            send_signal(process, "SIGSTOP")

    def resume(self) -> None:
        """Let the process continue, if it was stopped."""
        for process in self._stopped:
            send_signal(process, "SIGCONT")
        self._stopped = []

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
        """Start the process."""
        with safe_path():
            super().start()


class ReportingProcess:
    """A process that sends reports until it ends or is killed.

    `work` is called in it with a function that sends a report, and with the arguments.
    """

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        self.reports, sender = multiprocessing.Pipe(duplex=False)
        # Whether it has ended, and all its reports have been received.
        self.ended = False
        self._started = False
        self._process = IsolatedProcess(target=_report, args=(sender, work, arguments), daemon=True)
        self._process.start()
        sender.close()

    def received(self) -> list[Any]:
        """Return the reports since the last call."""
        reports: list[Any] = []
        try:
            while not self.ended and self.reports.poll():
                reports.append(self.reports.recv())
        except EOFError:
            self.ended = True
        if reports and not self._started:
            self._started = True
            del reports[0]  # it only says that the process has started
        return reports

    @property
    def stoppable(self) -> bool:
        """Whether the process ends with its parent even while it is stopped."""
        return self._started and CALLS_END_WITH_PARENT

    def send_signal(self, name: str) -> None:
        """Send a signal to the process, if it still exists."""
        send_signal(self._process, name)

    def kill(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self.reports.close()


def _report(sender: Connection, work: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    depend_on_parent()
    sender.send(None)
    work(sender.send, *arguments)


class _Results(SimpleQueue[Any]):
    """The queue through which a process returns its results."""

    def close_writer(self) -> None:
        """Close this process's copy of the writing end."""
        self._writer.close()  # type: ignore[attr-defined]  # known to Python alone


class _Context(SpawnContext):
    """Keeps the processes and the queue of an executor, which has no public names for them."""

    def __init__(self) -> None:
        super().__init__()
        self.spawned: list[SpawnProcess] = []

    def SimpleQueue(self) -> SimpleQueue[Any]:  # noqa: N802
        """Return the queue for results, which an executor makes once."""
        self.results = _Results(ctx=self)
        return self.results

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = IsolatedProcess(*args, **kwargs)
        self.spawned.append(process)
        return process


def depend_on_parent() -> None:
    """Ignore Ctrl-C, and exit when the parent process ends for any reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        _let_kernel_kill(parent.sentinel)
    threading.Thread(target=_end_with, args=[parent.sentinel], daemon=True).start()


def _let_kernel_kill(sentinel: int) -> None:
    """Have the kernel kill this process when a pipe is closed at its other end.

    A thread cannot do that while a solver holds Python's GIL, or while this process is stopped.
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


def send_signal(process: SpawnProcess, name: str) -> None:
    """Send a signal to a process, if it still exists."""
    with suppress(ProcessLookupError):
        if process.pid is not None:
            os.kill(process.pid, getattr(signal, name))
