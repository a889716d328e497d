"""Proofs of Gardens of Eden with their check, and minimal orphans against a plain deletion loop.

What proofs take with each encoding and solver is measured by `benchmarks.proofs`.

The loop leaves out one required cell after the other and solves anew, with the cells written into
the formula and without cores. The two may end in different minimal orphans.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.boards import garden_of_eden_10, read_orphan
from benchmarks.report import Program, Row, Scale, compare
from lifesat.defaults import ENCODING, SOLVER
from lifesat.engines.patches.minimal_orphan import orphan_minimisation
from lifesat.engines.sat.drat_check import Dimacs, check_proof
from lifesat.engines.sat.executors import GrowingPool
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.required_cells import RequiredCells
from lifesat.queries.solving import Prover

_CONFLICTS = 1 << 30


def rows(scale: Scale) -> Iterator[Row]:
    """Yield rows for each orphan: the check, and the loop."""
    tiny = scale == "tiny"
    pairs = 1 if tiny else 3
    for name, problem in _small() if tiny else _orphans():
        yield compare(
            "orphan",
            f"{name}: proof",
            Program("made and checked", partial(_checked, problem)),
            Program("made", partial(_proved, problem)),
            pairs=pairs,
        )
        yield compare(
            "orphan",
            f"{name}: no required cell can be spared",
            Program("cores and assumptions", partial(_minimal, problem)),
            Program("plain deletion", partial(_plain, problem)),
            pairs=pairs,
        )


def _orphans() -> Iterator[tuple[str, Predecessor]]:
    for name in ("Garden of Eden 1", "Garden of Eden 2", "Garden of Eden 5", "Garden of Eden 6"):
        yield name, read_orphan(name)
    yield "Garden of Eden 10", garden_of_eden_10()


def _small() -> Iterator[tuple[str, Predecessor]]:
    target = Pattern.from_rows(["OOO"], rule="B8/S")
    yield "three cells in B8/S", Predecessor(target, outside="free")


def _proved(problem: Predecessor) -> bool:
    with Prover(problem.formula(ENCODING), SOLVER) as prover:
        while prover.proved is None:
            prover.advance(1)
        return prover.proved and len(prover.lines()) > 0


def _checked(problem: Predecessor) -> bool:
    formula = problem.formula(ENCODING)
    with Prover(formula, SOLVER) as prover:
        while prover.proved is None:
            prover.advance(1)
        lines = prover.lines()
    clauses = [clause for block in formula.blocks() for clause in block.tolist()]
    *_, last = check_proof(Dimacs(formula.variables, clauses), lines, "proof")
    return last.complete


def _minimal(problem: Predecessor) -> bool:
    with GrowingPool(1) as pool:
        setup = SolverSetup(problem, ENCODING, SOLVER, ONE_FORMULA)
        search = orphan_minimisation(setup, pool)
        while not search.complete:
            search.advance(1)
    return search.complete


def _plain(problem: Predecessor) -> bool:
    cells = RequiredCells(problem)
    required = np.ones(len(cells), dtype=bool)
    for cell in range(len(cells)):
        fewer = required.copy()
        fewer[cell] = False
        with Solver(cells.part(fewer).formula(ENCODING), SOLVER) as solver:
            if not solver.solve(_CONFLICTS):
                required = fewer
    return bool(required.any())
