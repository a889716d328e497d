"""One of many parents of a board, chosen so that it probably has a parent itself.

Most large boards have no parent, so the parent that probably has the most is taken
(`lifesat.engines.rewinds.fertility`). A solver finds others when variables are numbered in another
order.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from lifesat.engines.rewinds.fertility import fertile, sterility
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.solver import Solver, run_in_thread
from lifesat.engines.sat.solver_setup import SolverSetup, prepared
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards

# The search for another parent ends after this many conflicts, which take about a second, and the
# search for all others after this many of these failures.
_MOST_CONFLICTS = 15_000
_MOST_FAILURES = 2


def most_fertile(problem: Predecessor, setup: SolverSetup, found: Boards, number: int) -> Boards:
    """Return the one of several parents that probably has the most parents itself.

    `problem` goes back one generation and has free surroundings. `found` is compared with up to
    ``number - 1`` other parents, or with none if strips solve the problem.
    """
    child, rule = problem.target.to_array(), problem.rule
    others = _others(problem, setup, number - 1) if setup.engine == ONE_FORMULA else ()
    better = (fertile(parent, child, rule) for parent in (found, *others))
    allowed = [parent for parent in better if not breaks(problem, parent, setup.excluded)]
    best = min((found, *allowed), key=lambda parent: sterility(parent, rule))
    problem.verified(best[None], "the chosen parent")
    return best


def breaks(problem: Predecessor, parent: Boards, clauses: Iterable[Sequence[int]]) -> bool:
    """Return whether a parent violates one of some clauses."""
    literals = np.where(parent, problem.first, -problem.first)
    return any(not np.isin(clause, literals).any() for clause in clauses)


def _others(problem: Predecessor, setup: SolverSetup, number: int) -> Iterator[Boards]:
    """Yield at most `number` other parents, as long as they are found quickly."""
    # A seed makes no difference to the formula.
    formula = prepared(replace(setup, seed=0)).formula
    rng, failures = np.random.default_rng(setup.seed), 0
    while number > 0 and failures < _MOST_FAILURES:
        number -= 1
        numbers = rng.permutation(formula.variables).astype(np.int32) + 1
        with Solver(formula.renumbered(numbers), setup.solver, setup.seed) as solver:
            if run_in_thread(lambda: solver.solve(_MOST_CONFLICTS)):
                model = np.array(solver.model(formula.variables))
                yield problem.boards(model[None, numbers[: problem.projection] - 1])[0]
            else:
                failures += 1
