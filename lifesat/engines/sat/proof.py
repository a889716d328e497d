"""Proofs in DRAT that a formula has no model: all clauses that the solver learned, in order.

The format is that of DRAT-trim [1]_. `lifesat.engines.sat.drat_check` checks such proofs.

References
----------
.. [1] N. Wetzler, M. Heule and W. Hunt, "DRAT-trim: Efficient Checking and Trimming Using
   Expressive Clausal Proofs", SAT 2014.
"""

import time
from types import TracebackType

from lifesat.cnf.formula import Formula
from lifesat.engines.sat.solver import Solver

_CONFLICTS = 10_000
_CONTRADICTION = "0"


class Prover:
    """Searches for a proof that a formula has no model; a context manager.

    The solver is one of `lifesat.defaults.PROVERS`.
    """

    def __init__(self, formula: Formula, solver: str) -> None:
        # True if there is a proof, False if there is a model, None while neither is known.
        self.proved: bool | None = None
        self._solver = Solver(formula, solver, traced=True)

    def __enter__(self) -> "Prover":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._solver.delete()

    @property
    def conflicts(self) -> int:
        """The solver's conflicts so far."""
        return self._solver.conflicts

    def advance(self, seconds: float) -> None:
        """Search for about `seconds`; a keyboard interrupt takes effect between solver calls."""
        if self.proved is None:
            deadline = time.perf_counter() + seconds
            answer = self._solver.solve_until(deadline, call_conflicts=_CONFLICTS)
            self.proved = None if answer is None else not answer

    def lines(self) -> list[str]:
        """Return the proof, a lemma or a deletion in each line.

        The last lemma is the empty clause. Solvers omit it if unit propagation derives it.
        """
        lines = self._solver.proof()
        return lines if lines[-1:] == [_CONTRADICTION] else [*lines, _CONTRADICTION]
