"""Self-forcing patches: the largest and small ones inside a pattern.

A patch is self-forcing if each of its predecessors contains it at its place [1]_. The union of two
self-forcing patches of one pattern is self-forcing, so there is a largest one. To find it, each
predecessor of the cells that are left, if it differs from the pattern at some of them, removes
these. If none differs, the cells that are left are the largest self-forcing patch. The core of that
last answer names some of these cells which are self-forcing by themselves.

Any first generation says something about all parts of the pattern. Suppose that it becomes a
pattern that is wrong at some cells, its errors, and itself differs at some cells. Then a
self-forcing patch without any of the errors has none of the cells at which it differs. What was
found is kept as such implications, and most parts that have no self-forcing patch are refuted
without the solver. Few errors are best, so each predecessor is replaced by the pattern itself
wherever that does no harm, which is tried by plain Life.

References
----------
.. [1] V. Salo and I. Törmä, "What can oracles teach us about the ultimate fate of life?",
   ICALP 2022.
"""

import time
from collections.abc import Iterable
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np

from lifesat.cnf.bit_sets import BitSet, from_mask, mask
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.self_forcing import Patch, containing_predecessors
from lifesat.problems.problem import Boards
from lifesat.sat.minimisation import Outcome, Trial, TrialSetup
from lifesat.sat.solver import CALL_CONFLICTS, Solver, run_in_thread
from lifesat.sat.solver_setup import SolverSetup


class Witness(NamedTuple):
    """A first generation that shows which patches are not self-forcing.

    Attributes
    ----------
    errors
        The cells at which it does not become the patch.
    differs
        The cells at which it differs from the patch itself.
    """

    errors: BitSet
    differs: BitSet


def survivors(cells: BitSet, witnesses: Iterable[Witness]) -> BitSet:
    """Return the cells that no witness removes: all self-forcing patches inside lie among them."""
    left = list(witnesses)
    removed = True
    while removed and cells:
        removed, waiting = False, []
        for each in left:
            if each.errors & cells:
                waiting.append(each)
            elif each.differs & cells:
                cells &= ~each.differs
                removed = True
        left = waiting
    return cells


def patch_problem(setup: SolverSetup) -> Predecessor:
    """Return the problem of a setup, the differing predecessors of a pattern."""
    if not isinstance(setup.problem, Predecessor):
        raise TypeError(f"patches are about predecessors, not {setup.problem.nouns}")
    return setup.problem


class _TrialSolver:
    """A solver for all parts of a patch, and the witnesses that it found."""

    def __init__(self, setup: SolverSetup) -> None:
        self.patch = Patch(patch_problem(setup))
        self.witnesses: list[Witness] = []
        self._solver = Solver(self.patch.formula(setup.encoding), setup.solver)

    def solve(self, cells: BitSet) -> bool | None:
        """Search for a while for a predecessor of some cells that differs from them."""
        assumptions = self.patch.assumptions(mask(cells, len(self.patch)))
        return self._solver.solve_until(conflicts=CALL_CONFLICTS, assumptions=assumptions)

    def core(self) -> BitSet:
        """Return cells that have no differing predecessor, after `solve` found none."""
        return from_mask(np.isin(self.patch.same, self._solver.core()))

    def witness(self, cells: BitSet) -> Witness:
        """Return a witness against some cells with few errors, after `solve` found one.

        Raises
        ------
        AssertionError
            If the model of the formula is not a predecessor of the cells that differs.
        """
        board = self.patch.board(self._solver.model(self.patch.projection))
        found = self._witness(board)
        if found.errors & cells or not found.differs & cells:
            raise AssertionError("a model of the formula is not a valid predecessor")
        around = mask(found.differs & cells, len(self.patch))
        tried = map(self._witness, self.patch.localised(board, around))
        return next((each for each in tried if not each.errors & cells), found)

    def _witness(self, board: Boards) -> Witness:
        errors, differs = self.patch.compare(board)
        return Witness(from_mask(errors), from_mask(differs))


@lru_cache(maxsize=1)
def _trial_solver(work: TrialSetup) -> _TrialSolver:
    """Return the solver for a pattern; a process keeps the last one and what it learned."""
    return _TrialSolver(work.setup)


def run_trial(trial: Trial) -> Outcome[Witness]:
    """Search for the largest self-forcing patch among some cells.

    Raises
    ------
    AssertionError
        If a model of the formula is not a predecessor that differs.
    """
    solver = _trial_solver(trial.work)
    known, end = len(solver.witnesses), time.perf_counter() + trial.seconds
    cells, core, answer = trial.elements, 0, None
    while cells and answer is not False and time.perf_counter() < end:
        answer = solver.solve(cells)
        if answer:
            solver.witnesses.append(solver.witness(cells))
            cells = survivors(cells, solver.witnesses)
        elif answer is not None:
            core = solver.core()
    good = bool(cells) if not cells or answer is False else None
    return Outcome(good, cells, core, facts=tuple(solver.witnesses[known:]))


def is_self_forcing(problem: Predecessor, encoding: str, solver: str) -> bool:
    """Return whether a patch is self-forcing, by a solver that has learned nothing before."""
    with Solver(problem.formula(encoding), solver) as fresh:
        return not run_in_thread(partial(fresh.solve, None))


def survives(problem: Predecessor, encoding: str) -> bool:
    """Return whether any predecessor of a patch contains it.

    If none does and the patch is self-forcing, then it has no predecessor at all: it is an orphan.
    """
    with Solver(containing_predecessors(problem).formula(encoding)) as fresh:
        return bool(run_in_thread(partial(fresh.solve, None)))
