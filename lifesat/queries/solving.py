"""The search for solutions: choose its engine, advance it slice by slice, and prove that none is.

Proofs are in DRAT, all clauses that the solver learned, in order; the format is that of DRAT-trim
[1]_. `lifesat.engines.sat.drat_check` checks such proofs.

References
----------
.. [1] N. Wetzler, M. Heule and W. Hunt, "DRAT-trim: Efficient Checking and Trimming Using
   Expressive Clausal Proofs", SAT 2014.
"""

import os
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from dataclasses import replace as changed
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from lifesat.cnf.formula import Formula, interruptible
from lifesat.defaults import PROVER, PROVERS, SOLVER
from lifesat.engines.choice import (
    check_memory,
    is_race,
    one_formula_note,
    portfolio_members,
    searched_problem,
    setup_of,
)
from lifesat.engines.frontier.support import supports_frontier
from lifesat.engines.options import Options
from lifesat.engines.sat.adaptive import AdaptiveSearch
from lifesat.engines.sat.cubes import Cubes, OpenCube, cube_splitter
from lifesat.engines.sat.executors import Pool, connected
from lifesat.engines.sat.memory import check, fitting
from lifesat.engines.sat.one_formula import ONE_FORMULA, OneFormula
from lifesat.engines.sat.portfolio import Portfolio, fitting_setups
from lifesat.engines.sat.search import Models, Packed, Search, SearchProgress, no_solutions
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SolverSetup, prepared
from lifesat.engines.sat.tasks import Cube
from lifesat.engines.strips.enumeration import partial_board
from lifesat.engines.strips.support import supports_strips
from lifesat.errors import StoppedError, UserError
from lifesat.problems.life.base import PopulationCompared
from lifesat.problems.problem import Boards, Goal, Problem
from lifesat.queries.events import Partial, Started, Status
from lifesat.queries.query import End, Steps
from lifesat.queries.run import PROGRESS_SECONDS, SLICE_SECONDS, InnerRun, ProvedState, Run, Slice
from lifesat.queries.sentences import strip_line
from lifesat.system.files import NewFile, reject_existing

if TYPE_CHECKING:
    from concurrent.futures import Executor


# The least time between two partial predecessors, which are far longer than counts.
_PARTIAL_SECONDS = 1.0


