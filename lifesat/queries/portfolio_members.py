"""The members of a portfolio: which setups search for the same solution at once."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, product

from lifesat.defaults import PROVER
from lifesat.nearest.engine import LOWER_BOUND, NEAREST_WINDOWS
from lifesat.nearest.support import supports_windows
from lifesat.particles.engine import PARTICLES
from lifesat.rewinds.engine import ONE_BY_ONE
from lifesat.rewinds.support import rewind_variants, supports_rewind
from lifesat.sat.one_formula import CORE_GUIDED, ONE_FORMULA, TWO_SIDED
from lifesat.sat.solver import OTHER_RESTARTS
from lifesat.sat.solver_setup import SolverSetup
from lifesat.strips.engine import STRIPS, formula_engine
from lifesat.strips.support import benefits_from_strips

# In a larger window, one formula takes far longer than strips (docs/large-boards.md).
_MOST_CELLS_FOR_ONE_FORMULA = 2500
# In the order of docs/choice-of-encoding.md.
_SOLVERS = ("cadical195", "glucose4")


def portfolio_members(setup: SolverSetup) -> Iterator[SolverSetup]:
    """Yield a setup itself, then others for the same problem, the most promising first.

    They differ in engine, encoding, solver, options and seed, and there is no end of them.
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
    """Yield other engines than one formula, and other formulas and seeds."""
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
    """Yield Glucose, and the modes in which CaDiCaL does not search yet."""
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
    # Hardly anything else than formulas of all generations proves that there is none.
    yield setup.with_engine(formula_engine(setup.problem))
    for encoding, seed in rewind_variants(setup.problem):
        if (encoding, seed) != (setup.encoding, setup.seed):
            yield replace(setup, encoding=encoding, seed=seed)


def _beside_particles(setup: SolverSetup) -> Iterator[SolverSetup]:
    """Yield strips, and what is tried beside them; or other seeds."""
    if not setup.one_engine:
        # Where particles get stuck, strips go on with the best seed.
        strips = setup.with_engine(STRIPS, STRIPS.seed + 1)
        yield strips
        yield from _beside_strips(strips)
    yield from (replace(setup, seed=seed) for seed in count(setup.seed + 1))


def _beside_strips(setup: SolverSetup) -> Iterator[SolverSetup]:
    """Yield one formula for a board that is small enough, then other seeds."""
    if not setup.one_engine and setup.problem.projection <= _MOST_CELLS_FOR_ONE_FORMULA:
        yield setup.with_engine(ONE_FORMULA)
    yield from (replace(setup, seed=seed) for seed in count(setup.seed + 1))
