"""The engine that searches: a frontier if one is quick to set up, otherwise a SAT solver."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from lifesat.cnf.formula import interruptible
from lifesat.frontier.support import supports_frontier
from lifesat.problems.problem import Goal, Problem
from lifesat.queries.cluster import connected
from lifesat.queries.engine_choice import is_race, one_formula_note, setup_of
from lifesat.queries.events import Started
from lifesat.queries.options import Options
from lifesat.queries.portfolio_members import portfolio_members
from lifesat.queries.run import Run
from lifesat.queries.searched_problem import searched_problem
from lifesat.sat.adaptive import AdaptiveSearch
from lifesat.sat.cubes import Cubes, OpenCube, cube_splitter
from lifesat.sat.executors import Pool
from lifesat.sat.memory import check, fitting
from lifesat.sat.one_formula import OneFormula
from lifesat.sat.packed import Packed, no_solutions
from lifesat.sat.portfolio import Portfolio, fitting_setups
from lifesat.sat.search import Search
from lifesat.sat.slices import Cube
from lifesat.sat.solver_setup import SolverSetup, prepared

if TYPE_CHECKING:
    from concurrent.futures import Executor

# The lengths of slices of a listing. Progress is reported about as often; a distant cluster is
# asked less often.
_POOL_SLICE_SECONDS = 0.4
_CLUSTER_SLICE_SECONDS = 2.0


def search_of(
    problem: Problem,
    goal: Goal | None,
    run: Run,
) -> tuple[AbstractContextManager[Search], Started]:
    """Choose what searches.

    Parameters
    ----------
    problem
        What the solutions solve.
    goal
        Which solution is the best, or None to list solutions.
    run
        The counts and limits of the search, and what earlier runs have left. If it is not kept,
        this process may search too.

    Returns
    -------
    tuple
        The search, and the event that begins it.

    Raises
    ------
    UserError, MemoryLimitError
        If the options do not fit the problem, or the formula would take too much memory.
    StoppedError
        If the run was over before the search could begin.
    """
    options, earlier = run.options, run.earlier(problem)
    problem = searched_problem(problem, up_to_symmetry=options.up_to_symmetry)
    known = no_solutions(problem) if earlier is None else earlier.known
    if earlier is None or earlier.sweeps or goal:
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

    Raises
    ------
    UserError
        If solutions are to be skipped, and do not fit a frontier or are not that many.
    StoppedError
        If the run was over before the frontier was made.
    """
    if not _may_sweep(problem, goal, run.options):
        return None
    from lifesat.queries.sweeps import new_sweep  # noqa: PLC0415  # slow to load

    return new_sweep(problem, goal, run.options, run.over, known)


def _may_sweep(problem: Problem, goal: Goal | None, options: Options) -> bool:
    """Return whether a frontier may find the solutions, or has to."""
    if goal:
        return goal == "most" or supports_frontier(problem)
    return bool(options.skip) or (options.tries_frontier and supports_frontier(problem))


def _started_solver(setup: SolverSetup, options: Options) -> Started:
    """Return the event that begins a search by a SAT solver, once its formula is made.

    Other engines make their formulas while they search.
    """
    if not isinstance(setup.engine, OneFormula):
        cells, scope = setup.problem.projection, setup.engine.name
        return Started(cells, 0, cells, 1, setup.encoding, setup.solver, scope=scope)
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
    """Search in other processes alone, those of this machine or of a cluster.

    Raises
    ------
    UserError
        If no cluster answers.
    """
    with ExitStack() as resources:
        if options.cluster is None:
            pool = Pool(options.workers)
            # At the end of a search, nobody waits for its slices.
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
