"""The search for forced cells: one formula in this process, and others that help."""

import time
from collections.abc import Callable
from contextlib import suppress

from lifesat.cnf.formula import interruptible
from lifesat.defaults import BACKBONE_SOLVER
from lifesat.errors import StoppedError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.sat.backbone import Backbone
from lifesat.sat.cell_questions import CellQuestions
from lifesat.sat.memory import check, search_bytes
from lifesat.sat.solver import Solver

_REPORT_SECONDS = 0.25


def find_forced(
    problem: Predecessor,
    encoding: str,
    solver: str | None,
    stop: Callable[[], bool],
    progress: Callable[[Backbone], None],
    *,
    at: int,
    memory: int | None,
    workers: int = 1,
) -> Backbone:
    """Find the cells that have the same state in every predecessor.

    Parameters
    ----------
    problem
        The predecessors of a target.
    encoding
        Its name.
    solver
        Its name, or None for the quickest of each method.
    stop
        Returns whether to stop.
    progress
        Called at the start and then about four times a second.
    at
        The generation, as for `Backbone`.
    memory
        The limit in bytes for all processes together, or None for half of the machine's memory.
    workers
        The number of processes that may search; others start if the first takes some seconds, or
        at once for a large board.

    Returns
    -------
    Backbone
        Not complete if the caller stopped it.

    Raises
    ------
    MemoryLimitError
        If the formula would take too much memory.
    UserError
        As for `Backbone`, or if worker processes were killed again and again.
    """
    search = Backbone(problem, at)
    name = solver or BACKBONE_SOLVER
    here = search_bytes(problem, encoding, name)
    check(here, memory)
    report = _Ticker(lambda: progress(search))
    with CellQuestions(search, problem, encoding, solver, workers, memory) as questions:
        if questions.strips:
            questions.first(stop, report.tick)
            if not search.exists:
                return search
        with suppress(StoppedError):
            with interruptible(stop):
                formula = problem.formula(encoding)
                loaded = Solver(formula, name)

            def turn(decided: bool) -> None:
                questions.take_turn(decided)
                report.tick()

            with loaded:
                search.run(loaded, formula.variables, stop, turn, tiles=questions.strips)
    return search


class _Ticker:
    """Calls a function about four times a second."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._next = 0.0

    def tick(self) -> None:
        """Call it, if it is time."""
        if time.perf_counter() >= self._next:
            self._call()
            self._next = time.perf_counter() + _REPORT_SECONDS
