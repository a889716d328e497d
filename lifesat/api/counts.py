"""How many predecessors there are, and a sample of them."""

from collections.abc import Iterable, Iterator
from typing import Unpack

from lifesat.api.arguments import (
    Conditions,
    EffortArguments,
    predecessor_problem,
    projected,
    search_options,
    target_problem,
)
from lifesat.engines.options import Options
from lifesat.frontier.memory import Limits
from lifesat.frontier.parents import Parents
from lifesat.life.pattern import Pattern
from lifesat.particles.approximate_draws import approximate_draws
from lifesat.problems.life.window import Cell
from lifesat.queries.counting import Count, count_solutions
from lifesat.queries.validation import CountedProblem
from lifesat.requests.option_table import check
from lifesat.system.machine import memory_limit

__all__ = ["approximate_sample", "count", "count_by_population", "sample"]


def count(
    target: Pattern,
    *,
    project: Iterable[Cell] | None = None,
    up_to_symmetry: bool = False,
    encoding: str | None = None,
    memory: int | None = None,
    disk: int | None = None,
    **conditions: Unpack[Conditions],
) -> int:
    """Count the predecessors of a pattern exactly, without listing them.

    One generation back a frontier is swept. Where that does not fit in memory, pyganak counts if
    it is installed; otherwise a SAT solver lists all, which can take very long.

    Parameters
    ----------
    target
        The pattern.
    project
        Cells whose distinct states are counted instead of whole predecessors; as for
        `predecessors`. No frontier counts them.
    up_to_symmetry
        Whether to count orbits under the symmetries of the target with its outside.
    encoding
        What a solver gets where no frontier fits; None takes the first that fits the rule.
    memory
        Bytes; None allows half of the machine's memory.
    disk
        Bytes of temporary files for what a sweep has no room for in memory; None allows four times
        `memory`, but at most half of the space that is free.
    **conditions
        As for `predecessors`: generations, outside, margin, ...

    Raises
    ------
    UserError
        If an argument is invalid.

    Examples
    --------
    >>> count(Pattern.from_rows(["." * 6] * 6), margin=0)
    1093273
    >>> count(Pattern.from_rows([".O.", "O.O", ".O."]), margin=0, up_to_symmetry=True)
    3
    """
    problem = projected(target_problem(target, conditions), project)
    return sum(_counted(problem, Count(False, up_to_symmetry, encoding, memory, disk)))


def count_by_population(
    target: Pattern,
    *,
    project: Iterable[Cell] | None = None,
    up_to_symmetry: bool = False,
    encoding: str | None = None,
    memory: int | None = None,
    disk: int | None = None,
    **conditions: Unpack[Conditions],
) -> dict[int, int]:
    """Count the predecessors of a pattern for each number of live cells.

    Parameters, errors
        As for `count`.

    Returns
    -------
    dict of int to int
        For each population that occurs, from the smallest on, how many predecessors have it.

    Examples
    --------
    >>> count_by_population(Pattern.from_rows(["OO", "OO"]), margin=0)
    {3: 4, 4: 1}
    """
    problem = projected(target_problem(target, conditions), project)
    numbers = _counted(problem, Count(True, up_to_symmetry, encoding, memory, disk))
    return {population: number for population, number in enumerate(numbers) if number}


def sample(
    target: Pattern,
    number: int = 1,
    *,
    seed: int = 0,
    memory: int | None = None,
    disk: int | None = None,
    **conditions: Unpack[Conditions],
) -> list[Pattern]:
    """Draw predecessors independently, each time with the same probability for all there are.

    Parameters
    ----------
    target
        The pattern.
    number
        How many to draw; a predecessor may be drawn more than once.
    seed
        The same seed draws the same.
    memory
        Bytes; None allows half of the machine's memory.
    disk
        Bytes of temporary files for what a sweep has no room for in memory; None allows four times
        `memory`, but at most half of the space that is free.
    **conditions
        As for `predecessors`: outside, margin, ...; only one generation back.

    Returns
    -------
    list of Pattern
        Empty if there is no predecessor.

    Raises
    ------
    UserError
        If an argument is invalid, or if no frontier fits in memory.

    Examples
    --------
    >>> block = Pattern.from_rows(["OO", "OO"])
    >>> [parent.population for parent in sample(block, 3, seed=1, margin=0)]
    [3, 3, 3]
    """
    check(number=number, seed=seed)
    problem = predecessor_problem(target, conditions)
    boards = Parents(problem, sweep_limits(memory, disk)).sample(number, seed)
    return list(problem.patterns(problem.verified(boards, "a drawn board")))


def approximate_sample(
    target: Pattern,
    number: int = 1,
    *,
    seed: int = 0,
    memory: int | None = None,
    **conditions: Unpack[Conditions],
) -> Iterator[Pattern]:
    """Draw predecessors independently, with nearly the same probability for all there are.

    For patterns that are too large for `sample`. Each predecessor is drawn from 400 particles of
    its own run, with recombination.

    Parameters
    ----------
    target
        The pattern.
    number
        How many to draw; a predecessor may be drawn more than once.
    seed
        The same seed draws the same.
    memory
        Bytes; None allows half of the machine's memory.
    **conditions
        As for `predecessors`: outside, margin, ...; only one generation back, not on a torus, and
        without symmetries and bounds on the population.

    Yields
    ------
    Pattern
        A predecessor, as soon as it is drawn.

    Raises
    ------
    UserError
        If an argument is invalid, or if particles do not support the conditions. While
        predecessors are drawn: if the particles reach none. That proves nothing.
    MemoryLimitError
        If the particles may need too much memory.

    Examples
    --------
    >>> block = Pattern.from_rows(["OO", "OO"])
    >>> [parent.population for parent in approximate_sample(block, 3, margin=0)]
    [3, 3, 3]
    """
    check(number=number, seed=seed)
    problem = predecessor_problem(target, conditions)
    Options(memory=memory)
    drawn = approximate_draws(problem, seed, memory).draw(number)
    return (pattern for board in drawn for pattern in problem.patterns(board))


def sweep_limits(memory: int | None, disk: int | None) -> Limits:
    """Return what a sweep may take, for arguments that may be missing.

    Raises
    ------
    UserError
        If they are invalid.
    """
    Options(memory=memory)
    check(disk=disk)
    return Limits(memory_limit(memory), disk)


def _counted(problem: CountedProblem, how: Count) -> list[int]:
    """Refuse invalid arguments of a count, and count."""
    effort: EffortArguments = {"encoding": how.encoding, "memory": how.memory}
    search_options(problem, effort, up_to_symmetry=how.up_to_symmetry).encoding_of(problem)
    check(disk=how.disk)
    return count_solutions(problem, how)
