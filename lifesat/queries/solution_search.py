"""The search for solutions: choose its engine, and advance it slice by slice."""

from contextlib import nullcontext

from lifesat.cnf.formula import interruptible
from lifesat.errors import StoppedError
from lifesat.problems.life.base import PopulationBounded
from lifesat.problems.problem import Goal, Problem
from lifesat.queries.engines import search_of
from lifesat.queries.events import Partial, Status
from lifesat.queries.query import End, Steps
from lifesat.queries.run import SLICE_SECONDS, Run, Slice
from lifesat.queries.searched_problem import searched_problem
from lifesat.queries.sentences import strip_line
from lifesat.sat.portfolio import Portfolio
from lifesat.sat.search import Models, Search
from lifesat.strips.partial import partial_board
from lifesat.strips.support import supports_strips

# The least time between two partial predecessors, which are far longer than counts.
_PARTIAL_SECONDS = 1.0


def solution_steps(
    problem: Problem, goal: Goal | None, run: Run, later: str = "", *, told: bool = True
) -> Steps:
    """Search for solutions.

    Parameters
    ----------
    problem
        What the solutions solve.
    goal
        To search for the best solution, each one better than those before; None to list solutions.
    run
        The options, limits and counts.
    later
        What the search does once there is a solution, in a few words.
    told
        As in `lifesat.queries.run.Slice`.

    Yields
    ------
    Step
        `Started`, a `Slice` several times a second, and `Partial` once a second at most.

    Returns
    -------
    End
        How the search ends, interruptions included.

    Raises
    ------
    UserError, MemoryLimitError
        Before `Started`, as `lifesat.queries.engines.search_of` does.
    """
    run.phase = "preparing the search"
    engine, started = search_of(problem, goal, run)
    yield started
    partials = _PartialNews(searched_problem(problem), run)
    with engine as search:
        status: Status | None = "limit" if goal is None and run.limit_reached else None
        while status is None:
            run.phase = later if run.found else _first_phase(problem, run)
            # The slices of other searches end by themselves.
            run.wait(search.suspended if isinstance(search, Portfolio) else nullcontext)
            most = _wanted(goal, run)
            try:
                # An interrupted slice loses what it has found. One that looks for a single solution
                # has found nothing yet, and may be interrupted while it makes or loads a formula.
                with interruptible(run.over) if most == 1 else nullcontext():
                    models = search.advance(SLICE_SECONDS, most)
            except StoppedError:
                status = run.interruption()
                break
            if goal and isinstance(problem, PopulationBounded) and len(models.literals):
                best = problem.boards(models.literals[-1:])[0]
                run.best = problem.cost_words(goal, best)
            run.observe(search.progress())
            yield Slice(problem, models, search, told=told)
            if (partial := partials.next()) is not None:
                yield partial
            status = _status(search, goal, run)
        yield Slice(problem, Models.none(problem.projection), search, last=True)
    skipped = run.options.skip if status == "complete" else 0
    return End(status, f"the first {skipped:,} were skipped" if skipped else "")


def _first_phase(problem: Problem, run: Run) -> str:
    """Return what a search does that has no solution yet."""
    if rows := run.reached.rows:
        return f"{strip_line(problem)} {run.reached.row:,} of {rows:,}"
    return f"looking for the first {problem.noun}"


def _wanted(goal: Goal | None, run: Run) -> int | None:
    """Return the most solutions to look for in the next slice.

    The first solution is reported without delay. Where the best is wanted, every solution is,
    since the next one has to be better.
    """
    limit = run.options.limit
    if run.found == 0 or goal:
        return 1
    return None if limit is None else limit - run.found


def _status(search: Search, goal: Goal | None, run: Run) -> Status | None:
    """Return how the search ends here, or None if it goes on."""
    if search.complete:
        return "complete" if run.found else "none"
    if goal is None and run.limit_reached:
        return "limit"
    if run.late():
        return "time_limit"
    return "stopped" if run.stop() else None


class _PartialNews:
    """Notices when there is a longer partial predecessor, once a second at most."""

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
