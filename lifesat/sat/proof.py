"""Proofs in DRAT that a formula has no model: all clauses that the solver learned, in order.

The format is that of DRAT-trim [1]_. `lifesat.sat.drat_check` checks such proofs.

References
----------
.. [1] N. Wetzler, M. Heule and W. Hunt, "DRAT-trim: Efficient Checking and Trimming Using
   Expressive Clausal Proofs", SAT 2014.
"""

import time
from collections.abc import Callable
from types import TracebackType
from typing import NamedTuple

from lifesat.cnf.formula import Formula, interruptible
from lifesat.errors import StoppedError
from lifesat.problems.problem import Problem
from lifesat.sat.memory import check, search_bytes
from lifesat.sat.solver import Solver, run_in_thread

_CONFLICTS = 10_000
_CONTRADICTION = "0"
_SLICE_SECONDS = 0.25


class Proof(NamedTuple):
    """A formula and the proof that it has no model.

    Attributes
    ----------
    formula
        The formula of a problem.
    lines
        The proof in DRAT, or None if the formula has a model: the problem has a solution.
    """

    formula: Formula
    lines: list[str] | None


def find_proof(
    problem: Problem,
    encoding: str,
    solver: str,
    stop: Callable[[], bool],
    progress: Callable[["Prover"], None],
    *,
    memory: int | None,
) -> Proof | None:
    """Search for a proof that a problem has no solution.

    Parameters
    ----------
    problem, encoding
        The problem, and one of its encodings.
    solver
        One of `lifesat.defaults.PROVERS`.
    stop
        Returns whether to stop.
    progress
        Called about four times a second.
    memory
        The limit in bytes, or None for half of the machine's memory.

    Returns
    -------
    Proof or None
        None if the caller stopped the search.

    Raises
    ------
    MemoryLimitError
        If the formula would take too much memory.
    """
    check(search_bytes(problem, encoding, solver), memory)
    try:
        with interruptible(stop):
            formula = problem.formula(encoding)
            prover = Prover(formula, solver)
    except StoppedError:
        return None
    with prover:
        while prover.proved is None and not stop():
            prover.advance(_SLICE_SECONDS)
            progress(prover)
        if prover.proved is None:
            return None
        return Proof(formula, prover.lines() if prover.proved else None)


class Prover:
    """Searches for a proof that a formula has no model; a context manager.

    Parameters
    ----------
    formula
        The clauses.
    solver
        One of `lifesat.defaults.PROVERS`.

    Attributes
    ----------
    proved
        True if there is a proof, False if there is a model, and None while neither is known.
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
        """The solver's conflicts so far."""
        return self._solver.conflicts

    def advance(self, seconds: float) -> None:
        """Search for about `seconds`; a keyboard interrupt takes effect after that."""
        end = time.perf_counter() + seconds
        while self.proved is None and time.perf_counter() < end:
            answer = run_in_thread(lambda: self._solver.solve(_CONFLICTS))
            self.proved = None if answer is None else not answer

    def lines(self) -> list[str]:
        """Return the proof, a lemma or a deletion in each line.

        The last lemma is the empty clause. Solvers omit it if unit propagation derives it.
        """
        lines = self._solver.proof()
        return lines if lines[-1:] == [_CONTRADICTION] else [*lines, _CONTRADICTION]
