"""Counts of boards: all, by population, and up to symmetry."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, zip_longest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import FALSE, Equalities, Literals
from lifesat.engines.frontier.checkpoint import Checkpoint
from lifesat.engines.frontier.plan import Plan, make_plan
from lifesat.engines.frontier.progress import Report, report_nothing
from lifesat.engines.frontier.support import (
    UNLIMITED,
    Limits,
    OutOfReachError,
    Swept,
    check_count,
    check_names,
    check_width,
    first_of,
)
from lifesat.engines.frontier.sweep import count
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem

Tied = NDArray[np.intp]

# Each pair that must be unequal doubles the number of sweeps.
_MOST_PAIRS = 7


def count_boards(
    problem: Problem,
    limits: Limits = UNLIMITED,
    tied: Tied | None = None,
    report: Report = report_nothing,
    checkpoint: Checkpoint | None = None,
) -> int:
    """Return the exact number of first generations that solve a problem.

    `tied` maps each variable of the projection to the first variable, counted from 0, that must
    have the same value; None means that all are independent. `checkpoint` keeps the sweeps. Raises
    OutOfReachError if a limit is exceeded or no sweep supports the problem.
    """
    if isinstance(problem, Predecessor) and problem.max_outside is not None and tied is None:
        from lifesat.engines.frontier.parents import Parents  # noqa: PLC0415  # slow to load

        return Parents(problem, limits, report=report).count()
    swept = check_count(problem, limits.memory)
    least, most = swept.population_bounds
    if most is not None:
        return sum(count_by_population(swept, limits, tied, report, checkpoint))
    # All that reach a lower bound are counted together.
    populations = least + 1 if least > 1 else 1
    return sum(_counts(swept, limits, tied, report, checkpoint, populations)[populations - 1 :])


def count_by_population(
    problem: Problem,
    limits: Limits = UNLIMITED,
    tied: Tied | None = None,
    report: Report = report_nothing,
    checkpoint: Checkpoint | None = None,
) -> list[int]:
    """Return the exact numbers of boards with 0, 1, 2, ... live cells; see `count_boards`."""
    swept = check_count(problem, limits.memory)
    least, most = swept.population_bounds
    cells = first_of(swept).size if most is None else most + 1
    numbers = _counts(swept, limits, tied, report, checkpoint, cells + 1)
    end = None if most is None else most + 1
    numbers = [n if k >= least else 0 for k, n in enumerate(numbers)][:end]
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return numbers


def count_orbits(
    problem: Problem,
    limits: Limits = UNLIMITED,
    *,
    by_population: bool = False,
    report: Report = report_nothing,
    checkpoint: Checkpoint | None = None,
) -> list[int]:
    """Return the exact number of first generations up to the symmetries of a problem.

    By Burnside's lemma this is the mean, over the symmetries, of the number of boards that a
    symmetry leaves unchanged; in the sweep for each, the cells that it exchanges share a variable.
    The list has one number, or with `by_population` those with 0, 1, 2, ... live cells.
    """
    symmetries = check_count(problem, limits.memory).symmetries()
    known: dict[bytes, list[int]] = {}
    fixed = []
    for permutation in symmetries:
        tied = _cycles(permutation)
        if tied.tobytes() not in known:
            known[tied.tobytes()] = (
                count_by_population(problem, limits, tied, report, checkpoint)
                if by_population
                else [count_boards(problem, limits, tied, report, checkpoint)]
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


def _counts(
    problem: Swept,
    limits: Limits,
    tied: Tied | None,
    report: Report,
    checkpoint: Checkpoint | None,
    populations: int,
) -> list[int]:
    """Return the signed sum of the counts of all plans, for each of some populations.

    One population has all solutions that are not below a lower bound of 1.
    """
    if populations > 1:
        check_names(problem)
    unequal = [*problem.unequal]
    if populations == 1 and problem.population_bounds[0]:
        first = first_of(problem)
        unequal.append((first, np.full_like(first, FALSE)))
    numbers: list[int] = []
    for sign, plan, _ in terms(problem, unequal, tied):
        some = count(
            plan,
            populations=populations,
            limits=limits,
            report=report,
            checkpoint=checkpoint,
        )
        numbers = [n + sign * more for n, more in zip_longest(numbers, some, fillvalue=0)]
    return numbers


class Term(NamedTuple):
    """A sweep whose counts are added, or subtracted."""

    sign: int
    plan: Plan
    # The first generation in the variables of the plan, shape ``(height, width)``.
    first: Literals


def terms(
    problem: Swept, unequal: Sequence[tuple[Literals, Literals]], tied: Tied | None = None
) -> Iterator[Term]:
    """Yield the sweeps whose counts add up to those of a problem in which some pairs are unequal.

    They are counted and subtracted where they are equal (inclusion and exclusion). `tied` is that
    of `count_boards`. Raises OutOfReachError if the frontier is too wide or there are too many
    pairs.
    """
    spacetime, first = problem.spacetime, first_of(problem)
    if len(unequal) > _MOST_PAIRS:
        raise OutOfReachError("a frontier sweep does not count with so many differences")
    for number in range(len(unequal) + 1):
        for pairs in combinations(unequal, number):
            equal = Equalities(spacetime.variables)
            for one, other in pairs:
                equal.merge(one, other)
            if tied is not None:
                equal.merge(
                    np.arange(1, len(tied) + 1, dtype=np.int32), (tied + 1).astype(np.int32)
                )
            if equal.consistent:
                same = replace(spacetime, literals=equal.resolve(spacetime.literals))
                resolved = equal.resolve(first)
                plan = make_plan(same, resolved, problem.rule)
                check_width(max(plan.held), spacetime.generations)
                yield Term((-1) ** number, plan, resolved)
