"""The one file that knows python-sat: a solver that works in slices of conflicts.

Slices are how a search reports progress and can be stopped, whatever the solver.
"""

from collections.abc import Callable, Iterable, Sequence
from threading import Thread
from types import TracebackType
from typing import TypeVar

import numpy as np
from pysat.solvers import Solver as PysatSolver

from lifesat.defaults import SOLVER
from lifesat.formula import Formula

Answer = TypeVar("Answer")

# CaDiCaL starts anew with every slice, and its alternation between two modes of search suffers;
# staying in the stable one finds parents several times faster (docs/choice-of-encoding.md).
_CADICAL_OPTIONS = {"stabilizeonly": 1, "rephase": 0}


def apart(work: Callable[[], Answer]) -> Answer:
    """Return what `work` returns, run in a thread of its own.

    In the main thread python-sat takes over keyboard interrupts while it solves, and one that comes
    then breaks off its C code: the solver is lost, and the process too if another library's thread
    was handed the signal. In any other thread it leaves them to Python, which acts on them when the
    work is done.
    """
    answers: list[Answer] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as fault:
            faults.append(fault)

    thread = Thread(target=run)
    thread.start()
    while thread.is_alive():
        try:
            thread.join()
        except KeyboardInterrupt as interrupt:
            faults.append(interrupt)
    if faults:
        raise faults[0]
    return answers[0]


class Solver:
    """A SAT solver that holds a formula; a context manager, since it owns memory outside Python.

    Parameters
    ----------
    formula
        The clauses to start with.
    name
        One of `lifesat.defaults.SOLVERS`.
    seed
        Where it begins to look: another number, another order of search; 0 leaves that to it.
    traced
        Whether it notes what it learns, for `proof`; the solver is one of
        `lifesat.defaults.PROVERS`.
    """

    def __init__(
        self, formula: Formula, name: str = SOLVER, seed: int = 0, *, traced: bool = False
    ) -> None:
        self._solver = PysatSolver(name=name, with_proof=True) if traced else PysatSolver(name=name)
        if name.startswith("cadical"):
            self._solver.configure(_CADICAL_OPTIONS | {"seed": seed, "phase": seed % 2 ^ 1})
        self.extend(formula)
        if seed and not name.startswith("cadical"):
            signs = np.random.default_rng(seed).choice((-1, 1), formula.variables)
            self._solver.set_phases((signs * np.arange(1, formula.variables + 1)).tolist())

    def __enter__(self) -> "Solver":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.delete()

    def delete(self) -> None:
        """Give back the memory."""
        self._solver.delete()

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause; the solver keeps what it has learned."""
        self._solver.add_clause(clause)

    def extend(self, formula: Formula) -> None:
        """Add all clauses of a formula."""
        add = self._solver.add_clause
        for block in formula.blocks():
            for clause in block.tolist():
                add(clause)

    def solve(self, conflicts: int, assumptions: Sequence[int] = ()) -> bool | None:
        """Go on for at most about `conflicts` conflicts; call it `apart`.

        Parameters
        ----------
        conflicts
            The length of the slice.
        assumptions
            Literals that hold during this call.

        Returns
        -------
        bool or None
            Whether there is a model, or None when the slice ended first.
        """
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited(assumptions=assumptions)
        return answer

    def core(self) -> list[int]:
        """Return assumptions that together have no model, after `solve` found none."""
        literals: list[int] = self._solver.get_core() or []
        return literals

    def proof(self) -> list[str]:
        """Return what a traced solver has noted: lines of DRAT, each with its closing 0."""
        lines: list[str] = self._solver.get_proof()
        return lines

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


class Propagation:
    """Clauses under unit propagation alone, by MiniSat: nothing is searched and nothing learned.

    Parameters
    ----------
    clauses
        Those to start with.
    """

    def __init__(self, clauses: Iterable[Sequence[int]]) -> None:
        self._solver = PysatSolver(name="minisat22")
        for clause in clauses:
            self._solver.add_clause(clause)

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._solver.add_clause(clause)

    def fails(self, literals: Sequence[int] = ()) -> bool:
        """Whether a contradiction follows from these literals and the clauses; call it `apart`."""
        consistent, _ = self._solver.propagate(literals)
        return not consistent

    def units(self) -> list[int]:
        """Return the literals that follow from the clauses alone."""
        variables = range(1, self._solver.nof_vars() + 1)
        literals = (literal for each in variables for literal in (each, -each))
        # Nothing is propagated where the opposite is known to be false.
        return [each for each in literals if self._solver.propagate([-each]) == (False, [])]
