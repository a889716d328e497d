"""The search for solutions: choose its engine, advance it, and yield events."""

from collections.abc import Callable, Generator, Iterator
from contextlib import nullcontext

from lifesat.cnf.formula import interruptible
from lifesat.errors import StoppedError
from lifesat.problems.life.base import PopulationBounded
from lifesat.problems.problem import Goal, Problem
from lifesat.queries.engines import search_of
from lifesat.queries.events import Event, Partial, Solutions, Status
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import SLICE_SECONDS, Run
from lifesat.queries.searched_problem import searched_problem
from lifesat.sat.portfolio import Portfolio
from lifesat.sat.search import Models, Search
from lifesat.strips.partial import partial_board
from lifesat.strips.support import supports_strips

Then = Callable[[Status], Generator[Event, None, Status]]

# The least time between two partial predecessors, which are far longer than counts.
_PARTIAL_SECONDS = 1.0


def search_events(
    problem: Problem,
    goal: Goal | None,
    run: Run,
    stop: Callable[[], bool],
    recorder: Recorder,
    then: Then | None = None,
) -> Iterator[Event]:
    """Search for solutions.

    Parameters
    ----------
    problem
        What the solutions solve.
    goal
        To search for the best solution, each one better than those before; None to list solutions.
    run, stop, recorder
        As for `lifesat.queries.query.Query.events`.
    then
        Yields the events of what is still to do once all is known, and returns the status then; or
        None.

    Yields
    ------
    Event
        `Started`, `Solutions` in batches, `Progress` four times a second, `Partial` once a second
        at most, and `Done`, which comes alone if the search ends before it begins.

    Raises
    ------
    UserError, MemoryLimitError
        Before `Started`, as `lifesat.queries.engines.search_of` does.
    """
    try:
        engine, started = search_of(problem, goal, run, stop, recorder.earlier(problem))
    except StoppedError:
        done = run.interrupted(stop)
        recorder.end(None, done.status)
        yield done
        return
    recorder.begin(started)
    yield started
    with engine as search:
        status = yield from _SolutionSearch(problem, goal, run, recorder).advanced(search, stop)
        goes_on = then is not None and status in ("complete", "none")
        recorder.end(search, None if goes_on else status)
    if then is not None and goes_on:
        status = yield from then(status)
        recorder.end(None, status)
    skipped = run.options.skip if status == "complete" else 0
    yield run.done(status, f"the first {skipped:,} were skipped" if skipped else "")


class _SolutionSearch:
    """A search for solutions that has begun."""

    def __init__(self, problem: Problem, goal: Goal | None, run: Run, recorder: Recorder) -> None:
        self._problem = problem
        self._goal = goal
        self._run = run
        self._recorder = recorder
        self._partials = PartialNews(searched_problem(problem), run)

    def advanced(self, search: Search, stop: Callable[[], bool]) -> Generator[Event, None, Status]:
        """Advance the search to its end, yield its events, and return its status."""
        run, recorder = self._run, self._recorder
        over = run.over(stop)
        status: Status | None = "limit" if self._enough() else None
        while status is None:
            # The slices of other searches end by themselves.
            recorder.wait(search.suspended if isinstance(search, Portfolio) else nullcontext)
            most = self._wanted()
            try:
                # An interrupted slice loses what it has found. One that looks for a single solution
                # has found nothing yet, and may be interrupted while it makes or loads a formula.
                with interruptible(over) if most == 1 else nullcontext():
                    models = search.advance(SLICE_SECONDS, most)
            except StoppedError:
                status = run.interrupted(stop).status
                break
            solutions = self._counted(models)
            run.observe(search.progress())
            progress_due = run.progress_due()
            if len(solutions.boards) or progress_due:
                recorder.record(search, models, solutions)
            if len(solutions.boards):
                yield solutions
            if (partial := self._partials.next()) is not None:
                recorder.record_partial(partial)
                yield partial
            if progress_due:
                yield recorder.progress()
            status = self._status(search, stop)
        return status

    def _enough(self) -> bool:
        """Return whether as many solutions as wanted have been listed."""
        return self._goal is None and self._run.limit_reached

    def _wanted(self) -> int | None:
        """Return the most solutions to look for in the next slice.

        The first solution is reported without delay. Where the best is wanted, every solution is,
        since the next one has to be better.
        """
        run, limit = self._run, self._run.options.limit
        if run.found == 0 or self._goal:
            return 1
        return None if limit is None else limit - run.found

    def _counted(self, models: Models) -> Solutions:
        """Count what a slice found, and return it."""
        run = self._run
        boards = self._problem.boards(models.literals)
        solutions = Solutions(run.found + 1, boards, models.orbit_sizes, self._problem)
        if self._goal and isinstance(self._problem, PopulationBounded) and len(boards):
            run.best = self._problem.cost_words(self._goal, boards[-1])
        run.found += len(boards)
        run.covered += int(models.orbit_sizes.sum())
        return solutions

    def _status(self, search: Search, stop: Callable[[], bool]) -> Status | None:
        """Return how the search ends here, or None if it goes on."""
        run = self._run
        if search.complete:
            return "complete" if run.found else "none"
        if self._enough():
            return "limit"
        if run.late():
            return "time_limit"
        return "stopped" if stop() else None


class PartialNews:
    """Notices when there is a longer partial predecessor, once a second at most.

    Parameters
    ----------
    problem, run
        The problem, and the counts of its search.
    """

    def __init__(self, problem: Problem, run: Run) -> None:
        self._problem = problem
        self._run = run
        self._seconds = run.seconds
        self._row = 0

    def next(self) -> Partial | None:
        """Return the partial predecessor to report now, or None."""
        run, problem, reached = self._run, self._problem, self._run.reached
        due = run.seconds - self._seconds > _PARTIAL_SECONDS and not run.found
        if not due or reached.row <= self._row or not reached.partial:
            return None
        if not supports_strips(problem):
            return None
        self._seconds, self._row = run.seconds, reached.row
        return Partial(reached.row, reached.rows, partial_board(problem, reached), problem)
