"""The cells that have the same state in every predecessor."""

from typing import Unpack

from lifesat.api.arguments import (
    Arguments,
    late,
    predecessor_problem,
    search_options,
    split,
)
from lifesat.api.search import Search, begin, patterns
from lifesat.frontends.options.table import check
from lifesat.life.pattern import Pattern
from lifesat.queries.forced_cells import ForcedCells

__all__ = ["forced", "forced_cells"]


def forced(target: Pattern, *, at: int = 0, **arguments: Unpack[Arguments]) -> Pattern | None:
    """Find the cells that have the same state in every predecessor of a pattern.

    Parameters
    ----------
    target
        The pattern; may hold cells `lifesat.UNKNOWN`.
    at
        The generation whose cells are asked about, from 0, the first, to ``generations - 1``.
    **arguments
        Conditions and effort: as for `lifesat.predecessors`, without ``limit`` and what
        else concerns lists. The ``found`` of a `lifesat.Progress` is the number of cells of
        which it is known whether they are forced, and ``total`` is the number of all cells; it
        counts no conflicts.

    Returns
    -------
    Pattern or None
        Forced cells are dead or live, all others `lifesat.UNKNOWN`. None if there is no
        predecessor.

    Raises
    ------
    UserError
        If an argument is invalid.
    MemoryLimitError
        If the formula would take too much memory.
    TimeLimitError
        If the time limit passed first. Its `best` has the forced cells that were found so far; it
        is None if no predecessor was found.

    References
    ----------
    M. Janota, I. Lynce and J. Marques-Silva, "Algorithms for Computing Backbones of Propositional
    Formulae", AI Communications 28, 2015.

    Examples
    --------
    >>> ship = Pattern.from_rows(["OO.", "O.O", ".OO"])
    >>> print(forced(ship, margin=0))
    OO.
    O.O
    .OO
    >>> forced(Pattern.from_rows(["O"]), margin=0) is None
    True
    """
    search = forced_cells(target, at=at, **arguments)
    found: Pattern | None = None
    for found in search:  # noqa: B007  # the last one is wanted
        pass
    if not search.proved_complete:
        raise late(search.options.time_limit, "all cells were settled", found)
    return found


def forced_cells(
    target: Pattern, *, at: int = 0, **arguments: Unpack[Arguments]
) -> Search[Pattern]:
    """Search for the cells that have the same state in every predecessor of a pattern.

    This is `forced` step by step, and what `lifesat.submit` takes to make it a job.

    Parameters
    ----------
    target, at, **arguments
        As for `forced`.

    Returns
    -------
    Search of Pattern
        Patterns as `forced` returns them, each with at least as many forced cells as the one
        before. The last one is the answer if the search is proved complete, and otherwise what was
        known at its end.

    Raises
    ------
    UserError
        If an argument is invalid.
    MemoryLimitError
        If the formula would take too much memory.

    Examples
    --------
    >>> ship = Pattern.from_rows(["OO.", "O.O", ".OO"])
    >>> search = forced_cells(ship, margin=0)
    >>> *_, last = search
    >>> search.proved_complete, last == forced(ship, margin=0)
    (True, True)
    """
    conditions, effort = split(arguments)
    check(at=at)
    problem = predecessor_problem(target, conditions)
    options = search_options(problem, effort)
    return begin(ForcedCells(problem, at), options, patterns, effort.get("progress"))
