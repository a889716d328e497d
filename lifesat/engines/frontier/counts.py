"""Counts of the parents of a target: all, by population, and up to symmetry."""

from dataclasses import replace
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import FALSE, TRUE, Literals, is_variable
from lifesat.engines.frontier.plan import Plan, make_plan
from lifesat.engines.frontier.progress import Report, report_nothing
from lifesat.engines.frontier.support import UNLIMITED, Limits, OutOfReachError, check_reach
from lifesat.engines.frontier.sweep import count, exists
from lifesat.life.pattern import UNKNOWN
from lifesat.problems.life.predecessor import Predecessor

Tied = NDArray[np.intp]


def count_parents(
    problem: Predecessor,
    limits: Limits = UNLIMITED,
    tied: Tied | None = None,
    report: Report = report_nothing,
) -> int:
    """Return the exact number of parents of a target.

    `tied` maps each variable of the projection to the first variable, counted from 0, that must
    have the same value; None means that all are independent. Raises OutOfReachError if a limit is
    exceeded or the problem goes back more than one generation.

    Examples
    --------
    >>> from lifesat import Pattern
    >>> count_parents(Predecessor(Pattern.from_rows(["." * 6] * 6), margin=0))
    1093273
    """
    if problem.max_outside is not None and tied is None:
        from lifesat.engines.frontier.parents import Parents  # noqa: PLC0415  # slow to load

        return Parents(problem, limits, report=report).count()
    if problem.min_population or problem.max_population is not None:
        return sum(count_by_population(problem, limits, tied, report))
    plan = _plan(problem, tied, limits.memory)
    everything = count(plan, limits=limits, report=report)[0]
    if problem.different:
        same = _plan_of_unchanged_target(problem, tied)
        return everything - count(same, limits=limits, report=report)[0]
    return everything


def has_parent(problem: Predecessor, limits: Limits = UNLIMITED) -> bool:
    """Return whether a target has a parent, in an eighth of the memory of `count_parents`.

    With constraints on the board as a whole, it counts the parents instead.

    Examples
    --------
    >>> from lifesat import Pattern
    >>> has_parent(Predecessor(Pattern.from_rows(["O"]), margin=0))
    False
    """
    if problem.constrains_boards:
        return count_parents(problem, limits) > 0
    return exists(_plan(problem, None, limits.memory), limits)


def count_by_population(
    problem: Predecessor,
    limits: Limits = UNLIMITED,
    tied: Tied | None = None,
    report: Report = report_nothing,
) -> list[int]:
    """Return the exact numbers of parents with 0, 1, 2, ... live cells; see `count_parents`.

    Examples
    --------
    >>> from lifesat import Pattern
    >>> count_by_population(Predecessor(Pattern.from_rows(["OO", "OO"]), margin=0))
    [0, 0, 0, 4, 1]
    """
    plan = _plan(problem, tied, limits.memory)
    numbers = count(plan, by_population=True, limits=limits, report=report)
    if problem.different:
        same = _plan_of_unchanged_target(problem, tied)
        excluded = count(same, by_population=True, limits=limits, report=report)
        numbers = [a - b for a, b in zip_longest(numbers, excluded, fillvalue=0)]
    end = None if problem.max_population is None else problem.max_population + 1
    numbers = [n if k >= problem.min_population else 0 for k, n in enumerate(numbers)][:end]
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return numbers


def count_orbits(
    problem: Predecessor,
    limits: Limits = UNLIMITED,
    *,
    by_population: bool = False,
    report: Report = report_nothing,
) -> list[int]:
    """Return the exact number of parents up to the symmetries of the target.

    By Burnside's lemma this is the mean, over the symmetries, of the number of parents that a
    symmetry leaves unchanged. Each of these numbers takes one sweep, in which the cells that the
    symmetry exchanges share a variable.

    The list has one number, or with `by_population` the numbers with 0, 1, 2, ... live cells.

    Examples
    --------
    >>> from lifesat import Pattern
    >>> tub = Pattern.from_rows([".O.", "O.O", ".O."])
    >>> count_orbits(Predecessor(tub, margin=0))
    [3]
    """
    symmetries = problem.symmetries()
    known: dict[bytes, list[int]] = {}
    fixed = []
    for permutation in symmetries:
        tied = _cycles(permutation)
        if tied.tobytes() not in known:
            known[tied.tobytes()] = (
                count_by_population(problem, limits, tied, report)
                if by_population
                else [count_parents(problem, limits, tied, report)]
            )
        fixed.append(known[tied.tobytes()])
    return [sum(numbers) // len(symmetries) for numbers in zip_longest(*fixed, fillvalue=0)]


def _cycles(permutation: NDArray[np.intp]) -> Tied:
    """Return, for each index, the first index of its cycle."""
    first = np.arange(len(permutation))
    power = permutation
    for _ in range(len(permutation).bit_length()):
        first = np.minimum(first, first[power])
        power = power[power]
    return first


def _plan(problem: Predecessor, tied: Tied | None, most_bytes: int | None) -> Plan:
    check_reach(problem, most_bytes)
    if problem.max_outside is not None:
        raise OutOfReachError(
            "with a bound on cells outside the target's box, a sweep counts neither by population "
            "nor up to symmetry"
        )
    return _plan_of(problem, problem.spacetime.literals, tied)


def _plan_of_unchanged_target(problem: Predecessor, tied: Tied | None) -> Plan:
    """Return the plan for parents that equal the target in its known cells."""
    window, given = problem.target_states, problem.first
    known = window < UNKNOWN
    target = np.where(window == 1, TRUE, FALSE)
    literals = problem.spacetime.literals.copy()
    # A variable may occur both in known and in unknown cells.
    fixed_states = np.zeros(problem.projection + 1, dtype=np.int32)
    fixed_states[given[known & is_variable(given)]] = target[known & is_variable(given)]
    states = fixed_states[np.where(is_variable(given), given, 0)]
    _first(problem, literals)[states != 0] = states[states != 0]
    plan = _plan_of(problem, literals, tied)
    contradicted = bool((known & (given == -target)).any())
    return replace(plan, possible=plan.possible and not contradicted)


def _plan_of(problem: Predecessor, literals: Literals, tied: Tied | None) -> Plan:
    if tied is not None:
        literals = literals.copy()
        unknown = is_variable(literals[0])
        literals[0, unknown] = tied[literals[0, unknown] - 1] + 1
    spacetime = replace(problem.spacetime, literals=literals)
    return make_plan(spacetime, _first(problem, literals), problem.target.rule)


def _first(problem: Predecessor, literals: Literals) -> Literals:
    """Return a view of the window of the first generation."""
    height, width = problem.target_states.shape
    ring = (literals.shape[1] - height) // 2
    return literals[0, ring : ring + height, ring : ring + width]
