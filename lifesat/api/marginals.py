"""How probable it is for each cell that a predecessor has it live."""

from typing import Unpack

from lifesat.api.arguments import Conditions, predecessor_problem
from lifesat.api.counts import sweep_limits
from lifesat.engines.options import Options
from lifesat.frontier.estimates import MarginalEstimates
from lifesat.frontier.estimates import estimate_marginals as estimate
from lifesat.frontier.marginals import Marginals, count_marginals
from lifesat.life.pattern import Pattern
from lifesat.system.machine import memory_limit

__all__ = ["estimate_marginals", "marginals"]


def marginals(
    target: Pattern,
    *,
    memory: int | None = None,
    disk: int | None = None,
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

    Examples
    --------
    >>> block = Pattern.from_rows(["OO", "OO"])
    >>> found = marginals(block, margin=0)
    >>> found.total, found.live.tolist(), found.probabilities.tolist()
    (5, [[4, 4], [4, 4]], [[0.8, 0.8], [0.8, 0.8]])
    """
    problem = predecessor_problem(target, conditions)
    return count_marginals(problem, sweep_limits(memory, disk))


def estimate_marginals(
    target: Pattern,
    samples: int = 100,
    *,
    seed: int = 0,
    memory: int | None = None,
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

    Examples
    --------
    >>> block = Pattern.from_rows(["OO", "OO"])
    >>> estimates = estimate_marginals(block, margin=0)
    >>> estimates.probabilities.round(1).tolist()
    [[0.8, 0.8], [0.8, 0.8]]
    """
    problem = predecessor_problem(target, conditions)
    Options(memory=memory)
    return estimate(problem, samples, seed, memory_limit(memory))
