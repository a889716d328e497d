"""How solvers search for solutions: the engine, and the options of its solvers."""

from lifesat.defaults import Mode
from lifesat.errors import UserError
from lifesat.nearest.engine import NEAREST_WINDOWS
from lifesat.nearest.support import prefers_windows
from lifesat.particles.engine import PARTICLES
from lifesat.particles.support import particles_refusal, prefers_particles
from lifesat.problems.problem import Goal, Problem
from lifesat.queries.options import Options
from lifesat.rewinds.engine import ONE_BY_ONE
from lifesat.rewinds.support import prefers_rewind
from lifesat.sat.one_formula import ONE_FORMULA, TWO_SIDED, WITH_SYMMETRIC
from lifesat.sat.solver_setup import Engine, SolverSetup
from lifesat.strips.engine import STRIPS
from lifesat.strips.support import has_large_window, prefers_strips, strips_refusal

# The members of a portfolio have consecutive seeds, so two users' seeds are far apart. CaDiCaL
# proves bounds beside windows; an even difference leaves it its phases.
_BETWEEN_SEEDS = 6000
_NAMED = {"strips": (STRIPS, strips_refusal), "particles": (PARTICLES, particles_refusal)}


def setup_of(problem: Problem, options: Options, goal: Goal | None = None) -> SolverSetup:
    """Return how a SAT solver, or another engine, searches for solutions.

    Parameters
    ----------
    problem, options
        What the solutions solve, and how to search.
    goal
        Which solution is the best, or None to list solutions.

    Raises
    ------
    UserError
        If the problem has no such encoding, or strips or particles are asked for and cannot do
        what is wanted.
    """
    engine = engine_of(problem, options, goal)
    seed = engine.seed or int(goal == "fewest")
    return SolverSetup(
        problem,
        options.encoding_of(problem),
        options.solver,
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
    often much faster and sometimes much slower, so it goes on in other ways if it takes longer.
    """
    return "false_first" if _open_ended(problem, options) else "stable"


def _open_ended(problem: Problem, options: Options) -> bool:
    """Return whether CaDiCaL searches for a few solutions, whichever they are, without a target."""
    return problem.open_ended and options.few and options.solver.startswith("cadical")


def is_race(problem: Problem, options: Options, goal: Goal | None) -> bool:
    """Return whether several setups search for the same solutions at once.

    Parameters
    ----------
    problem, options, goal
        As for `setup_of`.
    """
    return goal is not None or options.limit == 1 or _open_ended(problem, options)


def engine_of(problem: Problem, options: Options, goal: Goal | None = None) -> Engine:
    """Return the engine of a search.

    Parameters
    ----------
    problem, options, goal
        As for `setup_of`.

    Raises
    ------
    UserError
        If strips or particles are asked for and cannot do what is wanted.
    """
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
    """Return strips or particles."""
    engine, refusal = _NAMED[name]
    several = None if any_one else f"{name} find any one predecessor and no other"
    if reason := several or refusal(problem):
        raise UserError(f"{reason}; choose method auto or sat")
    return engine


def one_formula_note(problem: Problem, options: Options) -> str:
    """Return why a large board is searched with one formula unasked, or "" if it is not."""
    if options.method != "auto" or not options.any_one or not has_large_window(problem):
        return ""
    reason = strips_refusal(problem)
    return f"one formula instead of strips: {reason}; large boards take long" if reason else ""
