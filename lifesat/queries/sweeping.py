"""What queries that sweep a frontier share."""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar

from lifesat.engines.frontier.support import Limits, OutOfReachError, Swept, check_reach
from lifesat.engines.options import Options
from lifesat.errors import StoppedError, UserError
from lifesat.problems.life.predecessor import (
    Predecessor,
    finds_boards,
    reject_several_states,
)
from lifesat.problems.problem import Problem
from lifesat.queries.query import ProblemQuery, Step
from lifesat.queries.run import Run
from lifesat.queries.sentences import CAUSES, Outcome, proved_none
from lifesat.system.machine import memory_limit

if TYPE_CHECKING:
    from lifesat.engines.frontier.estimates import SampleProgress
    from lifesat.engines.frontier.progress import SweepProgress


def sweep_limits(options: Options) -> Limits:
    """Return the limits of memory and disk for a sweep."""
    return Limits(memory_limit(options.memory), options.disk)


def swept_of(problem: Problem, what: str) -> Swept:
    """Return a problem that a sweep knows; raises UserError for others.

    `what` begins the message and says what is not done of the nouns of the problem.
    """
    reject_several_states(problem, "this")
    whole = finds_boards(problem) or not isinstance(problem, Predecessor)
    if isinstance(problem, Swept) and whole:
        return problem
    raise UserError(f"{what} {problem.nouns}")


def within_reach(problem: Problem) -> bool:
    """Return whether a sweep may count the solutions of a problem cell by cell."""
    try:
        check_reach(problem, None)
    except OutOfReachError:
        return False
    return True


def check_frontier(problem: Problem, options: Options, only: str) -> None:
    """Reject a problem if it is known in advance that no frontier fits.

    Raises OutOfReachError, completed by `only` as in `out_of_reach_explained`.
    """
    with out_of_reach_explained(only):
        check_reach(problem, sweep_limits(options).memory)


@contextmanager
def out_of_reach_explained(only: str) -> Iterator[None]:
    """Add to an OutOfReachError in the block that only what fits a frontier has an answer.

    The verb phrase `only` follows the words "only what fits a frontier".
    """
    try:
        yield
    except OutOfReachError as reason:
        raise OutOfReachError(f"{reason}; only what fits a frontier {only}") from None


def sweep_steps(run: Run, what: str, new: "Sequence[SweepProgress | SampleProgress]") -> list[Step]:
    """Set the phase of a run to `what` and the last report of a sweep; return no steps."""
    if new:
        run.phase = f"{what}: {new[-1].words}"
    return []


def counted_ending(query: ProblemQuery, unknown: str, outcome: Outcome, took: str) -> str:
    """Return why a count is unknown, or that there is no solution; "" if it is complete.

    `unknown` is the main clause, such as "the number is not known".
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
# How long to wait for work that should stop.
_GRACE_SECONDS = 5.0


class Background(Generic[Report, Result]):
    """Work in a thread of this process.

    The work calls its argument with each report. When this call raises StoppedError, the work ends
    with that error.
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
        """Do the work, yield the new reports several times a second, and return the result.

        Raises StoppedError after the last reports if `over` returns true.
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
        """Pause the work from its next report on."""
        self._resumed.clear()
        try:
            yield
        finally:
            self._resumed.set()

    def _run(self) -> None:
        try:
            self._results.append(self._work(self._report))
        except BaseException as error:  # raised again by `reports`
            self._error = error

    def _report(self, report: Report) -> None:
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
    """Do work in a thread, yield the steps that its reports become, and return its result.

    Raises StoppedError if the run is over before the end.
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
