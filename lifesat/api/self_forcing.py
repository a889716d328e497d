"""Self-forcing patches: whether a pattern is one, the largest and small ones inside it."""

from typing import Unpack

from lifesat.api.arguments import (
    EffortArguments,
    SequentialEffort,
    check_names,
    late,
    predecessor_problem,
    search_options,
)
from lifesat.api.orphans import Proof, prove_none
from lifesat.api.search import begin, last, patterns
from lifesat.defaults import PROVER
from lifesat.frontends.options.table import check
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.self_forcing import differing_predecessors
from lifesat.queries.self_forcing import LargestSelfForcing, MinimalSelfForcing, PatchQuery
from lifesat.queries.solutions import ListSolutions

__all__ = ["is_self_forcing", "prove_self_forcing", "self_forcing"]


def is_self_forcing(target: Pattern, *, period: int = 1, **effort: Unpack[EffortArguments]) -> bool:
    """Say whether every predecessor of a pattern, whatever surrounds it, contains the pattern.

    Parameters
    ----------
    target
        The pattern; `lifesat.UNKNOWN` cells do not count, all others of its box do.
    period
        The number of generations to go back: 1 for still lifes, the period for oscillators.
    **effort
        As for `lifesat.predecessors`.

    Raises
    ------
    UserError
        If an argument is invalid, or all cells are unknown.
    TimeLimitError
        If the time limit passed before the answer was known.

    References
    ----------
    V. Salo and I. Törmä, "What can oracles teach us about the ultimate fate of life?", ICALP 2022.

    Examples
    --------
    >>> is_self_forcing(Pattern.from_rows(["OO", "OO"]))
    False
    >>> is_self_forcing(Pattern.from_rows(["OO", "OO"], rule="B/S012345678"))
    True
    """
    problem = _problem(target, period)
    check(workers=effort.get("workers", 1))
    if effort.get("workers", 1) != 1 and effort.get("solver") is None:
        # Another solver looks for a predecessor meanwhile.
        effort["solver"] = PROVER
    options = search_options(problem, effort, limit=1)
    return last(begin(ListSolutions(problem), options, patterns, effort.get("progress"))) is None


def self_forcing(
    target: Pattern,
    *,
    period: int = 1,
    minimise: bool = False,
    restarts: int = 0,
    seed: int = 0,
    **effort: Unpack[EffortArguments],
) -> Pattern | None:
    """Find the largest or a minimal self-forcing patch inside a pattern.

    Parameters
    ----------
    target, period
        As for `lifesat.is_self_forcing`.
    minimise
        Whether to find a minimal patch, which needs all its cells, instead of the largest one.
    restarts
        With `minimise`: how often to change the smallest patch so far, and to minimise again.
    seed
        With `minimise`: the seed of the order in which cells are tried. With one worker, the same
        seed finds the same patch.
    **effort
        As for `lifesat.predecessors`; ``workers`` is for `minimise`. The ``total`` of a
        `lifesat.Progress` is the number of cells that are left, and ``found`` is how many of them
        are known to be necessary; it counts no conflicts.

    Returns
    -------
    Pattern or None
        The pattern with `lifesat.UNKNOWN` cells where the patch has none; None if there is no
        self-forcing patch.

    Raises
    ------
    UserError
        If an argument is invalid, or all cells are unknown.
    MemoryLimitError
        If the formula would take too much memory.
    TimeLimitError
        If the time limit passed first; with `minimise` its `best` is the smallest self-forcing
        patch so far, or None.

    References
    ----------
    V. Salo and I. Törmä, "What can oracles teach us about the ultimate fate of life?", ICALP 2022.

    Examples
    --------
    >>> print(self_forcing(Pattern.from_rows(["O.O"], rule="B1/S012345678")))
    ?.?
    """
    problem = _problem(target, period)
    check(minimise=minimise, restarts=restarts, seed=seed)
    options = search_options(problem, effort)
    query: PatchQuery = LargestSelfForcing(problem)
    if minimise:
        query = MinimalSelfForcing(problem, restarts=restarts, seed=seed)
    search = begin(query, options, patterns, effort.get("progress"))
    found: Pattern | None = None
    for known in search:
        if isinstance(known, Pattern):
            found = known.replace(name=problem.target.name, comments=())
    if search.status == "time_limit":
        what = "the search was complete" if minimise else "the largest patch was known"
        raise late(options.time_limit, what, found)
    return found


def prove_self_forcing(
    target: Pattern, *, period: int = 1, **effort: Unpack[SequentialEffort]
) -> Proof | None:
    """Prove that a pattern is self-forcing, in a form that other programs can check.

    Parameters
    ----------
    target, period
        As for `lifesat.is_self_forcing`.
    **effort
        As for `lifesat.prove`.

    Returns
    -------
    Proof or None
        None if a predecessor differs from the pattern.

    Raises
    ------
    UserError
        If an argument is invalid, or all cells are unknown.
    MemoryLimitError
        If the formula would take too much memory.
    TimeLimitError
        If the time limit passed before there was an answer.

    Examples
    --------
    >>> prove_self_forcing(Pattern.from_rows(["OO", "OO"])) is None
    True
    """
    check_names(effort, SequentialEffort)
    return prove_none(_problem(target, period), effort)


def _problem(target: Pattern, period: int) -> Predecessor:
    """Return the problem that has no solution if a pattern is self-forcing."""
    check(period=period)
    problem = predecessor_problem(target, {"generations": period, "outside": "free"})
    return differing_predecessors(problem.target, period)
