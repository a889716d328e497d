"""One of many parents of a board, chosen so that it probably has a parent itself.

Of large boards most have no parent, so the one is taken that probably has most
(`lifesat.problems.life.fertility`). A solver finds others when variables are numbered in another
order.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import Literals
from lifesat.life.boards import to_array
from lifesat.problems.life.fertility import fertile, sterility
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards
from lifesat.sat.method import Method, prepared
from lifesat.sat.solver import Solver, run_in_thread

# Another parent is given up after so many conflicts, which take about a second, and all others
# after so many that were given up.
_MOST_CONFLICTS = 15_000
_MOST_FAILURES = 2


def most_fertile(problem: Predecessor, method: Method, found: Boards, number: int) -> Boards:
    """Return the one of several parents that probably has most parents itself.

    Parameters
    ----------
    problem
        A problem of one generation whose cells outside are free.
    method
        How it is solved.
    found
        A parent.
    number
        How many parents to compare at most. If the problem is solved by strips, it is only the one.
    """
    child, rule = to_array(problem.target), problem.rule
    others = _others(problem, method, number - 1) if method.scope == "board" else ()
    better = (fertile(parent, child, rule) for parent in (found, *others))
    allowed = [parent for parent in better if not breaks(problem, parent, method.excluded)]
    best = min((found, *allowed), key=lambda parent: sterility(parent, rule))
    if not problem.verify(best[None]).all():
        raise AssertionError("this does not become what is required")
    return best


def breaks(problem: Predecessor, parent: Boards, clauses: Iterable[Sequence[int]]) -> bool:
    """Return whether a parent breaks one of some clauses."""
    literals = np.where(parent, problem.first, -problem.first)
    return any(not np.isin(clause, literals).any() for clause in clauses)


def _others(problem: Predecessor, method: Method, number: int) -> Iterator[Boards]:
    """Yield other parents, at most so many, as long as they are found soon."""
    # A seed makes no difference to the formula.
    formula = prepared(replace(method, seed=0)).formula
    rng, failures = np.random.default_rng(method.seed), 0
    while number > 0 and failures < _MOST_FAILURES:
        number -= 1
        names = rng.permutation(formula.variables).astype(np.int32) + 1
        with Solver(_renamed(formula, names), method.solver, method.seed) as solver:
            if run_in_thread(lambda: solver.solve(_MOST_CONFLICTS)):
                model = np.array(solver.model(formula.variables))
                yield problem.boards(model[None, names[: problem.projection] - 1])[0]
            else:
                failures += 1


def _renamed(formula: Formula, names: Literals) -> Formula:
    """Return a formula in which each variable is called by its name."""
    renamed = Formula(formula.variables)
    for clauses in formula.blocks():
        renamed.add(names[np.abs(clauses) - 1] * np.sign(clauses))
    return renamed
