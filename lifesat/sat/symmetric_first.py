"""Any one solution: by the whole formula, and meanwhile among the symmetric solutions."""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from lifesat.defaults import PROVER
from lifesat.sat.enumerate import CALL_SECONDS, Enumeration
from lifesat.sat.formula_solvers import CubeSolver, formula_solver
from lifesat.sat.packed import Packed, unpack
from lifesat.sat.search import EngineProgress, Models
from lifesat.sat.slice_solver import SliceSolver
from lifesat.sat.solver import Solver
from lifesat.sat.solver_setup import SolverSetup, prepared
from lifesat.system.machine import memory_limit

# A search that takes less time than this needs no symmetry.
_ALONE_SECONDS = 0.15
# Longer calls would find more, but then nobody else has a turn.
_TURN_SECONDS = CALL_SECONDS
# How long symmetric solutions are looked for, for each second of the whole formula.
_SHARE = 2


class SymmetricFirstSolver(SliceSolver):
    """A solver of the whole formula that takes turns with solvers of its symmetric solutions.

    Each of them searches for solutions that are invariant under a group of symmetries of the
    problem. These are found, or refuted, much sooner, but only the solver of the whole formula
    proves that there is no solution.

    Parameters
    ----------
    setup
        What is solved and how, without a goal.
    known
        Known solutions.
    """

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        super().__init__(setup.problem)
        self._setup = setup
        self._known = known
        self._cube: list[int] = []
        self._whole = formula_solver(setup, (), known)
        fitting = memory_limit(setup.memory) // setup.bytes - 1
        self._groups = islice(setup.problem.invariance_clauses(), max(fitting, 0))
        # Those that are undecided; it is the first one's turn.
        self._symmetric: deque[CubeSolver] = deque()
        # By how much the solver of the whole formula has worked longer than its share.
        self._ahead = -_ALONE_SECONDS
        self._ended_conflicts = 0

    @property
    def complete(self) -> bool:
        """Whether it is proved that there are no more."""
        return self._whole.complete

    @property
    def conflicts(self) -> int:
        """The conflicts of all solvers so far."""
        now = sum(each.conflicts for each in (self._whole, *self._symmetric))
        return self._ended_conflicts + now

    @property
    def reached(self) -> EngineProgress | None:
        """How far a search strip by strip has come: this one does not tell."""
        return None

    def narrow(self, cube: Sequence[int]) -> None:
        """From now on, find only solutions with these literals."""
        self._cube += cube
        for each in (self._whole, *self._symmetric):
            each.narrow(cube)

    def observe(self, known: Packed) -> None:
        """Learn which solutions are known; a listing has found them itself."""

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search for about `seconds` or a turn, with the solver whose turn it is."""
        symmetric = self._next_symmetric() if self._ahead > 0 else None
        began = time.perf_counter()
        turn = min(seconds, call_seconds, _TURN_SECONDS)
        models = (symmetric or self._whole).wanted(turn, most, turn)
        spent = time.perf_counter() - began
        if symmetric is None:
            self._ahead += _SHARE * spent
            return models
        self._ahead -= spent
        if symmetric.complete:
            self._ended_conflicts += symmetric.conflicts
            symmetric.delete()
        else:
            self._symmetric.append(symmetric)
        return models

    def _next_symmetric(self) -> CubeSolver | None:
        """Return a new solver while there are groups, then those that have decided nothing yet.

        Glucose finds symmetric solutions sooner than CaDiCaL (docs/choice-of-encoding.md).
        """
        clauses = next(self._groups, None)
        if clauses is None:
            return self._symmetric.popleft() if self._symmetric else None
        problem, formula, _, _ = prepared(replace(self._setup, seed=0))
        solver = Solver(formula, PROVER)
        for clause in clauses.tolist():
            solver.add(clause)
        enumeration = Enumeration(solver, problem.projection, problem.witness)
        symmetric = CubeSolver(problem, solver, enumeration)
        symmetric.narrow(self._cube)
        enumeration.block(unpack(self._known, problem.projection))
        return symmetric

    def delete(self) -> None:
        """Free the memory of the solvers."""
        for each in (self._whole, *self._symmetric):
            each.delete()
