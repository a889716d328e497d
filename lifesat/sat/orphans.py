"""Minimal orphans and proofs that a target is an orphan, searched for until the caller stops."""

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from lifesat.cnf.formula import Formula, interruptible
from lifesat.errors import StoppedError
from lifesat.problems.life.orphan import RequiredCells
from lifesat.problems.life.predecessor import Predecessor
from lifesat.sat.memory import check, fitting, search_bytes, solver_bytes
from lifesat.sat.method import Method
from lifesat.sat.minimise import LazyPool, Minimisation
from lifesat.sat.proof import Prover

_SLICE_SECONDS = 0.25


class OrphanProof(NamedTuple):
    """A formula and the proof that it has no model.

    Attributes
    ----------
    formula
        The predecessors of the target.
    lines
        The proof in DRAT, or None if the formula has a model: the target has a parent.
    """

    formula: Formula
    lines: list[str] | None


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


def prove_orphan(
    problem: Predecessor,
    encoding: str,
    solver: str,
    stop: Callable[[], bool],
    progress: Callable[[Prover], None],
    *,
    memory: int | None,
) -> OrphanProof | None:
    """Search for a proof that a target is an orphan.

    Parameters
    ----------
    problem, encoding, stop, progress, memory
        As for `minimise_orphan`.
    solver
        One of `lifesat.defaults.PROVERS`.

    Returns
    -------
    OrphanProof or None
        None if the caller stopped the search.

    Raises
    ------
    MemoryLimitError
        If the formula would take too much memory.
    """
    check(search_bytes(problem, encoding, solver), memory)
    try:
        with interruptible(stop):
            formula = problem.formula(encoding)
            prover = Prover(formula, solver)
    except StoppedError:
        return None
    with prover:
        while prover.proved is None and not stop():
            prover.advance(_SLICE_SECONDS)
            progress(prover)
        if prover.proved is None:
            return None
        return OrphanProof(formula, prover.lines() if prover.proved else None)
