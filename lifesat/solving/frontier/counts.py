"""The numbers of parents of a target: all, and by population."""

from dataclasses import replace
from itertools import zip_longest

import numpy as np

from lifesat.pattern import UNKNOWN
from lifesat.problems.predecessor import Predecessor
from lifesat.solving.frontier.plan import Plan, make_plan
from lifesat.solving.frontier.sweep import count
from lifesat.spacetime import FALSE, TRUE


def count_parents(problem: Predecessor, most_bytes: int | None = None) -> int:
    """Return how many parents a target has, exactly.

    Parameters
    ----------
    problem
        One generation back.
    most_bytes
        The most memory to take, or None for no limit.

    Raises
    ------
    OutOfReachError
        If the memory does not suffice, or if more than one generation is asked for.

    Examples
    --------
    >>> from lifesat import Pattern
    >>> count_parents(Predecessor(Pattern.from_rows(["." * 6] * 6), margin=0))
    1093273
    """
    if problem.least or problem.most is not None:
        return sum(count_by_population(problem, most_bytes))
    everything = count(_plan(problem), most_bytes=most_bytes)[0]
    if problem.different:
        return everything - count(_plan_of_the_target_itself(problem), most_bytes=most_bytes)[0]
    return everything


def count_by_population(problem: Predecessor, most_bytes: int | None = None) -> list[int]:
    """Return how many parents with 0, 1, 2, ... live cells a target has, exactly.

    Parameters, errors
        As for `count_parents`.

    Examples
    --------
    >>> from lifesat import Pattern
    >>> count_by_population(Predecessor(Pattern.from_rows(["OO", "OO"]), margin=0))
    [0, 0, 0, 4, 1]
    """
    numbers = count(_plan(problem), by_population=True, most_bytes=most_bytes)
    if problem.different:
        same = _plan_of_the_target_itself(problem)
        excluded = count(same, by_population=True, most_bytes=most_bytes)
        numbers = [a - b for a, b in zip_longest(numbers, excluded, fillvalue=0)]
    end = None if problem.most is None else problem.most + 1
    numbers = [n if k >= problem.least else 0 for k, n in enumerate(numbers)][:end]
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return numbers


def _plan(problem: Predecessor) -> Plan:
    return make_plan(problem.spacetime, problem.first, problem.target.rule)


def _plan_of_the_target_itself(problem: Predecessor) -> Plan:
    """Return the plan for parents that equal the target in every cell that it knows."""
    window, given = problem.window, problem.first
    known = window < UNKNOWN
    target = np.where(window == 1, TRUE, FALSE)
    spacetime = problem.spacetime
    literals = spacetime.literals.copy()
    ring = (literals.shape[1] - window.shape[0]) // 2
    first = literals[0, ring : ring + window.shape[0], ring : ring + window.shape[1]]
    first[known] = target[known]
    plan = make_plan(replace(spacetime, literals=literals), first, problem.target.rule)
    contradicted = bool((known & (given == -target)).any())
    return replace(plan, possible=plan.possible and not contradicted)
