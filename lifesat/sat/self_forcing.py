"""Self-forcing patches: the largest and small ones inside a pattern.

A patch is self-forcing if each of its predecessors contains it at its place [1]_. The union of two
self-forcing patches of one pattern is self-forcing, so there is a largest one. To find it, each
predecessor of the cells that are left, if it differs from the pattern at some of them, removes
these. If none differs, the cells that are left are the largest self-forcing patch. The core of that
last answer names some of these cells which are self-forcing by themselves.

A predecessor says something about all parts of the pattern. Suppose that it becomes a pattern that
is wrong at some cells, its errors, and itself differs at some cells. Then a self-forcing patch
without any of the errors has none of the cells at which it differs. Predecessors are kept as such
implications, and most parts that have no self-forcing patch are refuted without the solver.

References
----------
.. [1] V. Salo and I. Törmä, "What can oracles teach us about the ultimate fate of life?",
   ICALP 2022.
"""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import count
from typing import NamedTuple

import numpy as np

from lifesat.cnf.formula import interruptible
from lifesat.errors import StoppedError
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.self_forcing import Mask, Patch
from lifesat.sat.memory import check, solver_bytes
from lifesat.sat.method import Method
from lifesat.sat.solver import Solver, run_in_thread

_CONFLICTS = 5000
_SLICE_SECONDS = 0.25

_NUMBERS = count()

Cells = int
"""A set of cells: bit c is set if cell c of a `Patch` belongs to it."""


class Witness(NamedTuple):
    """A pattern that shows which patches are not self-forcing.

    Attributes
    ----------
    errors
        The cells at which it does not become the patch.
    differs
        The cells at which it differs from the patch itself.
    """

    errors: Cells
    differs: Cells


def survivors(cells: Cells, witnesses: Iterable[Witness]) -> Cells:
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


@dataclass(frozen=True)
class Work:
    """What all trials on one pattern share.

    Attributes
    ----------
    method
        The differing predecessors of the pattern, the encoding and the solver.
    number
        Unique for each search.
    """

    method: Method = field(hash=False)
    number: int

    @classmethod
    def on(cls, problem: Predecessor, encoding: str, solver: str) -> "Work":
        """Return the work on a problem, with a new number."""
        return cls(Method(problem, encoding, solver), next(_NUMBERS))


@dataclass(frozen=True)
class Trial:
    """A slice of the search for the largest self-forcing patch among some cells.

    Attributes
    ----------
    work
        The pattern and how to search.
    cells
        The cells.
    conflicts
        About the limit of conflicts.
    seconds
        The length of the slice.
    """

    work: Work
    cells: Cells
    conflicts: float
    seconds: float


class Result(NamedTuple):
    """The result of a slice.

    Attributes
    ----------
    decided
        Whether `cells` are a self-forcing patch, the largest in the trial's cells, or none.
    cells
        The cells that are left.
    core
        If decided, some of them that are a self-forcing patch too.
    witnesses
        What removed the others.
    conflicts
        The conflicts that are left of the limit.
    """

    decided: bool
    cells: Cells
    core: Cells = 0
    witnesses: tuple[Witness, ...] = ()
    conflicts: float = 0


class _TrialSolver:
    """A solver for all parts of a patch."""

    def __init__(self, method: Method) -> None:
        if not isinstance(method.problem, Predecessor):
            raise TypeError(f"patches are about predecessors, not {method.problem.nouns}")
        self.patch = Patch(method.problem)
        self.solver = Solver(self.patch.formula(method.encoding), method.solver)

    def solve(self, cells: Cells, conflicts: int) -> bool | None:
        """Search for a predecessor of some cells that differs from them."""
        assumptions = self.patch.assumptions(mask(cells, len(self.patch)))
        return run_in_thread(partial(self.solver.solve, conflicts, assumptions))

    def core(self) -> Cells:
        """Return the cells of the last answer that have no differing predecessor."""
        return from_mask(np.isin(self.patch.same, self.solver.core()))

    def witness(self) -> Witness:
        """Return the last predecessor that was found."""
        board = self.patch.board(self.solver.model(self.patch.projection))
        errors, differs = self.patch.compare(board)
        return Witness(from_mask(errors), from_mask(differs))


@lru_cache(maxsize=1)
def _trial_solver(work: Work) -> _TrialSolver:
    """Return the solver for a pattern; a process keeps the last one and what it learned."""
    return _TrialSolver(work.method)


def run_trial(trial: Trial) -> Result:
    """Run one slice.

    Raises
    ------
    AssertionError
        If a model of the formula is not a predecessor that differs.
    """
    solver = _trial_solver(trial.work)
    cells, conflicts, witnesses = trial.cells, trial.conflicts, []
    end = time.perf_counter() + trial.seconds
    while cells:
        if conflicts <= 0 or time.perf_counter() > end:
            return Result(decided=False, cells=cells, witnesses=(*witnesses,), conflicts=conflicts)
        before = solver.solver.conflicts
        answer = solver.solve(cells, int(min(conflicts, _CONFLICTS)))
        conflicts -= max(1, solver.solver.conflicts - before)
        if answer:
            found = solver.witness()
            if found.errors & cells or not found.differs & cells:
                raise AssertionError("a model of the formula is not a valid predecessor")
            witnesses.append(found)
            cells = survivors(cells, witnesses)
        elif answer is not None:
            return Result(decided=True, cells=cells, core=solver.core(), witnesses=(*witnesses,))
    return Result(decided=True, cells=0, witnesses=(*witnesses,))


def largest_self_forcing(
    problem: Predecessor,
    encoding: str,
    solver: str,
    stop: Callable[[], bool],
    progress: Callable[[int], None],
    *,
    memory: int | None,
) -> Pattern | None:
    """Find the largest self-forcing patch inside a pattern.

    Parameters
    ----------
    problem
        From `lifesat.problems.life.self_forcing.differing_predecessors`.
    encoding, solver
        Their names.
    stop
        Returns whether to stop.
    progress
        Called about four times a second with the number of cells that are left.
    memory
        The limit in bytes, or None for half of the machine's memory.

    Returns
    -------
    Pattern or None
        The patch; other cells are unknown. None if there is none.

    Raises
    ------
    StoppedError
        If the caller stopped the search.
    MemoryLimitError
        If the formula would take too much memory.
    """
    check(solver_bytes(Patch.formula_size(problem, encoding), solver), memory)
    work = Work.on(problem, encoding, solver)
    with interruptible(stop):
        patch = _trial_solver(work).patch
    cells = (1 << len(patch)) - 1
    while True:
        progress(cells.bit_count())
        if stop():
            raise StoppedError
        result = run_trial(Trial(work, cells, float("inf"), _SLICE_SECONDS))
        cells = result.cells
        if result.decided:
            return patch.pattern(mask(cells, len(patch))) if cells else None


def is_self_forcing(problem: Predecessor, encoding: str, solver: str) -> bool:
    """Return whether a patch is self-forcing, by a solver that has learned nothing before."""
    with Solver(problem.formula(encoding), solver) as fresh:
        return not run_in_thread(partial(fresh.solve, None))


def mask(cells: Cells, size: int) -> Mask:
    """Return a set of cells as an array."""
    raw = np.frombuffer(cells.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(raw, count=size, bitorder="little").astype(bool)


def from_mask(cells: Mask) -> Cells:
    """Return an array as a set of cells."""
    return int.from_bytes(np.packbits(cells, bitorder="little").tobytes(), "little")
