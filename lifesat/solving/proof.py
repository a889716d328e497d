"""Proofs that a formula has no model, as DRAT: every lemma that the solver learned, in order.

N. Wetzler, M. Heule and W. Hunt, "DRAT-trim: Efficient Checking and Trimming Using Expressive
Clausal Proofs", SAT 2014, defines the format. `lifesat.solving.check` checks it.
"""

import time
from types import TracebackType

from lifesat.formula import Formula
from lifesat.solving.solver import Solver, apart

_CONFLICTS = 10_000
_CONTRADICTION = "0"


class Prover:
    """Looks for a proof that a formula has no model; a context manager.

    Parameters
    ----------
    formula
        The clauses.
    solver
        One of `lifesat.defaults.PROVERS`.

    Attributes
    ----------
    proved
        Whether it is proved; None while that is unknown, and False if there is a model.
    """

    def __init__(self, formula: Formula, solver: str) -> None:
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
        """Conflicts met so far."""
        return self._solver.conflicts

    def advance(self, seconds: float) -> None:
        """Go on for about `seconds`; a keyboard interrupt waits until they are over."""
        end = time.perf_counter() + seconds
        while self.proved is None and time.perf_counter() < end:
            answer = apart(lambda: self._solver.solve(_CONFLICTS))
            self.proved = None if answer is None else not answer

    def lines(self) -> list[str]:
        """Return the proof, once there is one: a lemma or a deletion in each line.

        The contradiction is the last lemma. Solvers leave it out where unit propagation finds it.
        """
        lines = self._solver.proof()
        return lines if lines[-1:] == [_CONTRADICTION] else [*lines, _CONTRADICTION]
