"""Minimal orphans, searched for until the caller stops."""

from collections.abc import Callable
from contextlib import suppress

from lifesat.cnf.formula import interruptible
from lifesat.errors import StoppedError
from lifesat.problems.life.orphan import RequiredCells
from lifesat.problems.life.predecessor import Predecessor
from lifesat.sat.memory import check, fitting, solver_bytes
from lifesat.sat.method import Method
from lifesat.sat.minimise import LazyPool, Minimisation

_SLICE_SECONDS = 0.25


def minimise_orphan(
    problem: Predecessor,
    encoding: str,
    solver: str,
    stop: Callable[[], bool],
    progress: Callable[[Minimisation], None],
    *,
    workers: int,
    memory: int | None,
) -> Minimisation:
    """Remove required cells from an orphan until all are necessary.

    Parameters
    ----------
    problem
        The predecessors of the target, with nothing assumed outside.
    encoding, solver
        Their names.
    stop
        Returns whether to stop.
    progress
        Called about four times a second.
    workers
        The most processes.
    memory
        The limit in bytes for all processes, or None for half of the machine's memory.

    Returns
    -------
    Minimisation
        Not complete if the caller stopped it.

    Raises
    ------
    MemoryLimitError
        If the formula would take too much memory.
    """
    each = solver_bytes(RequiredCells.formula_size(problem, encoding), solver)
    check(each, memory)
    with LazyPool(fitting(workers, each, memory)) as pool:
        search = Minimisation(Method(problem, encoding, solver), pool)
        while not search.complete and not stop():
            with suppress(StoppedError), interruptible(stop):
                search.advance(_SLICE_SECONDS)
            progress(search)
    return search
