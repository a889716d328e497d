"""Minimal orphans: required cells are left out of an orphan until none can be spared.

Assumption cores come first, then deletion: one required cell is left open, and either the others
still have no parent, whence a core of them goes on, or there is a parent, and the cell is needed in
every orphan inside (deletion and cores as for minimal unsatisfiable subsets; J. Marques-Silva,
"Minimal Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010). Cells that are needed
are found in any order, so several are tried at once.

Trials differ in how hard they are by factors of thousands. Each has a number of conflicts; what is
not decided then waits until all other cells have been tried, and has more the next time. By then
the orphan has shrunk, the solver has learned, and cells known to be needed are clauses and no
longer assumptions.
"""

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import count
from types import TracebackType
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np

from lifesat.problems.orphan import RequiredCells
from lifesat.problems.predecessor import Predecessor
from lifesat.solving.executors import Inline, Pool
from lifesat.solving.flights import Errands
from lifesat.solving.slices import Method
from lifesat.solving.solver import Solver, apart

P = ParamSpec("P")
T = TypeVar("T")

# Other processes take about half a second to start.
_ALONE_SECONDS = 1.0
_ALONE_SLICE = 0.25
# Whoever ends the work waits for slices that are under way.
_POOL_SLICE = 5.0
_CONFLICTS = 5000
# How many conflicts a trial has at first, and how many times more in each round.
_FIRST_ROUND = 5000
_MORE = 4
# The cells are tried in an order that favours no side of the target, always the same.
_SEED = 0

_NUMBERS = count()


@dataclass(frozen=True)
class Work:
    """What the trials of one minimisation have in common.

    Attributes
    ----------
    method
        The target's predecessors, encoding and solver.
    number
        Another one for each minimisation: what is needed in one may be spared in another.
    """

    method: Method
    number: int


@dataclass(frozen=True)
class Trial:
    """Some seconds of asking whether some required cells are an orphan.

    Attributes
    ----------
    work
        What is minimised.
    needed
        The cells that are required for good, by their numbers in
        `lifesat.problems.orphan.RequiredCells`.
    cells
        The other cells.
    conflicts
        About how many conflicts may be met.
    seconds
        How long.
    """

    work: Work
    needed: frozenset[int]
    cells: tuple[int, ...]
    conflicts: int
    seconds: float


class Verdict(NamedTuple):
    """What a trial showed.

    Attributes
    ----------
    orphan
        Whether the cells are an orphan, or None while that is not known.
    core
        Those cells, of the ones that are not needed for good, that are an orphan with these.
    conflicts
        How many conflicts are left; none if the trial has had its share.
    """

    orphan: bool | None
    core: frozenset[int] = frozenset()
    conflicts: int = 0


class _Bench:
    """A solver with the required cells as assumptions, or as clauses once they are needed."""

    def __init__(self, method: Method) -> None:
        problem = Predecessor.from_json(method.problem)
        self.required = RequiredCells(problem)
        self.projection = problem.projection
        self.solver = Solver(self.required.formula(method.encoding), method.solver)
        self._fixed: set[int] = set()

    def fix(self, needed: frozenset[int]) -> None:
        """Require cells for good."""
        for cell in sorted(needed - self._fixed):
            self.solver.add([int(self.required.assumptions[cell])])
        self._fixed |= needed


@lru_cache(maxsize=1)
def _bench(work: Work) -> _Bench:
    """Return the solver for a work; a process keeps the last one with all it has learned."""
    return _Bench(work.method)


def run_trial(trial: Trial) -> Verdict:
    """Do one trial.

    Raises
    ------
    AssertionError
        If a model of the formula is no parent by plain Life.
    """
    bench = _bench(trial.work)
    bench.fix(trial.needed)
    cells = np.array(trial.cells, dtype=np.intp)
    assumptions = bench.required.assumptions[cells].tolist()
    end = time.perf_counter() + trial.seconds
    answer, conflicts = None, trial.conflicts
    while answer is None and conflicts > 0 and time.perf_counter() < end:
        before = bench.solver.conflicts
        answer = apart(partial(bench.solver.solve, min(conflicts, _CONFLICTS), assumptions))
        conflicts -= max(1, bench.solver.conflicts - before)
    if answer is None:
        return Verdict(None, conflicts=max(0, conflicts))
    if not answer:
        core = np.isin(assumptions, bench.solver.core() if assumptions else [])
        return Verdict(orphan=True, core=frozenset(cells[core].tolist()))
    part = bench.required.part(np.array(sorted(trial.needed.union(trial.cells)), dtype=np.intp))
    model = np.array([bench.solver.model(bench.projection)], dtype=np.int32)
    if not part.holds(part.boards(model)).all():
        raise AssertionError("a model of the formula is no parent by plain Life")
    return Verdict(orphan=False)


