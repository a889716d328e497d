"""The choice of the problem and the engine for a search, its solver options and its memory."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import count, product
from typing import TYPE_CHECKING

import numpy as np

from lifesat.defaults import PROVER, Mode
from lifesat.engines.frontier.support import supports_frontier
from lifesat.engines.nearest.engine import LOWER_BOUND, NEAREST_WINDOWS
from lifesat.engines.nearest.support import prefers_windows, supports_windows
from lifesat.engines.options import Options
from lifesat.engines.particles.engine import PARTICLES
from lifesat.engines.particles.support import particles_error, prefers_particles
from lifesat.engines.rewinds.engine import (
    ONE_BY_ONE,
    prefers_rewind,
    rewind_variants,
    supports_rewind,
)
from lifesat.engines.sat.memory import check
from lifesat.engines.sat.one_formula import CORE_GUIDED, ONE_FORMULA, TWO_SIDED, WITH_SYMMETRIC
from lifesat.engines.sat.solver import OTHER_RESTARTS
from lifesat.engines.sat.solver_setup import Engine, SolverSetup
from lifesat.engines.strips.engine import STRIPS, formula_engine
from lifesat.engines.strips.support import (
    benefits_from_strips,
    has_large_window,
    prefers_strips,
    strips_error,
)
from lifesat.errors import UserError
from lifesat.problems.problem import Goal, Problem

if TYPE_CHECKING:
    from lifesat.problems.life.predecessor import Predecessor


# The members of a portfolio have consecutive seeds, so two users' seeds are far apart. CaDiCaL
# proves bounds beside windows; an even difference leaves it its phases.
_BETWEEN_SEEDS = 6000
_NAMED = {"strips": (STRIPS, strips_error), "particles": (PARTICLES, particles_error)}


def setup_of(problem: Problem, options: Options, goal: Goal | None = None) -> SolverSetup:
    """Return how a SAT solver, or another engine, searches for solutions.

    Raises UserError if the problem does not have the encoding, or if strips or particles are chosen
    and cannot do the search.
    """
    engine = engine_of(problem, options, goal)
    seed = engine.seed or int(goal == "fewest")
    return SolverSetup(
        problem,
        options.encoding_of(problem),
        options.solver or problem.solver,
        engine,
        up_to_symmetry=options.up_to_symmetry and not goal,
        seed=seed + _BETWEEN_SEEDS * options.seed * engine.by_chance,
        goal=goal,
        memory=options.memory,
        inprocessing=engine.inprocessing,
        mode="stable" if goal else _mode(problem, options),
        one_engine=options.method != "auto",
        breaks_symmetries=goal is not None or options.any_one,
    )


def _mode(problem: Problem, options: Options) -> Mode:
    """Return how CaDiCaL lists solutions; docs/notes/measurements.md has the measurements.

    Without a target, most cells of a solution are dead. A search that tries dead cells first is
    often much faster and sometimes much slower, so other modes join in if it takes longer.
    """
    return "false_first" if _open_ended(problem, options) else "stable"


def _open_ended(problem: Problem, options: Options) -> bool:
    """Return whether CaDiCaL searches for any few solutions of a problem without a target."""
    return (
        problem.open_ended
        and options.few
        and (options.solver or problem.solver).startswith("cadical")
    )


def is_race(problem: Problem, options: Options, goal: Goal | None) -> bool:
    """Return whether several setups search for the same solutions at once."""
    return goal is not None or options.limit == 1 or _open_ended(problem, options)


def engine_of(problem: Problem, options: Options, goal: Goal | None = None) -> Engine:
    """Return the engine of a search; raises UserError if the chosen method cannot do it."""
    any_one = options.any_one and goal is None
    if options.method in _NAMED:
        return _named_engine(problem, options.method, any_one=any_one)
    engine: Engine = TWO_SIDED if goal else ONE_FORMULA
    if options.method != "auto":
        return engine
    if goal:
        return NEAREST_WINDOWS if goal == "fewest" and prefers_windows(problem) else engine
    if _open_ended(problem, options):
        return WITH_SYMMETRIC
    return _engine_for_any_one(problem) if any_one else engine


def _engine_for_any_one(problem: Problem) -> Engine:
    if prefers_rewind(problem):
        return ONE_BY_ONE
    if prefers_particles(problem):
        return PARTICLES
    return STRIPS if prefers_strips(problem) else ONE_FORMULA


def _named_engine(problem: Problem, name: str, *, any_one: bool) -> Engine:
    """Return strips or particles; raises UserError if they cannot do the search."""
    engine, support_error = _NAMED[name]
    several = None if any_one else f"{name} find any one predecessor and no other"
    if reason := several or support_error(problem):
        raise UserError(f"{reason}; choose method auto or sat")
    return engine


def one_formula_note(problem: Problem, options: Options) -> str:
    """Return why a large board is searched with one formula by default, or "" if it is not."""
    if options.method != "auto" or not options.any_one or not has_large_window(problem):
        return ""
    reason = strips_error(problem)
    return f"one formula instead of strips: {reason}; large boards take long" if reason else ""


# In a larger window, one formula takes far longer than strips (docs/large-boards.md).
_MOST_CELLS_FOR_ONE_FORMULA = 2500
# In the order of docs/choice-of-encoding.md.
_SOLVERS = ("cadical195", "glucose4")


def portfolio_members(setup: SolverSetup) -> Iterator[SolverSetup]:
    """Yield a setup itself, then others for the same problem, the most promising first.

    They differ in engine, encoding, solver, options and seed. The sequence is endless.
    """
    yield setup
    if setup.engine == ONE_BY_ONE:
        yield from _beside_one_by_one(setup)
    elif setup.engine == STRIPS:
        yield from _beside_strips(setup)
    elif setup.engine == PARTICLES:
        yield from _beside_particles(setup)
    else:
        yield from _beside_one_formula(setup)


def _beside_one_formula(setup: SolverSetup) -> Iterator[SolverSetup]:
    """Yield engines other than one formula, then other formulas and seeds."""
    if setup.engine == NEAREST_WINDOWS:
        yield replace(setup, engine=LOWER_BOUND)
    elif setup.goal == "fewest" and supports_windows(setup.problem):
        yield replace(setup, engine=NEAREST_WINDOWS)
    if setup.engine == TWO_SIDED:
        if setup.compares_one_number:
            yield replace(setup, engine=CORE_GUIDED, seed=setup.seed + OTHER_RESTARTS)
        setup = setup.with_engine(ONE_FORMULA, setup.seed)
    if setup.mode != "stable":
        yield from _other_modes(setup)
        setup = replace(setup.with_engine(ONE_FORMULA), mode="stable")
    if setup.solver.startswith("cadical"):
        yield replace(setup, seed=setup.seed + OTHER_RESTARTS)
    any_one = not (setup.goal or setup.one_engine or setup.up_to_symmetry)
    if setup.engine == ONE_FORMULA and any_one:
        if benefits_from_strips(setup.problem):
            yield setup.with_engine(STRIPS)
        if supports_rewind(setup.problem):
            yield setup.with_engine(ONE_BY_ONE)
    yield from _other_solvers(setup)


def _other_modes(setup: SolverSetup) -> Iterator[SolverSetup]:
    """Yield Glucose, and the modes that CaDiCaL does not use yet."""
    setup = setup.with_engine(ONE_FORMULA)
    if setup.mode == "false_first":
        # The fastest if there is no solution, and in some searches that have one.
        yield replace(setup, solver=PROVER, mode="alternating")
        yield replace(setup, mode="alternating")
    yield replace(setup, mode="stable")


def _other_solvers(setup: SolverSetup) -> Iterator[SolverSetup]:
    """Yield every combination of solver and encoding, with one seed after another."""
    for seed in count(1):
        for solver, encoding in product(_SOLVERS, setup.problem.encodings):
            # These seeds of the setup itself would repeat the first two members but for the phase.
            if seed > OTHER_RESTARTS + 1 or (solver, encoding) != (setup.solver, setup.encoding):
                yield replace(setup, encoding=encoding, solver=solver, seed=seed)


def _beside_one_by_one(setup: SolverSetup) -> Iterator[SolverSetup]:
    """Yield a formula of all generations or strips, then other ways to go back one by one."""
    # Hardly anything but a formula of all generations proves that there is no solution.
    yield setup.with_engine(formula_engine(setup.problem))
    for encoding, seed in rewind_variants(setup.problem):
        if (encoding, seed) != (setup.encoding, setup.seed):
            yield replace(setup, encoding=encoding, seed=seed)


def _beside_particles(setup: SolverSetup) -> Iterator[SolverSetup]:
    """Yield strips and the setups beside them; if no other engine may be used, other seeds."""
    if not setup.one_engine:
        # Where particles get stuck, strips continue with the best seed.
        strips = setup.with_engine(STRIPS, STRIPS.seed + 1)
        yield strips
        yield from _beside_strips(strips)
    yield from (replace(setup, seed=seed) for seed in count(setup.seed + 1))


def _beside_strips(setup: SolverSetup) -> Iterator[SolverSetup]:
    """Yield one formula for a board that is small enough, then other seeds."""
    if not setup.one_engine and setup.problem.projection <= _MOST_CELLS_FOR_ONE_FORMULA:
        yield setup.with_engine(ONE_FORMULA)
    yield from (replace(setup, seed=seed) for seed in count(setup.seed + 1))


def searched_problem(problem: Problem, *, up_to_symmetry: bool = False) -> Problem:
    """Return a problem with the same models and more engines, if there is one, or the problem.

    A block of two generations may describe the predecessors of its second one. With
    `up_to_symmetry`, both problems have the same symmetries too.
    """
    # Importing the class would slow the start of all other searches.
    if problem.kind != "search":
        return problem
    found = _predecessor_of(problem)
    # The symmetries of a predecessor on a torus include shifts, those of a block do not.
    if found is None or (up_to_symmetry and found.outside == "torus"):
        return problem
    return found


@lru_cache(maxsize=1)  # several parts of a search call it
def _predecessor_of(problem: Problem) -> "Predecessor | None":
    """Return the predecessor problem with the variables of a block, or None."""
    from lifesat.problems.life import search  # noqa: PLC0415

    if not isinstance(problem, search.SpaceTimeSearch):
        return None
    found = search.predecessor_of_block(problem)
    if found is None or not np.array_equal(found.first, problem.block.literals[0, 0]):
        return None
    return found


def check_memory(problem: Problem, options: Options, goal: Goal | None = None) -> None:
    """Raise MemoryLimitError if the formula of a search would take too much memory.

    A search strip by strip needs all of its formula when it reaches the last rows.
    """
    problem = searched_problem(problem, up_to_symmetry=options.up_to_symmetry)
    check(setup_of(problem, options, goal).bytes, options.memory)


def check_memory_unless_swept(problem: Problem, options: Options, goal: Goal | None = None) -> None:
    """Check the memory of a search with `check_memory`, unless a frontier is tried first."""
    swept = options.tries_frontier(problem) or options.skip or goal
    problem = searched_problem(problem, up_to_symmetry=options.up_to_symmetry)
    engine_of(problem, options, goal)  # rejects what strips and particles cannot do
    if swept and supports_frontier(problem):
        return
    if goal == "most":
        from lifesat.engines.frontier.densest import densest_in_reach  # noqa: PLC0415  # slow to load

        if densest_in_reach(problem, options.memory):
            return
    check_memory(problem, options, goal)
