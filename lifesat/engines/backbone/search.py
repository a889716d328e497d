"""Questions about single cells, answered by several processes in a search for forced cells.

Each question asks for a predecessor in which an open cell has the other state than in the first
one. It is a cube of one literal, so any process can search it from the start, by any setup. Every
question has another seed: predecessors that have little in common strike out many candidates.

A large board is searched strip by strip. One formula finds its predecessors slowly or not at all;
it is still what proves many cells to be forced at once, so both take turns.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from itertools import count
from types import TracebackType

import numpy as np

from lifesat.cnf.formula import interruptible
from lifesat.defaults import BACKBONE_SOLVER, SOLVER
from lifesat.engines.backbone.backbone import Backbone
from lifesat.engines.sat.enumerate import CALL_SECONDS
from lifesat.engines.sat.executors import GrowingPool
from lifesat.engines.sat.memory import check, fitting
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.search import no_solutions, unpack
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import Slice, SliceResult, SliceTasks, clear_solver_cache
from lifesat.engines.strips.engine import STRIPS, formula_engine
from lifesat.errors import StoppedError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem
from lifesat.system.processes import CALLS_END_WITH_PARENT

# Other processes start with new solvers, which does not pay where one formula needs some seconds
# (30x30 and 36x36 soups).
_ALONE_SECONDS = 10.0
# The time for strips after a group that one formula has left undecided.
_TURN_SECONDS = 1.0
_HERE_SLICE = 0.25
_POOL_SLICE = 2.0
# The slices of a question in the first round, and the factor for each further round.
_FIRST_ROUND = 8
_MORE = 4
# Questions are asked in a random order of cells, so that predecessors differ everywhere.
_SEED = 0


@dataclass
class _Question:
    """A question that is being answered."""

    # The index of the cell's variable in the search; None asks for any predecessor.
    cell: int | None
    # Every question has a seed of its own.
    setup: SolverSetup
    # How many more slices the question may take.
    slices: int


class CellQuestions:
    """Asks about open cells, several at once; a context manager.

    The search learns all answers. Without a solver, that of other searches is used.
    """

    def __init__(
        self,
        search: Backbone,
        problem: Predecessor,
        encoding: str,
        solver: str | None,
        workers: int,
        memory: int | None,
    ) -> None:
        engine = formula_engine(problem)
        # Whether predecessors are searched for strip by strip.
        self.strips = engine == STRIPS
        self._search = search
        self._setup = SolverSetup(
            problem,
            encoding,
            solver or SOLVER,
            engine,
            memory=memory,
            inprocessing=engine.inprocessing,
        )
        workers = fitting(workers, self._setup.bytes, memory)
        self._pool = GrowingPool(workers, 0.0 if self.strips else _ALONE_SECONDS)
        self._tasks: SliceTasks[_Question] = SliceTasks(self._pool)
        # One formula is asked in this process meanwhile; strips leave it little to do.
        self._most = workers if self.strips else workers - 1
        self._seeds = count(engine.seed or 1)
        self._chance = np.random.default_rng(_SEED)
        self._asked: set[int] = set()
        self._slices = _FIRST_ROUND

    def __enter__(self) -> "CellQuestions":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        clear_solver_cache()
        self._pool.__exit__(kind, error, traceback)

    def first(self, stop: Callable[[], bool]) -> Iterator[None]:
        """Search for a first predecessor until that is decided or `stop` returns true.

        Yields several times a second.
        """
        while self._search.exists is None and not stop():
            self._advance(_HERE_SLICE)
            yield

    def suspended(self) -> AbstractContextManager[None]:
        """Return a context in which other processes are suspended."""
        return self._pool.suspended()

    def take_turn(self, decided: bool) -> None:
        """Learn new answers and ask more, after a call to the solver of the one formula.

        If the call was not `decided`, strips get some time.
        """
        if self._pool.alone and (decided or not self.strips):
            return
        self._advance(_TURN_SECONDS if self.strips and not decided else 0.0)

    def _advance(self, seconds: float) -> None:
        """Learn what is answered within about `seconds`, or until all cells are settled."""
        end = time.perf_counter() + seconds
        while True:
            self._ask()
            if not self._tasks:
                return
            for question, result in self._tasks.completed(max(0.0, end - time.perf_counter())):
                self._learn(question, result)
            if time.perf_counter() >= end:
                return

    def _ask(self) -> None:
        """Ask as many questions as there are processes."""
        pending = {question.cell for question in self._tasks.pending()}
        while len(self._tasks) < self._most:
            if self._search.exists is None:
                cell = None
            else:
                cells = set(self._search.open_cells().tolist()) - pending
                if not cells:
                    return
                if cells <= self._asked:
                    self._asked.clear()
                    self._slices *= _MORE
                cell = int(self._chance.choice(sorted(cells - self._asked)))
            pending.add(cell)
            setup = replace(self._setup, seed=next(self._seeds))
            self._send(_Question(cell, setup, self._slices), None)

    def _send(self, question: _Question, token: str | None) -> None:
        known = no_solutions(question.setup.problem)
        cube = () if question.cell is None else self._search.cube(question.cell)
        # A process that can be killed is not interrupted while it calls its solver.
        here = self._pool.alone
        calls = CALL_SECONDS if here or not CALLS_END_WITH_PARENT else math.inf
        seconds = _HERE_SLICE if here else _POOL_SLICE
        task = Slice(question.setup, cube, known, seconds, 1, token, call_seconds=calls)
        self._tasks.submit(question, task)

    def _learn(self, question: _Question, result: SliceResult) -> None:
        """Pass an answer to the search; continue an undecided question while it has slices left."""
        search = self._search
        if len(result.packed):
            search.observe(unpack(result.packed, question.setup.problem.projection)[0])
        elif result.complete:
            search.refute(question.cell)
        elif question.cell is None:
            if search.exists is None:
                self._send(question, result.token)
        elif question.cell in search.open_cells():
            question.slices -= 1
            if question.slices > 0:
                self._send(question, result.token)
            else:
                self._asked.add(question.cell)


def forced_steps(
    search: Backbone,
    encoding: str,
    solver: str | None,
    stop: Callable[[], bool],
    *,
    memory: int | None,
    workers: int,
) -> Iterator[CellQuestions]:
    """Settle all cells of a search, or as many as possible until `stop` returns true.

    Yields after each call to a solver in this process, so that the other processes can be
    suspended. They start if the search takes some seconds, or at once for a large board. Without a
    solver, each method uses its quickest one. Raises MemoryLimitError if the formula would take too
    much memory, and UserError if worker processes were killed again and again.
    """
    problem = search.problem
    check_forced_memory(problem, encoding, solver, memory)
    with CellQuestions(search, problem, encoding, solver, workers, memory) as questions:
        if questions.strips:
            for _ in questions.first(stop):
                yield questions
            if not search.exists:
                return
        try:
            with interruptible(stop):
                formula = problem.formula(encoding)
                loaded = Solver(formula, solver or BACKBONE_SOLVER)
        except StoppedError:
            return
        with loaded:
            for decided in search.run(loaded, formula.variables, stop, tiles=questions.strips):
                questions.take_turn(decided)
                yield questions


def check_forced_memory(
    problem: Problem, encoding: str, solver: str | None, memory: int | None
) -> None:
    """Raise MemoryLimitError if the formula of the search would take too much memory."""
    setup = SolverSetup(problem, encoding, solver or BACKBONE_SOLVER, ONE_FORMULA)
    check(setup.bytes, memory)
