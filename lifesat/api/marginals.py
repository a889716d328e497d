"""How probable it is for each cell that a predecessor has it live."""

from collections.abc import Callable
from typing import Unpack

from lifesat.api.arguments import (
    Conditions,
    EffortArguments,
    predecessor_problem,
    sweep_options,
)
from lifesat.api.search import known_at_end
from lifesat.engines.frontier.estimates import MarginalEstimates
from lifesat.engines.frontier.marginals import Marginals
from lifesat.life.pattern import Pattern
from lifesat.queries.events import Progress
from lifesat.queries.marginals import CountMarginals, EstimateMarginals

__all__ = ["estimate_marginals", "marginals"]

_KNOWN = "the numbers were known"


def marginals(
    target: Pattern,
    *,
    memory: int | None = None,
    disk: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    **conditions: Unpack[Conditions],
) -> Marginals:
    """Count, for each cell, the predecessors of a pattern that have it live.

    Parameters
    ----------
    target
        The pattern.
    memory
        Bytes; None allows half of the machine's memory.
    disk
        Bytes of temporary files; as for `count`.
    time_limit
        Seconds, or None for no limit.
    progress
        Called with a `lifesat.Progress` about four times a second; its ``phase`` says how far the
        work is.
    **conditions
        As for `predecessors`: outside, margin, ...; only one generation back.

    Returns
    -------
    Marginals
        Exact numbers; its `total` is 0 if there is no predecessor.

    Raises
    ------
    UserError
        If an argument is invalid, or if no frontier fits in memory; see `estimate_marginals`.
    TimeLimitError
        If the time limit passed before the numbers were known.

    Examples
    --------
    >>> block = Pattern.from_rows(["OO", "OO"])
    >>> found = marginals(block, margin=0)
    >>> found.total, found.live.tolist(), found.probabilities.tolist()
    (5, [[4, 4], [4, 4]], [[0.8, 0.8], [0.8, 0.8]])
    """
    problem = predecessor_problem(target, conditions)
    effort: EffortArguments = {"memory": memory, "time_limit": time_limit, "progress": progress}
    query = CountMarginals(problem)
    options = sweep_options(problem, effort, disk)
    return query.all_marginals(known_at_end(query, options, progress, _KNOWN))


def estimate_marginals(
    target: Pattern,
    samples: int = 100,
    *,
    seed: int = 0,
    memory: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    **conditions: Unpack[Conditions],
) -> MarginalEstimates:
    """Estimate, for each cell, how probable it is that a predecessor of a pattern has it live.

    For patterns that are too large for `marginals`.

    Parameters
    ----------
    target
        The pattern.
    samples
        The number of independent samples, at least 10. Errors fall with its square root.
    seed
        The same seed gives the same estimates.
    memory
        Bytes; None allows half of the machine's memory.
    time_limit
        Seconds, or None for no limit.
    progress
        Called with a `lifesat.Progress` about four times a second; its ``phase`` says how far the
        work is.
    **conditions
        As for `predecessors`: outside, margin, ...; only one generation back.

    Returns
    -------
    MarginalEstimates
        Probabilities with their standard errors, and how many predecessors there are about.

    Raises
    ------
    UserError
        If an argument is invalid, or if the samples differ too much for an estimate.
    TimeLimitError
        If the time limit passed before the numbers were known.

    Examples
    --------
    >>> block = Pattern.from_rows(["OO", "OO"])
    >>> estimates = estimate_marginals(block, margin=0)
    >>> estimates.probabilities.round(1).tolist()
    [[0.8, 0.8], [0.8, 0.8]]
    """
    problem = predecessor_problem(target, conditions)
    effort: EffortArguments = {"memory": memory, "time_limit": time_limit, "progress": progress}
    query = EstimateMarginals(problem, samples, seed)
    known = known_at_end(query, sweep_options(problem, effort, None), progress, _KNOWN)
    found = query.estimates(known)
    if found is None:
        raise AssertionError("an estimate ended without numbers")
    return found
