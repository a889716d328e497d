"""Minimal orphans: required cells are removed from an orphan while it stays an orphan.

This is deletion-based minimisation of an unsatisfiable subset, with assumption cores [1]_. A trial
removes one required cell. If the others still have no parent, a core of them is the next orphan. If
they have a parent, the cell is necessary in every smaller orphan. The order of the cells does not
matter, so several trials run at once.

Some trials are thousands of times harder than others. Each trial has a limit of conflicts; a cell
whose trial was not decided is tried again with a higher limit when all others have been tried. By
then the orphan is smaller, the solver has learned clauses, and necessary cells are unit clauses and
no longer assumptions.

References
----------
.. [1] J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications",
   ISMVL 2010.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import count
from types import TracebackType
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np

from lifesat.problems.life.cell_sets import Mask
from lifesat.problems.life.orphan import RequiredCells
from lifesat.problems.life.predecessor import Predecessor
from lifesat.sat.executors import Inline, Pool
from lifesat.sat.solver import Solver, run_in_thread
from lifesat.sat.solver_setup import SolverSetup
from lifesat.sat.task_pool import TaskSet

P = ParamSpec("P")
T = TypeVar("T")

# Other processes take about half a second to start.
_ALONE_SECONDS = 1.0
_ALONE_SLICE = 0.25
# Stopping waits for running slices.
_POOL_SLICE = 5.0
_CONFLICTS = 5000
# The limit of conflicts for a trial in the first round, and its factor for each further round.
_FIRST_ROUND = 5000
_MORE = 4
# Cells are tried in a random order, which favours no side of the target, and always in the same.
_SEED = 0

_NUMBERS = count()


@dataclass(frozen=True)
class Work:
    """What the trials of one minimisation share.

    Attributes
    ----------
    setup
        The target's predecessors, encoding and solver.
    number
        Unique for each minimisation: a cell that is necessary in one may not be in another.
    """

    setup: SolverSetup = field(hash=False)
    number: int


@dataclass(frozen=True)
class Trial:
    """A slice of deciding whether some required cells are an orphan.

    Attributes
    ----------
    work
        The minimisation.
    needed
        The cells known to be necessary, by their numbers in
        `lifesat.problems.life.orphan.RequiredCells`.
    cells
        The other cells.
    conflicts
        About the limit of conflicts.
    seconds
        The length of the slice.
    """

    work: Work
    needed: frozenset[int]
    cells: tuple[int, ...]
    conflicts: int
    seconds: float


class Verdict(NamedTuple):
    """The result of a trial.

    Attributes
    ----------
    orphan
        Whether the cells are an orphan, or None if the slice has not decided that.
    core
        Cells that are an orphan together with the necessary ones.
    conflicts
        How many conflicts are left; 0 if the trial has reached its limit.
    """

    orphan: bool | None
    core: frozenset[int] = frozenset()
    conflicts: int = 0


class _TrialSolver:
    """A solver with required cells as assumptions, and necessary cells as unit clauses."""

    def __init__(self, setup: SolverSetup) -> None:
        problem = _target(setup)
        self.required = RequiredCells(problem)
        self.projection = problem.projection
        self.solver = Solver(self.required.formula(setup.encoding), setup.solver)
        self._fixed: set[int] = set()

    def fix(self, needed: frozenset[int]) -> None:
        """Add unit clauses for necessary cells."""
        for cell in sorted(needed - self._fixed):
            self.solver.add([int(self.required.assumptions[cell])])
        self._fixed |= needed


@lru_cache(maxsize=1)
def _trial_solver(work: Work) -> _TrialSolver:
    """Return the solver for a minimisation; a process keeps the last one and what it learned."""
    return _TrialSolver(work.setup)


def run_trial(trial: Trial) -> Verdict:
    """Run one trial.

    Raises
    ------
    AssertionError
        If a model of the formula does not evolve into the target.
    """
    solver = _trial_solver(trial.work)
    solver.fix(trial.needed)
    cells = np.array(trial.cells, dtype=np.intp)
    assumptions = solver.required.assumptions[cells].tolist()
    end = time.perf_counter() + trial.seconds
    answer, conflicts = None, trial.conflicts
    while answer is None and conflicts > 0 and time.perf_counter() < end:
        before = solver.solver.conflicts
        answer = run_in_thread(
            partial(solver.solver.solve, min(conflicts, _CONFLICTS), assumptions)
        )
        conflicts -= max(1, solver.solver.conflicts - before)
    if answer is None:
        return Verdict(None, conflicts=max(0, conflicts))
    if not answer:
        core = np.isin(assumptions, solver.solver.core() if assumptions else [])
        return Verdict(orphan=True, core=frozenset(cells[core].tolist()))
    part = solver.required.part(_mask(trial.needed.union(trial.cells), len(solver.required)))
    model = np.array([solver.solver.model(solver.projection)], dtype=np.int32)
    if not part.verify(part.boards(model)).all():
        raise AssertionError("a model of the formula is not a valid predecessor")
    return Verdict(orphan=False)


def _mask(cells: Iterable[int], size: int) -> Mask:
    """Return a set of cells as an array of shape ``(size,)``."""
    chosen = np.zeros(size, dtype=bool)
    chosen[list(cells)] = True
    return chosen


def _target(setup: SolverSetup) -> Predecessor:
    """Return the problem of a setup, the predecessors of a target."""
    if not isinstance(setup.problem, Predecessor):
        raise TypeError(f"orphans are about predecessors, not {setup.problem.nouns}")
    return setup.problem


class LazyPool(Executor):
    """One process for the first second, then several; a context manager.

    Parameters
    ----------
    workers
        The number of processes.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._alone_until = time.perf_counter() + _ALONE_SECONDS
        self._inline = Inline()
        self._pool: Pool | None = None

    @property
    def alone(self) -> bool:
        """Whether a task that is submitted now runs in this process."""
        return self._workers == 1 or time.perf_counter() < self._alone_until

    @property
    def workers(self) -> int:
        """The number of tasks that run at once."""
        return 1 if self.alone else self._workers

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a task at once, or submit it to a process."""
        if self.alone:
            return self._inline.submit(fn, *args, **kwargs)
        self._pool = self._pool or Pool(self._workers)
        return self._pool.submit(fn, *args, **kwargs)

    def suspended(self) -> AbstractContextManager[None]:
        """Let the processes rest."""
        return nullcontext() if self._pool is None else self._pool.suspended()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Kill the processes."""
        if self._pool is not None:
            self._pool.kill()


