"""Work that reports by calling a function, told as an iterator."""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from lifesat.errors import StoppedError
from lifesat.queries.query import Step
from lifesat.queries.run import Run

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
        self._reports: deque[Report] = deque()
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
            If `over` returned true, after the last reports.
        """
        thread = threading.Thread(target=self._run, daemon=True)
        thread.start()
        try:
            at_work = True
            while at_work:
                thread.join(_LOOK_SECONDS)
                at_work = thread.is_alive()
                ends = at_work and over()
                yield self._new()
                if ends:
                    raise StoppedError
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
        self._reports.append(report)

    def _new(self) -> list[Report]:
        """Return the reports since the last call."""
        return [self._reports.popleft() for _ in range(len(self._reports))]


def background_steps(
    work: Callable[[Callable[[Report], None]], Result],
    steps: Callable[[list[Report]], Iterable[Step]],
    run: Run,
) -> Generator[Step, None, Result]:
    """Do work in a thread, yield the steps that its reports are, and return its result.

    Parameters
    ----------
    work
        As for `Background`.
    steps
        Returns the steps for the reports of a moment.
    run
        The limits.

    Raises
    ------
    StoppedError
        If the run is over before the end.
    """
    background = Background[Report, Result](work)
    reports = background.reports(run.over)
    while True:
        run.wait(background.suspended)
        try:
            new = next(reports)
        except StopIteration as end:
            result: Result = end.value
            return result
        yield from steps(new)
        yield None
