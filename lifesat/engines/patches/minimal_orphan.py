"""Minimal orphans: required cells are removed from an orphan while it stays an orphan.

Some trials are thousands of times harder than others, so each has a limit of conflicts. When a cell
is tried again with a higher limit, the solver has learned clauses, and necessary cells are unit
clauses and no longer assumptions.
"""

import time
from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any, ClassVar

import numpy as np

from lifesat.cnf.bit_sets import BitSet, from_mask, mask
from lifesat.engines.sat.executors import GrowingPool
from lifesat.engines.sat.minimisation import (
    Minimisation,
    Oracle,
    Outcome,
    Strategy,
    Trial,
    TrialSetup,
)
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.required_cells import RequiredCells

# Cells are tried in a random order, which favours no side of the target, and always in the same.
_SEED = 0


def orphan_minimisation(
    setup: SolverSetup,
    pool: GrowingPool,
    required: BitSet | None = None,
    needed: BitSet = 0,
    group: Iterable[str] = ("identity",),
) -> Minimisation[None]:
    """Return a search for a minimal orphan; the problem of the setup has a ``free`` outside.

    There is an orphan among the cells `required`, as in `RequiredCells`; None stands for all cells.
    `needed` are those of them that are known to be necessary. If the target is invariant under a
    group, so is the orphan: an orbit is removed as a whole.
    """
    cells = RequiredCells(_target(setup))
    if required is None:
        required = (1 << len(cells)) - 1
    strategy = _Orbits(cells.orbits(group))
    return Minimisation(_OrphanOracle(TrialSetup(setup)), strategy, pool, required, needed)


class _Orbits(Strategy):
    """Tries to remove orbits; without symmetry, these are single cells."""

    def __init__(self, orbits: Sequence[BitSet]) -> None:
        self._orbits = orbits

    def pieces(self, search: Minimisation[Any]) -> Iterable[BitSet]:
        """Return the orbits that may be superfluous, in a random order."""
        left = [orbit for orbit in self._orbits if orbit & search.current & ~search.needed]
        return [left[k] for k in np.random.default_rng(_SEED).permutation(len(left)).tolist()]

    def indivisible(self, piece: BitSet) -> bool:
        """Return whether a piece is an orbit; there are no others but the empty one."""
        return bool(piece)

    def whole(self, elements: BitSet) -> BitSet:
        """Return the orbits of some cells."""
        return reduce(or_, (orbit for orbit in self._orbits if orbit & elements), 0)


class _OrphanOracle(Oracle[None]):
    """Decides whether cells are an orphan."""

    conflicts: ClassVar[float] = 5000

    @staticmethod
    def run(trial: Trial) -> Outcome[None]:
        """Search for a predecessor of the cells."""
        return _trial_solver(trial.work).run(trial)


class _TrialSolver:
    """A solver with required cells as assumptions, and necessary cells as unit clauses."""

    def __init__(self, setup: SolverSetup) -> None:
        problem = _target(setup)
        self._required = RequiredCells(problem)
        self._projection = problem.projection
        self._solver = Solver(self._required.formula(setup.encoding), setup.solver)
        self._fixed: BitSet = 0

    def run(self, trial: Trial) -> Outcome[None]:
        """Run one slice of a trial."""
        for literal in self._literals(trial.needed & ~self._fixed):
            self._solver.add([literal])
        self._fixed |= trial.needed
        assumptions = self._literals(trial.elements & ~self._fixed)
        before = self._solver.conflicts
        answer = self._solver.solve_until(
            time.perf_counter() + trial.seconds, trial.conflicts, assumptions
        )
        if answer is None:
            left = max(0, trial.conflicts - (self._solver.conflicts - before))
            return Outcome(None, trial.elements, conflicts=left)
        if answer:
            self._verify(trial.elements)
            return Outcome(good=False, elements=0)
        core = np.isin(self._required.assumptions, self._solver.core() if assumptions else [])
        return Outcome(good=True, elements=trial.elements, core=from_mask(core))

    def _literals(self, cells: BitSet) -> list[int]:
        literals = self._required.assumptions[mask(cells, len(self._required))]
        states: list[int] = literals.tolist()
        return states

    def _verify(self, cells: BitSet) -> None:
        """Verify that the last model evolves into the cells."""
        part = self._required.part(mask(cells, len(self._required)))
        model = np.array([self._solver.model(self._projection)], dtype=np.int32)
        part.verified(part.boards(model))


@lru_cache(maxsize=1)
def _trial_solver(work: TrialSetup) -> _TrialSolver:
    """Return the solver of a minimisation; a process keeps the last one and what it has learned."""
    return _TrialSolver(work.setup)


def _target(setup: SolverSetup) -> Predecessor:
    """Return the problem of a setup, the predecessors of a target."""
    if not isinstance(setup.problem, Predecessor):
        raise TypeError(f"orphans are about predecessors, not {setup.problem.nouns}")
    return setup.problem
