"""The solutions that an encoding has."""

from lifesat.cnf.formula import Formula
from lifesat.engines.sat.enumerate import Enumeration
from lifesat.engines.sat.solver import Solver


def solutions(formula: Formula, projection: int) -> list[tuple[bool, ...]]:
    with Solver(formula) as solver:
        enumeration = Enumeration(solver, projection)
        found = enumeration.advance(60).literals
    assert enumeration.complete
    return [tuple(states) for states in (found > 0).tolist()]
