"""One solution or a few: by the whole formula, and meanwhile among the symmetric solutions."""

import time
from collections import deque
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from lifesat.defaults import PROVER
from lifesat.engines.sat.enumerate import CALL_SECONDS, Enumeration
from lifesat.engines.sat.formula_solvers import CubeSolver, formula_solver
from lifesat.engines.sat.packed import Packed, pack, unpack
from lifesat.engines.sat.search import EngineProgress, Models
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SolverSetup, prepared
from lifesat.engines.sat.turns import TurnTakingSolver
from lifesat.system.machine import memory_limit

# A search that takes less time than this needs no symmetry.
_ALONE_SECONDS = 0.05
# The length of a turn.
_TURN_SECONDS = CALL_SECONDS
# The seconds of search for symmetric solutions for each second of the whole formula, and the most
# seconds for each group of symmetries.
_SHARE = 2
_GROUP_SECONDS = 2.0
# A solver that makes variables false first finds most of what it finds in far less time.
_FALSE_FIRST_SECONDS = 0.5


@dataclass
class _Timed:
    """A solver, and how long it has searched."""

    solver: CubeSolver
    seconds: float = 0.0


class WithSymmetricSolver(TurnTakingSolver):
    """A solver of the whole formula that takes turns with solvers of its symmetric solutions.

    Each of them searches for solutions that are invariant under a group of symmetries of the
    problem. These are found, or refuted, much sooner, but only the solver of the whole formula
    proves that there is no solution. If that makes variables false first and finds nothing soon,
    Glucose takes its place, with random phases. Once it is alone, its calls are as long as they may
    be.
    """

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        super().__init__(setup, known)
        self._whole = _Timed(formula_solver(setup, (), known))
        fitting = memory_limit(setup.memory) // setup.bytes - 1
        self._groups = islice(setup.problem.invariance_clauses(), max(fitting, 0))
        self._groups_over = False
        # The undecided ones; it is the first one's turn.
        self._symmetric: deque[_Timed] = deque()
        # By how many seconds the solver of the whole formula exceeds its share.
        self._ahead = -_ALONE_SECONDS
        self._ended_conflicts = 0

    @property
    def _solvers(self) -> list[CubeSolver]:
        return [each.solver for each in (self._whole, *self._symmetric)]

    @property
    def complete(self) -> bool:
        """Whether it is proved that there are no more solutions."""
        return self._whole.solver.complete

    @property
    def conflicts(self) -> int:
        """The conflicts of all solvers so far."""
        return self._ended_conflicts + super().conflicts

    @property
    def reached(self) -> EngineProgress | None:
        """None, since this search does not report how far it has come."""
        return None

    def observe(self, known: Packed) -> None:
        """Do nothing: a listing has found the known solutions itself."""

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search for about `seconds` or one turn, with the solver whose turn it is."""
        symmetric = self._next_symmetric() if self._ahead > 0 else None
        timed = symmetric or self._whole
        began = time.perf_counter()
        if not self._alone:
            seconds = call_seconds = min(seconds, call_seconds, _TURN_SECONDS)
        models = timed.solver.wanted(seconds, most, call_seconds)
        spent = time.perf_counter() - began
        timed.seconds += spent
        self._learn(models, timed.solver)
        self._ahead += -spent if symmetric else _SHARE * spent
        if symmetric is None:
            self._change_solver()
        elif symmetric.solver.complete or symmetric.seconds > _GROUP_SECONDS:
            self._end(self._symmetric.popleft().solver)
        else:
            self._symmetric.rotate(-1)
        return models

    def _learn(self, models: Models, finder: CubeSolver) -> None:
        """Keep the other solvers, and later ones, from finding the same solutions."""
        if len(models.literals):
            self._known = np.concatenate([self._known, pack(models.literals)])
            for each in self._solvers:
                if each is not finder:
                    each.enumeration.block(models.literals)

    @property
    def _alone(self) -> bool:
        """Whether the solver of the whole formula is the last one."""
        return self._groups_over and not self._symmetric and self._setup.mode != "false_first"

    def _change_solver(self) -> None:
        """Continue with Glucose if making variables false first has found nothing for too long."""
        late = self._whole.seconds > _FALSE_FIRST_SECONDS
        if late and self._setup.mode == "false_first" and not self.complete:
            self._end(self._whole.solver)
            # The seed makes its phases random.
            seed = self._setup.seed + 1
            self._setup = replace(self._setup, solver=PROVER, mode="alternating", seed=seed)
            self._whole = _Timed(formula_solver(self._setup, self._cube, self._known))

    def _end(self, solver: CubeSolver) -> None:
        self._ended_conflicts += solver.conflicts
        solver.delete()

    def _next_symmetric(self) -> _Timed | None:
        """Return the solver of the next group, or else the next one that is undecided.

        Glucose finds symmetric solutions sooner than CaDiCaL (docs/notes/measurements.md).
        """
        clauses = next(self._groups, None)
        if clauses is None:
            self._groups_over = True
            return self._symmetric[0] if self._symmetric else None
        problem, formula, _, _ = prepared(replace(self._setup, seed=0))
        solver = Solver(formula, PROVER)
        for clause in clauses.tolist():
            solver.add(clause)
        enumeration = Enumeration(solver, problem.projection, problem.witness)
        symmetric = CubeSolver(problem, solver, enumeration)
        symmetric.narrow(self._cube)
        enumeration.block(unpack(self._known, problem.projection))
        self._symmetric.appendleft(_Timed(symmetric))
        return self._symmetric[0]
