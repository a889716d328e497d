"""Proofs of Gardens of Eden, their check, and minimal orphans against a plain deletion loop.

The loop leaves out one required cell after the other and solves anew, with the cells written into
the formula and without cores. The two may end in different minimal orphans.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.boards import EXAMPLES, orphan
from benchmarks.report import Program, Row, Scale, compare
from lifesat.defaults import ENCODING, SOLVER
from lifesat.formats import read_file
from lifesat.pattern import Pattern, life_history_target
from lifesat.problems.orphan import RequiredCells
from lifesat.problems.predecessor import Predecessor
from lifesat.solving.check import Dimacs, check_proof
from lifesat.solving.minimise import Crew, Minimisation
from lifesat.solving.proof import Prover
from lifesat.solving.slices import Method
from lifesat.solving.solver import Solver

_CONFLICTS = 1 << 30


def rows(scale: Scale) -> Iterator[Row]:
    """Yield rows for each orphan: encodings, the check, and the loop."""
    tiny = scale == "tiny"
    pairs = 1 if tiny else 3
    for name, problem in _small() if tiny else _orphans():
        # The rule of the tiny orphan is one that not all encodings know.
        for encoding in ("truth_table",) if tiny else ("truth_table", "bailleux_boufkhad"):
            yield compare(
                "orphan",
                f"{name}: proof",
                Program(ENCODING, partial(_proved, problem, ENCODING)),
                Program(encoding, partial(_proved, problem, encoding)),
                pairs=pairs,
            )
        yield compare(
            "orphan",
            f"{name}: proof",
            Program("made and checked", partial(_checked, problem)),
            Program("made", partial(_proved, problem, ENCODING)),
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
    for number, name in enumerate((2, 5, 6)):
        yield f"Garden of Eden {name}", orphan(number)
    pattern = read_file(EXAMPLES / "garden-of-eden-10.rle")
    target = life_history_target(pattern, unknown=False)
    yield "Garden of Eden 10", Predecessor(target, outside="free")


def _small() -> Iterator[tuple[str, Predecessor]]:
    target = Pattern.from_rows(["OOO"], rule="B8/S")
    yield "three cells in B8/S", Predecessor(target, outside="free")


def _proved(problem: Predecessor, encoding: str) -> bool:
    with Prover(problem.formula(encoding), SOLVER) as prover:
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
    with Crew(1) as crew:
        search = Minimisation(Method(problem.to_json(), ENCODING, SOLVER), crew)
        while not search.complete:
            search.advance(1)
    return search.complete


def _plain(problem: Predecessor) -> bool:
    cells = RequiredCells(problem)
    required = np.arange(len(cells))
    for cell in range(len(cells)):
        fewer = required[required != cell]
        with Solver(cells.part(fewer).formula(ENCODING), SOLVER) as solver:
            if not solver.solve(_CONFLICTS):
                required = fewer
    return len(required) > 0
