"""Processes that work for this one: they ignore Ctrl-C and never outlive their parent."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from lifesat.system.processes import CALLS_END_WITH_PARENT, safe_path


class WorkerProcess:
    """A process that works, and sends messages, until it ends or is killed.

    `work` is called in it with its end of the connection, and with the arguments.
    """

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        self.connection, theirs = multiprocessing.Pipe()
        # Whether it has ended, and all its messages have been received.
        self.ended = False
        self._started = False
        self.process = _IsolatedProcess(target=_run, args=(theirs, work, arguments), daemon=True)
        self.process.start()
        # With the last copy closed, a reader sees that the process has died.
        theirs.close()

    def receive(self) -> Any:
        """Wait for the next message; raises EOFError or OSError if the process has ended."""
        message = self.connection.recv()
        if self._started:
            return message
        self._started = True  # the first message only says that
        return self.connection.recv()

    def received(self) -> list[Any]:
        """Return the messages since the last call."""
        messages: list[Any] = []
        try:
            while not self.ended and self.connection.poll():
                message = self.connection.recv()
                messages += [message] * self._started
                self._started = True
        except (EOFError, OSError):
            self.ended = True
        return messages

    def kill(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.connection.close()

    @property
    def stoppable(self) -> bool:
        """Whether the process ends with its parent even while it is stopped."""
        return self._started and CALLS_END_WITH_PARENT and self.process.is_alive()

    def send_signal(self, name: str) -> None:
        """Send a signal to the process, if it still exists."""
        if self.process.is_alive() and self.process.pid is not None:
            os.kill(self.process.pid, getattr(signal, name))


@contextmanager
def suspended(workers: Iterable[WorkerProcess]) -> Iterator[None]:
    """Stop processes until the end of the context, but not those that are still starting.

    Where stopped processes would survive the death of their parent, they continue to run.
    """
    stopped = [each for each in workers if each.stoppable]
    for each in stopped:
        each.send_signal("SIGSTOP")
    try:
        yield
    finally:
        for each in stopped:
            each.send_signal("SIGCONT")


class _IsolatedProcess(SpawnProcess):
    """A process whose Python does not import modules from the current folder."""

    def start(self) -> None:
        """Start the process."""
        with safe_path():
            super().start()


def _run(connection: Connection, work: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    _depend_on_parent()
    connection.send(None)
    work(connection, *arguments)


def _depend_on_parent() -> None:
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
