"""SAT solvers: the only file that imports python-sat.

A call can be limited to a number of conflicts, so that a search in this process can report progress
and can be stopped. A call without a limit ends with its answer or its process.

References
----------
.. [1] A. Ignatiev, A. Morgado and J. Marques-Silva, "PySAT: A Python Toolkit for Prototyping with
   SAT Oracles", SAT 2018.
"""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from threading import Thread
from types import TracebackType
from typing import TypeVar

import numpy as np
from pysat.solvers import Solver as PysatSolver

from lifesat.cnf.formula import Formula
from lifesat.defaults import SOLVER, Mode

Result = TypeVar("Result")

# CaDiCaL alternates between two modes, and every call starts the schedule again; in short calls,
# staying in stable mode finds parents several times faster. Searches without a target are faster in
# other ways (docs/choice-of-encoding.md).
_CADICAL_OPTIONS: dict[Mode, dict[str, int]] = {
    "stable": {"stabilizeonly": 1, "rephase": 0},
    "alternating": {},
    "false_first": {"phase": 0, "forcephase": 1, "inprocessing": 0},
}
# With these options nothing that CaDiCaL does is random, so a seed chooses how often it restarts:
# after as many conflicts times the numbers of Luby's sequence.
_CADICAL_RESTARTS = (1024, 256, 512)

CALL_CONFLICTS = 5000
"""The usual limit of conflicts for a call in a search that may be stopped."""

OTHER_RESTARTS = 2
"""A seed larger by this makes CaDiCaL try the same states first and restart at other intervals."""


def run_in_thread(work: Callable[[], Result]) -> Result:
    """Run a function in a new thread and return its result.

    In the main thread, python-sat handles keyboard interrupts itself while it solves. An interrupt
    then leaves the solver unusable, and crashes the process if the signal reaches a thread of
    another library. In other threads it leaves interrupts to Python, which raises them here when
    the work is done.
    """
    answers: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run)
    thread.start()
    while thread.is_alive():
        try:
            thread.join()
        except KeyboardInterrupt as interrupt:
            errors.append(interrupt)
    if errors:
        raise errors[0]
    return answers[0]


