"""Work that reports by calling a function, told as an iterator."""

import queue
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from lifesat.errors import StoppedError

Report = TypeVar("Report")
Result = TypeVar("Result")

_LOOK_SECONDS = 0.05
# How long work that is to stop may go on before it is left to itself.
_GRACE_SECONDS = 5.0


class Background(Generic[Report, Result]):
    """Work in a thread of this process.

    Parameters
    ----------
    work
        Does the work. It calls its argument with each report, and ends with the error that this
        raises.
    """

    def __init__(self, work: Callable[[Callable[[Report], None]], Result]) -> None:
        self._work = work
        self._reports: queue.SimpleQueue[Report] = queue.SimpleQueue()
        self._results: list[Result] = []
        self._error: BaseException | None = None
        self._stopped = threading.Event()
        self._resumed = threading.Event()
        self._resumed.set()

    def reports(self, over: Callable[[], bool]) -> Generator[list[Report], None, Result]:
        """Do the work, yield the reports of every moment, and return the result.

        Parameters
        ----------
        over
            Called several times a second; the work ends when it returns true.

        Raises
        ------
        StoppedError
            If `over` returned true.
        """
        thread = threading.Thread(target=self._run, daemon=True)
        thread.start()
        try:
            at_work = True
            while at_work:
                thread.join(_LOOK_SECONDS)
                at_work = thread.is_alive()
                if at_work and over():
                    raise StoppedError
                yield self._new()
        finally:
            self._stopped.set()
            thread.join(_GRACE_SECONDS)
        if self._error is not None:
            raise self._error
        return self._results[0]

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Let the work rest, from its next report on."""
        self._resumed.clear()
        try:
            yield
        finally:
            self._resumed.set()

    def _run(self) -> None:
        try:
            self._results.append(self._work(self._tell))
        except BaseException as error:  # it is raised where the result is wanted
            self._error = error

    def _tell(self, report: Report) -> None:
        self._resumed.wait()
        if self._stopped.is_set():
            raise StoppedError
        self._reports.put(report)

    def _new(self) -> list[Report]:
        """Return the reports since the last call."""
        return [self._reports.get() for _ in range(self._reports.qsize())]
