"""Minimal orphans: required cells are left out of an orphan until none can be spared.

Assumption cores come first, then deletion: one required cell is left open, and either the others
still have no parent, whence a core of them goes on, or there is a parent, and the cell is needed in
every orphan inside (deletion and cores as for minimal unsatisfiable subsets; J. Marques-Silva,
"Minimal Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010). Cells that are needed
are found in any order, so several are tried at once.
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import lru_cache
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
_POOL_SLICE = 30.0
_CONFLICTS = 5000


@dataclass(frozen=True)
class Trial:
    """Some seconds of asking whether some required cells are an orphan.

    Attributes
    ----------
    method
        The target's predecessors, encoding and solver.
    cells
        The numbers of the cells; see `lifesat.problems.orphan.RequiredCells`.
    seconds
        How long.
    """

    method: Method
    cells: tuple[int, ...]
    seconds: float


class Verdict(NamedTuple):
    """What a trial showed.

    Attributes
    ----------
    orphan
        Whether the cells are an orphan, or None when the time was over first.
    core
        Those of them that are an orphan by themselves.
    """

    orphan: bool | None
    core: tuple[int, ...]


class _Bench:
    """A solver with the required cells as assumptions."""

    def __init__(self, method: Method) -> None:
        problem = Predecessor.from_json(method.problem)
        self.required = RequiredCells(problem)
        self.projection = problem.projection
        self.solver = Solver(self.required.formula(method.encoding), method.solver)


@lru_cache(maxsize=1)
def _bench(method: Method) -> _Bench:
    """Return the solver for a method; a process keeps the last one with all it has learned."""
    return _Bench(method)


def run_trial(trial: Trial) -> Verdict:
    """Do one trial.

    Raises
    ------
    AssertionError
        If a model of the formula is no parent by plain Life.
    """
    bench = _bench(trial.method)
    cells = np.array(trial.cells, dtype=np.intp)
    assumptions = bench.required.assumptions[cells].tolist()
    end = time.perf_counter() + trial.seconds
    answer = None
    while answer is None and time.perf_counter() < end:
        answer = apart(lambda: bench.solver.solve(_CONFLICTS, assumptions))
    if answer is None:
        return Verdict(None, ())
    if not answer:
        core = np.isin(assumptions, bench.solver.core())
        return Verdict(orphan=True, core=tuple(cells[core].tolist()))
    part = bench.required.part(cells)
    model = np.array([bench.solver.model(bench.projection)], dtype=np.int32)
    if not part.holds(part.boards(model)).all():
        raise AssertionError("a model of the formula is no parent by plain Life")
    return Verdict(orphan=False, core=())


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
            self._pool.shutdown(wait=False, cancel_futures=True)


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
        self._method = method
        self._crew = crew
        self._trials: Errands[int | None, Trial, Verdict] = Errands(crew, run_trial)
        self._required = set(range(len(self._problem)))
        self._needed: set[int] = set()
        # None stands for a trial that leaves out no cell, for the sake of its core.
        self._waiting: deque[int | None] = deque([None])
        self._asked: dict[int | None, tuple[int, ...]] = {}

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
            self.complete = self.orphan is False or not (self._waiting or self._trials)

    def _send(self) -> None:
        """Begin as many trials as there are workers for."""
        while self._waiting and len(self._trials) < self._crew.workers:
            left_out = self._waiting.popleft()
            if left_out is None or left_out in self._required:
                asked = tuple(sorted(self._required - {left_out}))
                self._begin(left_out, asked)

    def _begin(self, left_out: int | None, asked: Sequence[int]) -> None:
        self._asked[left_out] = tuple(asked)
        seconds = _ALONE_SLICE if self._crew.alone else _POOL_SLICE
        self._trials.send(left_out, Trial(self._method, tuple(asked), seconds))

    def _learn(self, left_out: int | None, verdict: Verdict) -> None:
        asked = self._asked.pop(left_out)
        if verdict.orphan is None:
            self._begin(left_out, asked)
        elif left_out is None:
            self._learn_core(verdict)
        elif not verdict.orphan:
            self._needed.add(left_out)
        elif self._required.issuperset(verdict.core):
            self._required = set(verdict.core)
        else:
            # Cells of the core have been left out meanwhile; what is left may be no orphan without
            # this cell.
            self._waiting.appendleft(left_out)

    def _learn_core(self, verdict: Verdict) -> None:
        self.orphan = verdict.orphan
        if self.orphan:
            shrunk = len(verdict.core) < len(self._required)
            self._required = set(verdict.core)
            self._waiting.extend([None] if shrunk else sorted(self._required))