def solution_steps(
    problem: Problem, goal: Goal | None, run: Run, later: str = "", *, reported: bool = True
) -> Steps:
    """Search for solutions; with a goal, each one is better than those before.

    Yields `Started`, a `Slice` several times a second, and `Partial` once a second at most. `later`
    is the phase once there is a solution. Raises the errors of `search_of` before `Started`.
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
            if goal and isinstance(problem, PopulationCompared) and len(models.literals):
                best = problem.boards(models.literals[-1:])[0]
                run.best = problem.cost_words(goal, best)
            run.observe(search.progress())
            yield Slice(problem, models, search, reported=reported)
            if (partial := partials.next()) is not None:
                yield partial
            status = _status(search, goal, run)
        yield Slice(problem, Models.none(problem.projection), search, last=True)
    skipped = run.options.skip if status == "complete" else 0
    return End(status, f"the first {skipped:,} were skipped" if skipped else "")


def _first_phase(problem: Problem, run: Run) -> str:
    """Return the phase of a search that has no solution yet."""
    if rows := run.reached.rows:
        return f"{strip_line(problem)} {run.reached.row:,} of {rows:,}"
    return f"looking for the first {problem.noun}"


def _wanted(goal: Goal | None, run: Run) -> int | None:
    """Return the most solutions to look for in the next slice.

    The first solution is reported without delay. With a goal, every solution is, since the next one
    has to be better.
    """
    limit = run.options.limit
    if run.found == 0 or goal:
        return 1
    return None if limit is None else limit - run.found


def _status(search: Search, goal: Goal | None, run: Run) -> Status | None:
    """Return how the search ends here, or None if it continues."""
    if search.complete:
        return "complete" if run.found else "none"
    if goal is None and run.limit_reached:
        return "limit"
    if run.late():
        return "time_limit"
    return "stopped" if run.stop() else None


class _PartialNews:
    """Reports longer partial predecessors, once a second at most."""

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


# The lengths of slices of a listing. Progress is reported about as often; a distant cluster is
# asked less often.
_POOL_SLICE_SECONDS = 0.4
_CLUSTER_SLICE_SECONDS = 2.0


def search_of(
    problem: Problem,
    goal: Goal | None,
    run: Run,
) -> tuple[AbstractContextManager[Search], Started]:
    """Choose an engine, and return the search and the event that begins it.

    If the run keeps nothing, this process may search too. Raises UserError or MemoryLimitError if
    the options do not fit the problem or the formula would take too much memory, and StoppedError
    if the run is over before the search can begin.
    """
    options, earlier = run.options, run.earlier(problem)
    tries_frontier = options.tries_frontier(problem)
    problem = searched_problem(problem, up_to_symmetry=options.up_to_symmetry)
    known = no_solutions(problem) if earlier is None else earlier.known
    if _may_sweep(problem, goal, options, tries_frontier) and (
        earlier is None or earlier.sweeps or goal
    ):
        sweep = _frontier_search(problem, goal, run, known)
        if sweep is not None:
            return nullcontext(sweep), _started_sweep(problem)
    setup = setup_of(problem, options, goal)
    check(setup.bytes, options.memory)
    with interruptible(run.over):
        started = _started_solver(setup, options)
    race = is_race(problem, options, goal)
    if earlier is None and options.cluster is None:
        members = portfolio_members(setup) if race else None
        several = race and goal is None and options.limit != 1
        return AdaptiveSearch(setup, options.workers, members, several=several), started
    cubes = ((),) if earlier is None else earlier.cubes
    return _executor_search(setup, options, known, cubes, race=race), started


def _frontier_search(problem: Problem, goal: Goal | None, run: Run, known: Packed) -> Search | None:
    """Return a search that sweeps a frontier, or None if a SAT solver has to search.

    Raises UserError if solutions are to be skipped but do not fit a frontier or are not that many.
    """
    from lifesat.engines.sweeps import new_sweep  # noqa: PLC0415  # slow to load

    return new_sweep(problem, goal, run.options, run.over, known)


def _may_sweep(problem: Problem, goal: Goal | None, options: Options, tries_frontier: bool) -> bool:
    """Return whether a frontier may find the solutions, or has to."""
    if goal:
        return goal == "most" or supports_frontier(problem)
    return bool(options.skip) or (tries_frontier and supports_frontier(problem))


def _started_solver(setup: SolverSetup, options: Options) -> Started:
    """Return the event that begins a search by a SAT solver, after making its formula.

    Other engines make their formulas while they search.
    """
    if not isinstance(setup.engine, OneFormula):
        cells, scope = setup.problem.projection, setup.engine.name
        how = setup.encoding, setup.solver, setup.engine.note
        return Started(cells, 0, cells, 1, *how, scope=scope)
    problem, formula, symmetries, _ = prepared(setup)
    order = 1 if symmetries is None else len(symmetries)
    size = formula.variables, len(formula), problem.projection
    note = "" if setup.goal else one_formula_note(problem, options)
    return Started(*size, order, setup.encoding, setup.solver, note)


def _started_sweep(problem: Problem) -> Started:
    """Return the event that begins a search by a frontier."""
    return Started(problem.projection, 0, problem.projection, 1, None, None)


@contextmanager
def _executor_search(
    setup: SolverSetup, options: Options, known: Packed, cubes: Sequence[Cube], *, race: bool
) -> Iterator[Cubes | Portfolio]:
    """Search in other processes only, those of this machine or of a cluster.

    Raises UserError if no cluster answers.
    """
    with ExitStack() as resources:
        if options.cluster is None:
            pool = Pool(options.workers)
            # At the end of a search, running slices are abandoned.
            resources.callback(pool.kill)
            executor: Executor = pool
            at_once, seconds = options.workers, _POOL_SLICE_SECONDS
            if not race:
                at_once = fitting(at_once, setup.bytes, options.memory)
        else:
            # The limit is for this machine; the memory of others is their own.
            setup = replace(setup, memory=sys.maxsize)
            executor, at_once = resources.enter_context(connected(options.cluster))
            seconds = _CLUSTER_SLICE_SECONDS
        if race:
            members = fitting_setups(portfolio_members(setup), at_once)
            yield Portfolio(
                members, executor, known, several=setup.goal is None and options.limit != 1
            )
            return
        within = cube_splitter(setup).within
        opened = [OpenCube(cube, known[within(known, cube)]) for cube in cubes]
        yield Cubes(setup, executor, at_once, opened, seconds)


_CONFLICTS = 10_000
_CONTRADICTION = "0"


class Prover:
    """Searches for a proof that a formula has no model; a context manager.

    The solver is one of `lifesat.defaults.PROVERS`.
    """

    def __init__(self, formula: Formula, solver: str) -> None:
        # True if there is a proof, False if there is a model, None while neither is known.
        self.proved: bool | None = None
        self._solver = Solver(formula, solver, traced=True)

    def __enter__(self) -> "Prover":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._solver.delete()

    @property
    def conflicts(self) -> int:
        """The solver's conflicts so far."""
        return self._solver.conflicts

    def advance(self, seconds: float) -> None:
        """Search for about `seconds`; a keyboard interrupt takes effect between solver calls."""
        if self.proved is None:
            deadline = time.perf_counter() + seconds
            answer = self._solver.solve_until(deadline, call_conflicts=_CONFLICTS)
            self.proved = None if answer is None else not answer

    def lines(self) -> list[str]:
        """Return the proof, a lemma or a deletion in each line.

        The last lemma is the empty clause. Solvers omit it if unit propagation derives it.
        """
        lines = self._solver.proof()
        return lines if lines[-1:] == [_CONTRADICTION] else [*lines, _CONTRADICTION]


Provable = TypeVar("Provable", bound=ProvedState)


