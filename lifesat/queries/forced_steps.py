"""The search for forced cells: one formula in this process, and others that help."""

from collections.abc import Callable, Iterator

from lifesat.cnf.formula import interruptible
from lifesat.defaults import BACKBONE_SOLVER
from lifesat.errors import StoppedError
from lifesat.problems.problem import Problem
from lifesat.queries.forced_backbone import Backbone
from lifesat.queries.forced_cell_questions import CellQuestions
from lifesat.sat.memory import check
from lifesat.sat.one_formula import ONE_FORMULA
from lifesat.sat.solver import Solver
from lifesat.sat.solver_setup import SolverSetup


def forced_steps(
    search: Backbone,
    encoding: str,
    solver: str | None,
    stop: Callable[[], bool],
    *,
    memory: int | None,
    workers: int,
) -> Iterator[CellQuestions]:
    """Settle the cells of a search, or those that can be settled until the caller stops it.

    Parameters
    ----------
    search
        May know of some cells already.
    encoding, solver
        Their names; without a solver, the quickest of each method.
    stop
        Returns whether to stop.
    memory
        The limit in bytes for all processes together, or None for half of the machine's memory.
    workers
        The number of processes that may search; others start if the first takes some seconds, or
        at once for a large board.

    Yields
    ------
    CellQuestions
        After each call to a solver here: the other processes, which may be suspended.

    Raises
    ------
    MemoryLimitError
        If the formula would take too much memory.
    UserError
        If worker processes were killed again and again.
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
    """Refuse a search for forced cells whose formula would take too much memory.

    Raises
    ------
    MemoryLimitError
        If it would.
    """
    setup = SolverSetup(problem, encoding, solver or BACKBONE_SOLVER, ONE_FORMULA)
    check(setup.bytes, memory)