class Solver:
    """A SAT solver that holds a formula; a context manager, since it owns memory outside Python.

    The solver is one of `lifesat.defaults.SOLVERS`, or of ``PROVERS`` if it is `traced`, which
    records a proof. Seed 0 is the solver's default; an odd seed makes CaDiCaL try dead cells first,
    an even one live cells, unless the mode says which. `inprocessing` lets CaDiCaL simplify the
    formula between conflicts, unless the mode says; see `lifesat.defaults.Mode`.
    """

    def __init__(
        self,
        formula: Formula,
        name: str = SOLVER,
        seed: int = 0,
        *,
        traced: bool = False,
        inprocessing: bool = True,
        mode: Mode = "stable",
    ) -> None:
        self._solver = PysatSolver(name=name, with_proof=True) if traced else PysatSolver(name=name)
        if name.startswith("cadical"):
            start = {"phase": seed % 2 ^ 1, "reluctant": _restarts(seed // 2)}
            start["inprocessing"] = int(inprocessing)
            self._solver.configure(start | _CADICAL_OPTIONS[mode])
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
        """Free the memory of the solver."""
        self._solver.delete()

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause; learned clauses are kept."""
        self._solver.add_clause(clause)

    def extend(self, formula: Formula, first: int = 0) -> None:
        """Add the clauses of a formula, starting with block number `first`."""
        for clauses in formula.chunks(first):
            self._solver.append_formula(clauses)

    def solve(self, conflicts: int | None, assumptions: Sequence[int] = ()) -> bool | None:
        """Search for at most about `conflicts` conflicts; call this with `run_in_thread`.

        Returns whether there is a model in which the assumptions hold, or None if the limit was
        reached. CaDiCaL holds Python's GIL during the call.
        """
        self._solver.conf_budget(-1 if conflicts is None else conflicts)
        answer: bool | None = self._solver.solve_limited(assumptions=assumptions)
        return answer

    def solve_until(
        self,
        deadline: float = math.inf,
        conflicts: float = math.inf,
        assumptions: Sequence[int] = (),
        *,
        stop: Callable[[], bool] | None = None,
        call_conflicts: int = CALL_CONFLICTS,
    ) -> bool | None:
        """Search in short calls; a keyboard interrupt takes effect between two of them.

        Returns whether there is a model, or None if that was not decided within about `conflicts`
        conflicts, by the time `deadline` of `time.perf_counter`, or before `stop` returned true.
        """
        while conflicts > 0 and not (stop is not None and stop()):
            before = self.conflicts
            most = int(min(conflicts, call_conflicts))
            answer = run_in_thread(partial(self.solve, most, assumptions))
            conflicts -= max(1, self.conflicts - before)
            if answer is not None or time.perf_counter() >= deadline:
                return answer
        return None

    def core(self) -> list[int]:
        """Return assumptions that have no model together, after `solve` returned False."""
        literals: list[int] = self._solver.get_core() or []
        return literals

    def proof(self) -> list[str]:
        """Return the proof that a traced solver recorded: lines of DRAT, each ending with 0."""
        lines: list[str] = self._solver.get_proof()
        return lines

    def model(self, variables: int) -> list[int]:
        """Return the literals of the first `variables` variables in the last model."""
        literals: list[int] = self._solver.get_model()[:variables]
        # Solvers omit variables after the last one that occurs in a clause.
        return literals + [-variable for variable in range(len(literals) + 1, variables + 1)]

    @property
    def conflicts(self) -> int:
        """The number of conflicts so far."""
        total: int = self._solver.accum_stats()["conflicts"]
        return total


def _restarts(number: int) -> int:
    """Return the interval of restarts with a number; the intervals of small numbers differ."""
    turn, choice = divmod(number, len(_CADICAL_RESTARTS))
    return _CADICAL_RESTARTS[choice] + turn


class Propagation:
    """Unit propagation by MiniSat, without search or learning."""

    def __init__(self, clauses: Iterable[Sequence[int]]) -> None:
        self._solver = PysatSolver(name="minisat22")
        for clause in clauses:
            self._solver.add_clause(clause)

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._solver.add_clause(clause)

    def fails(self, literals: Sequence[int] = ()) -> bool:
        """Return whether literals lead to a contradiction; call this with `run_in_thread`."""
        consistent, _ = self._solver.propagate(literals)
        return not consistent

    def units(self) -> list[int]:
        """Return the literals that follow from the clauses without any assumption."""
        variables = range(1, self._solver.nof_vars() + 1)
        literals = (literal for each in variables for literal in (each, -each))
        # A literal whose negation is known to be false propagates nothing.
        return [each for each in literals if self._solver.propagate([-each]) == (False, [])]


class Pace:
    """Adapts the limit of conflicts of each call to the time that the last one took.

    The limit of the first call is `first`, and the lowest limit is `fewest`.
    """

    def __init__(self, seconds: float, first: int, fewest: int) -> None:
        # About the length of a call that decides nothing; ``math.inf`` removes the limit, so that
        # nothing stops a call.
        self.seconds = seconds
        self._conflicts = first
        self._fewest = fewest

    def call(self, solve: Callable[[int | None], bool | None]) -> bool | None:
        """Call a solver with a limit of conflicts, None for no limit, and return its answer.

        Calls become longer gradually, so they are few. They are measured in processor time, so that
        on a busy machine they do not become so short that the solver gets nowhere.
        """
        if not math.isfinite(self.seconds):
            return solve(None)
        began = time.thread_time()
        answer = solve(self._conflicts)
        if answer is None:
            took = max(time.thread_time() - began, 1e-6)
            change = min(max(self.seconds / took, 0.5), 2.0)
            self._conflicts = max(self._fewest, int(self._conflicts * change))
        return answer