class Minimisation:
    """Removes required cells from an orphan, slice by slice.

    Parameters
    ----------
    setup
        The target's predecessors (``free`` outside), encoding and solver.
    pool
        Runs the trials.
    earlier
        What `sets` returned in an earlier search, to go on from there; None to begin.

    Attributes
    ----------
    orphan
        Whether the target, or what is required of it, is an orphan; None while that is unknown.
    complete
        Whether all required cells are necessary, or the target is not an orphan.
    """

    def __init__(
        self, setup: SolverSetup, pool: LazyPool, earlier: tuple[Mask, Mask] | None = None
    ) -> None:
        self.orphan: bool | None = None
        self.complete = False
        self._problem = RequiredCells(_target(setup))
        self._work = Work(setup, next(_NUMBERS))
        self._pool = pool
        self._trials: TaskSet[int | None, Trial, Verdict] = TaskSet(pool, run_trial)
        self._running: dict[int | None, Trial] = {}
        size = len(self._problem)
        sets = earlier or (np.ones(size, dtype=bool), np.zeros(size, dtype=bool))
        self._required, self._needed = (frozenset(np.flatnonzero(each).tolist()) for each in sets)
        self._conflicts = _FIRST_ROUND
        # Cells to try in this round, and in the next.
        self._waiting: deque[int] = deque()
        self._undecided: list[int] = []

    @property
    def required(self) -> int:
        """The number of required cells in the smallest orphan so far."""
        return len(self._required)

    @property
    def needed(self) -> int:
        """How many of them are known to be necessary."""
        return len(self._needed)

    def sets(self) -> tuple[Mask, Mask]:
        """Return the required cells, and those known to be necessary, to go on from later."""
        size = len(self._problem)
        return _mask(self._required, size), _mask(self._needed, size)

    def part(self) -> Predecessor:
        """Return the problem of the predecessors of the smallest orphan so far."""
        return self._problem.part(self.sets()[0])

    def advance(self, seconds: float) -> None:
        """Search for about `seconds`."""
        end = time.perf_counter() + seconds
        while not self.complete and time.perf_counter() < end:
            self._send()
            for removed, verdict in self._trials.completed(max(0.0, end - time.perf_counter())):
                self._learn(removed, verdict)
            waiting = self._waiting or self._undecided or self._trials
            self.complete = self.orphan is False or not (self.orphan is None or waiting)

    def _send(self) -> None:
        """Start a trial for every idle worker."""
        if self.orphan is None and not self._trials:
            self._begin(None)
        while self._waiting and len(self._trials) < self._pool.workers:
            removed = self._waiting.popleft()
            if removed in self._required:
                self._begin(removed)
        if self._undecided and not (self._waiting or self._trials):
            self._conflicts *= _MORE
            self._waiting.extend(self._undecided)
            self._undecided.clear()

    def _begin(self, removed: int | None) -> None:
        """Start the trial of a cell, or with None a trial of all cells for the sake of its core."""
        cells = tuple(sorted(self._required - self._needed - {removed}))
        self._submit(removed, Trial(self._work, self._needed, cells, self._conflicts, 0.0))

    def _submit(self, removed: int | None, trial: Trial) -> None:
        seconds = _ALONE_SLICE if self._pool.alone else _POOL_SLICE
        self._running[removed] = replace(trial, seconds=seconds)
        self._trials.submit(removed, self._running[removed])

    def _learn(self, removed: int | None, verdict: Verdict) -> None:
        trial = self._running.pop(removed)
        if removed is None:
            self._learn_core(verdict)
        elif verdict.conflicts:
            self._submit(removed, replace(trial, conflicts=verdict.conflicts))
        elif verdict.orphan is None:
            self._undecided.append(removed)
        elif not verdict.orphan:
            self._needed |= {removed}
        elif self._required >= verdict.core:
            self._required = self._needed | verdict.core
        else:
            # Cells of the core have been removed meanwhile, so the remaining ones may have a parent
            # without this cell.
            self._waiting.appendleft(removed)

    def _learn_core(self, verdict: Verdict) -> None:
        self.orphan = verdict.orphan
        if self.orphan:
            self._required = self._needed | verdict.core
            random = np.random.default_rng(_SEED)
            self._waiting.extend(random.permutation(sorted(verdict.core)).tolist())
