"""Pattern files to run commands on, and what commands write."""

import tempfile

from pysat.formula import CNF
from pysat.solvers import Solver as PysatSolver

from lifesat import Pattern, read_all

TUB = "x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"
BLOCK = "x = 2, y = 2, rule = B3/S23\n2o$2o!\n"


def listed(text: str, *, unknown: bool = False) -> list[Pattern]:
    with tempfile.NamedTemporaryFile("w", suffix=".rle") as file:
        file.write(text)
        file.flush()
        return list(read_all(file.name, unknown=unknown)) if text else []


def solve_text(dimacs: str, solver: str) -> str:
    """Solve DIMACS text the way another program would, and answer as solvers do."""
    with PysatSolver(name=solver, bootstrap_with=CNF(from_string=dimacs).clauses) as other:
        if not other.solve():
            return "s UNSATISFIABLE\n"
        return f"s SATISFIABLE\nv {' '.join(map(str, other.get_model()))} 0\n"
