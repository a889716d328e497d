"""The one file that knows python-sat: a solver that works in slices of conflicts.

Slices are how a search reports progress and can be stopped, whatever the solver.
"""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType

from pysat.solvers import Solver as PysatSolver

from lifesat.defaults import SOLVER
from lifesat.formula import Formula


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold keyboard interrupts back until the context ends.

    One inside python-sat would break off its C code and leave a solver that can only be deleted.
    """
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


class Solver:
    """A SAT solver that holds a formula; a context manager, since it owns memory outside Python.

    Parameters
    ----------
    formula
        The clauses to start with.
    name
        One of `lifesat.defaults.SOLVERS`.
    """

    def __init__(self, formula: Formula, name: str = SOLVER) -> None:
        self._solver = PysatSolver(name=name)
        add = self._solver.add_clause
        for block in formula.blocks():
            for clause in block.tolist():
                add(clause)

    def __enter__(self) -> "Solver":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._solver.delete()

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause; the solver keeps what it has learned."""
        self._solver.add_clause(clause)

    def solve(self, conflicts: int) -> bool | None:
        """Go on for at most about `conflicts` conflicts; call it with `interrupts_held`.

        Returns
        -------
        bool or None
            Whether there is a model, or None when the slice ended first.
        """
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited()
        return answer

    def model(self, variables: int) -> list[int]:
        """Return the literals of the first `variables` variables in the model just found."""
        literals: list[int] = self._solver.get_model()[:variables]
        # Solvers leave out variables beyond the last one they have seen in a clause.
        return literals + [-variable for variable in range(len(literals) + 1, variables + 1)]

    @property
    def conflicts(self) -> int:
        """Conflicts met so far."""
        total: int = self._solver.accum_stats()["conflicts"]
        return total