@dataclass(frozen=True)
class FoundProof:
    """A proof that a problem has no solution."""

    problem: Problem
    encoding: str
    # The formula of the problem, which has no model.
    formula: Formula
    # The proof in DRAT.
    lines: list[str]

    def proof_lines(self) -> Iterator[str]:
        """Yield the lines of the proof, each with its line feed."""
        return (f"{line}\n" for line in self.lines)

    def formula_lines(self) -> Iterator[str]:
        """Yield the formula in DIMACS CNF, with comments that describe its variables."""
        from lifesat.problems.life.cell_comments import (  # noqa: PLC0415  # slow to load
            PlacedProblem,
            cell_comments,
        )

        problem = self.problem
        if isinstance(problem, PlacedProblem):
            return self.formula.dimacs(cell_comments(problem, self.encoding))
        return self.formula.dimacs()

    def keep(self, path: str, state: Provable, run: Run, *, replace: bool) -> Provable:
        """Write the files, and return the state with the length of the proof.

        Files that an earlier run of a job may have written are replaced.
        """
        run.keep(changed(state, writing=True))
        try:
            self.write(path, replace=replace or state.writing)
        except UserError:
            # A file that was created meanwhile is not replaced by another run either.
            run.keep(state)
            raise
        return changed(state, writing=True, lemmas=len(self.lines))

    def write(self, path: str, *, replace: bool) -> None:
        """Write the proof to a file, and the formula to one with ``.cnf`` after its name.

        Raises UserError if a file cannot be written, or exists and `replace` is false.
        """
        contents = self.proof_lines(), self.formula_lines()
        with ExitStack() as stack:
            files = [stack.enter_context(NewFile(name, force=replace)) for name in files_of(path)]
            for new, lines in zip(files, contents, strict=True):
                new.stream.writelines(line.encode() for line in lines)
            for new in files:
                new.commit()


def files_of(proof: str) -> tuple[str, str]:
    """Return the files of a proof and of its formula."""
    return proof, f"{proof}.cnf"


def check_proof(path: str, options: Options, *, replace: bool) -> None:
    """Reject files that cannot be written, and a solver that writes no proofs."""
    if (solver := options.solver) is not None and solver not in PROVERS:
        raise UserError(f"{solver} writes no proofs; use one of {', '.join(PROVERS)}")
    for name in files_of(path):
        if not replace:
            reject_existing(name)
        folder = Path(name).absolute().parent
        if Path(name).is_dir() or not os.access(folder, os.W_OK):
            with NewFile(name, force=replace):  # says what is wrong
                pass


def decide(problem: Problem, run: Run) -> Generator[None, None, Boards | None]:
    """Search for a solution and return it, or None if it is proved that there is none.

    Raises StoppedError if the run is over before that, and MemoryLimitError if the formula would
    take too much memory.
    """
    inner = InnerRun(run, _deciding(run.options))
    steps = solution_steps(problem, None, inner)
    while True:
        try:
            step = next(steps)
        except StopIteration as ended:
            if ended.value.status != "none":
                raise StoppedError from None
            return None
        if isinstance(step, Slice):
            boards = inner.count(step).boards
            if len(boards):
                board: Boards = boards[0]
                return board
        run.observe(SearchProgress(inner.conflicts))
        run.phase = f"deciding, {run.conflicts:,} conflicts"
        yield None


def check_decision(problem: Problem, options: Options) -> None:
    """Reject a problem if the formula that decides it would take too much memory."""
    check_memory(problem, _deciding(options))


def _deciding(options: Options) -> Options:
    """Return the options for finding one solution."""
    # With more workers, another solver looks for a solution meanwhile.
    usual = PROVER if options.workers > 1 else SOLVER
    return changed(options, limit=1, time_limit=None, solver=options.solver or usual)


def prove(problem: Problem, run: Run) -> Generator[None, None, FoundProof]:
    """Prove that a problem has no solution; raises AssertionError if it has one."""
    proof = yield from try_to_prove(problem, run)
    if proof is None:
        raise AssertionError("a problem that has no solution has one")
    return proof


def try_to_prove(
    problem: Problem, run: Run, how: Options | None = None
) -> Generator[None, None, FoundProof | None]:
    """Search for a proof that a problem has no solution; return None if it has one.

    `how` replaces the options of the run. Raises StoppedError if the run is over before that, and
    MemoryLimitError if the formula would take too much memory.
    """
    options = how or run.options
    encoding, solver = options.encoding_of(problem), options.solver or PROVER
    check(SolverSetup(problem, encoding, solver, ONE_FORMULA).bytes, options.memory)
    with interruptible(run.over):
        formula = problem.formula(encoding)
        prover = Prover(formula, solver)
    with prover:
        while prover.proved is None:
            run.wait(nullcontext)
            if run.over():
                raise StoppedError
            prover.advance(PROGRESS_SECONDS)
            run.observe(SearchProgress(prover.conflicts))
            run.phase = f"looking for a proof, {run.conflicts:,} conflicts"
            yield None
        return FoundProof(problem, encoding, formula, prover.lines()) if prover.proved else None