class Crew(Executor):
    """One process for the first second, then several; a context manager.

    Parameters
    ----------
    workers
        How many processes may work.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._alone_until = time.perf_counter() + _ALONE_SECONDS
        self._inline = Inline()
        self._pool: Pool | None = None

    @property
    def alone(self) -> bool:
        """Whether what is submitted now runs in this process."""
        return self._workers == 1 or time.perf_counter() < self._alone_until

    @property
    def workers(self) -> int:
        """How many tasks run at once."""
        return 1 if self.alone else self._workers

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run at once, or hand to a process."""
        if self.alone:
            return self._inline.submit(fn, *args, **kwargs)
        self._pool = self._pool or Pool(self._workers)
        return self._pool.submit(fn, *args, **kwargs)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the processes without waiting for them."""
        if self._pool is not None:
            self._pool.kill()


class Minimisation:
    """Leaves required cells out of an orphan, slice by slice.

    Parameters
    ----------
    method
        The target's predecessors (``free`` outside), encoding and solver.
    crew
        Runs the trials.

    Attributes
    ----------
    orphan
        Whether the target is an orphan at all; None while that is unknown.
    complete
        Whether no other required cell can be spared, or the target is no orphan.
    """

    def __init__(self, method: Method, crew: Crew) -> None:
        self.orphan: bool | None = None
        self.complete = False
        self._problem = RequiredCells(Predecessor.from_json(method.problem))
        self._work = Work(method, next(_NUMBERS))
        self._crew = crew
        self._trials: Errands[int | None, Trial, Verdict] = Errands(crew, run_trial)
        self._asked: dict[int | None, Trial] = {}
        self._required = frozenset(range(len(self._problem)))
        self._needed: frozenset[int] = frozenset()
        self._conflicts = _FIRST_ROUND
        # Cells to be left out in this round, and in the next.
        self._waiting: deque[int] = deque()
        self._undecided: list[int] = []

    @property
    def required(self) -> int:
        """The number of required cells in the smallest orphan so far."""
        return len(self._required)

    @property
    def needed(self) -> int:
        """How many of them are known to be needed."""
        return len(self._needed)

    def part(self) -> Predecessor:
        """Return the problem that asks for the smallest orphan so far."""
        return self._problem.part(np.array(sorted(self._required), dtype=np.intp))

    def advance(self, seconds: float) -> None:
        """Go on for about `seconds`."""
        end = time.perf_counter() + seconds
        while not self.complete and time.perf_counter() < end:
            self._send()
            for left_out, verdict in self._trials.landed(max(0.0, end - time.perf_counter())):
                self._learn(left_out, verdict)
            waiting = self._waiting or self._undecided or self._trials
            self.complete = self.orphan is False or not (self.orphan is None or waiting)

    def _send(self) -> None:
        """Begin as many trials as there are workers for."""
        if self.orphan is None and not self._trials:
            self._begin(None)
        while self._waiting and len(self._trials) < self._crew.workers:
            left_out = self._waiting.popleft()
            if left_out in self._required:
                self._begin(left_out)
        if self._undecided and not (self._waiting or self._trials):
            self._conflicts *= _MORE
            self._waiting.extend(self._undecided)
            self._undecided.clear()

    def _begin(self, left_out: int | None) -> None:
        """Begin a trial; None stands for one that leaves out no cell, for the sake of its core."""
        cells = tuple(sorted(self._required - self._needed - {left_out}))
        self._go_on(left_out, Trial(self._work, self._needed, cells, self._conflicts, 0.0))

    def _go_on(self, left_out: int | None, trial: Trial) -> None:
        seconds = _ALONE_SLICE if self._crew.alone else _POOL_SLICE
        self._asked[left_out] = replace(trial, seconds=seconds)
        self._trials.send(left_out, self._asked[left_out])

    def _learn(self, left_out: int | None, verdict: Verdict) -> None:
        trial = self._asked.pop(left_out)
        if left_out is None:
            self._learn_core(verdict)
        elif verdict.conflicts:
            self._go_on(left_out, replace(trial, conflicts=verdict.conflicts))
        elif verdict.orphan is None:
            self._undecided.append(left_out)
        elif not verdict.orphan:
            self._needed |= {left_out}
        elif self._required >= verdict.core:
            self._required = self._needed | verdict.core
        else:
            # Cells of the core have been left out meanwhile; what is left may be no orphan without
            # this cell.
            self._waiting.appendleft(left_out)

    def _learn_core(self, verdict: Verdict) -> None:
        self.orphan = verdict.orphan
        if self.orphan:
            self._required = verdict.core
            chance = np.random.default_rng(_SEED)
            self._waiting.extend(chance.permutation(sorted(verdict.core)).tolist())
