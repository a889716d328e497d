"""What queries that sweep a frontier have in common."""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar

from lifesat.engines.options import Options
from lifesat.errors import StoppedError
from lifesat.frontier.memory import Limits, OutOfReachError
from lifesat.frontier.support import check_reach
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.query import ProblemQuery, Step
from lifesat.queries.run import Run
from lifesat.queries.sentences import CAUSES, Outcome, proved_none
from lifesat.system.machine import memory_limit

if TYPE_CHECKING:
    from lifesat.frontier.estimates import SampleProgress
    from lifesat.frontier.progress import SweepProgress


def sweep_limits(options: Options) -> Limits:
    """Return what a sweep may take."""
    return Limits(memory_limit(options.memory), options.disk)


def check_frontier(problem: Predecessor, options: Options, only: str) -> None:
    """Refuse a problem that no frontier fits, as far as that is known before the work.

    Parameters
    ----------
    problem, options
        The problem, and what a sweep may take.
    only
        As for `out_of_reach_explained`.

    Raises
    ------
    OutOfReachError
        If no frontier fits.
    """
    with out_of_reach_explained(only):
        check_reach(problem, sweep_limits(options).memory)


@contextmanager
def out_of_reach_explained(only: str) -> Iterator[None]:
    """Add to the error about what is out of reach that nothing else than a frontier answers.

    Parameters
    ----------
    only
        What can be done with what fits a frontier alone, to follow these words.

    Raises
    ------
    OutOfReachError
        If the block does.
    """
    try:
        yield
    except OutOfReachError as reason:
        raise OutOfReachError(f"{reason}; only what fits a frontier {only}") from None


def sweep_steps(run: Run, what: str, new: "Sequence[SweepProgress | SampleProgress]") -> list[Step]:
    """Note in a run what a sweep or an estimate is for and how far it is, and return no steps.

    Parameters
    ----------
    run
        The run.
    what
        What it is for.
    new
        What it has reported since the last call.
    """
    if new:
        run.phase = f"{what}: {new[-1].words}"
    return []


def counted_ending(query: ProblemQuery, unknown: str, outcome: Outcome, took: str) -> str:
    """Return the sentence on the end of a count, whose numbers are written elsewhere, or "".

    Parameters
    ----------
    query
        What is counted.
    unknown
        The words for an answer that is not known.
    outcome, took
        As for `lifesat.queries.query.Query.ending`.
    """
    if outcome.state == "none":
        return proved_none(query.problem)
    if outcome.state == "complete":
        return ""
    cause = CAUSES.get(outcome.state, "the count ended")
    return f"{unknown}, since {cause}{outcome.remark}{took}"


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
