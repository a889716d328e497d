"""What all predecessors have in common: how many there are, a sample, cell probabilities."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Unpack

from lifesat.api.arguments import (
    Arguments,
    Conditions,
    EffortArguments,
    late,
    predecessor_problem,
    search_options,
    split,
    sweep_options,
)
from lifesat.api.search import Search, begin, known_at_end, patterns
from lifesat.engines.frontier.estimates import MarginalEstimates
from lifesat.engines.frontier.marginals import Marginals
from lifesat.frontends.options.table import check
from lifesat.life.pattern import Pattern
from lifesat.problems.life.window import Cell
from lifesat.queries.count_solutions import CountSolutions
from lifesat.queries.events import Progress
from lifesat.queries.forced_cells import ForcedCells
from lifesat.queries.marginals import CountMarginals, EstimateMarginals
from lifesat.queries.sample_solutions import SampleSolutions


def count(
    target: Pattern,
    *,
    project: Iterable[Cell] | None = None,
    up_to_symmetry: bool = False,
    encoding: str | None = None,
    memory: int | None = None,
    disk: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    **conditions: Unpack[Conditions],
) -> int:
    """Count the predecessors of a pattern exactly, without listing them.

    A frontier is swept. Where that does not fit, as in wide windows several generations back,
    pyganak counts if it is installed; otherwise a SAT solver lists all, which can take very long.

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
    time_limit
        Seconds, or None for no limit.
    progress
        Called with a `lifesat.Progress` about four times a second; its ``phase`` says how far the
        work is.
    **conditions
        As for `predecessors`: generations, outside, margin, ...

    Raises
    ------
    UserError
        If an argument is invalid.
    TimeLimitError
        If the time limit passed before the number was known.

    Examples
    --------
    >>> count(Pattern.from_rows(["." * 6] * 6), margin=0)
    1093273
    >>> count(Pattern.from_rows([".O.", "O.O", ".O."]), margin=0, up_to_symmetry=True)
    3
    """
    problem = predecessor_problem(target, conditions, project)
    effort = _effort(encoding, memory, time_limit, progress)
    query = CountSolutions(problem, up_to_symmetry=up_to_symmetry)
    return sum(_numbers(query, effort, disk))


def count_by_population(
    target: Pattern,
    *,
    project: Iterable[Cell] | None = None,
    up_to_symmetry: bool = False,
    encoding: str | None = None,
    memory: int | None = None,
    disk: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    **conditions: Unpack[Conditions],
) -> dict[int, int]:
    """Count the predecessors of a pattern for each number of live cells.

    Parameters
    ----------
    target, project, up_to_symmetry, encoding, memory, disk, time_limit, progress, **conditions
        As for `count`.

    Returns
    -------
    dict of int to int
        For each population that occurs, from the smallest on, how many predecessors have it.

    Raises
    ------
    UserError, TimeLimitError
        As for `count`.

    Examples
    --------
    >>> count_by_population(Pattern.from_rows(["OO", "OO"]), margin=0)
    {3: 4, 4: 1}
    """
    problem = predecessor_problem(target, conditions, project)
    effort = _effort(encoding, memory, time_limit, progress)
    numbers = _numbers(CountSolutions(problem, True, up_to_symmetry), effort, disk)
    return {population: number for population, number in enumerate(numbers) if number}


def sample(
    target: Pattern,
    number: int = 1,
    *,
    seed: int = 0,
    memory: int | None = None,
    disk: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[Progress], None] | None = None,
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
    memory, disk, time_limit, progress
        As for `count`.
    **conditions
        As for `predecessors`: generations, outside, margin, ...

    Returns
    -------
    list of Pattern
        Empty if there is no predecessor.

    Raises
    ------
    UserError
        If an argument is invalid, or if no frontier fits in memory.
    TimeLimitError
        If the time limit passed before all were drawn.

    Examples
    --------
    >>> block = Pattern.from_rows(["OO", "OO"])
    >>> [parent.population for parent in sample(block, 3, seed=1, margin=0)]
    [3, 3, 3]
    """
    check(number=number, seed=seed)
    problem = predecessor_problem(target, conditions)
    effort = _effort(None, memory, time_limit, progress)
    options = replace(sweep_options(problem, effort, disk), limit=number)
    drawn = begin(SampleSolutions(problem, seed), options, patterns, progress)
    found = list(drawn)
    if drawn.status == "time_limit":
        raise late(time_limit, "all were drawn")
    return found


def approximate_sample(
    target: Pattern,
    number: int = 1,
    *,
    seed: int = 0,
    memory: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    **conditions: Unpack[Conditions],
) -> Search[Pattern]:
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
    memory, time_limit, progress
        As for `count`.
    **conditions
        As for `predecessors`: outside, margin, ...; only one generation back, not on a torus, and
        without symmetries and bounds on the population.

    Returns
    -------
    Search of Pattern
        An iterator; each predecessor comes as soon as it is drawn.

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
    effort = _effort(None, memory, time_limit, progress)
    options = search_options(problem, effort, limit=number)
    query = SampleSolutions(problem, seed, approximate=True)
    return begin(query, options, patterns, progress)


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
    memory, disk, time_limit, progress
        As for `count`.
    **conditions
        As for `predecessors`: generations, outside, margin, ...

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
    effort = _effort(None, memory, time_limit, progress)
    query = CountMarginals(problem)
    options = sweep_options(problem, effort, disk)
    return query.all_marginals(known_at_end(query, options, progress, "the numbers were known"))


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
    memory, time_limit, progress
        As for `count`.
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
    effort = _effort(None, memory, time_limit, progress)
    query = EstimateMarginals(problem, samples, seed)
    known = known_at_end(
        query, sweep_options(problem, effort, None), progress, "the numbers were known"
    )
    found = query.estimates(known)
    if found is None:
        raise AssertionError("an estimate ended without numbers")
    return found


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


def _effort(
    encoding: str | None,
    memory: int | None,
    time_limit: float | None,
    progress: Callable[[Progress], None] | None,
) -> EffortArguments:
    return {
        "encoding": encoding, "memory": memory, "time_limit": time_limit, "progress": progress
    }  # fmt: skip


def _numbers(query: CountSolutions, effort: EffortArguments, disk: int | None) -> tuple[int, ...]:
    """Count, and return the number for each population, or one number."""
    check(up_to_symmetry=query.up_to_symmetry)
    options = sweep_options(query.problem, effort, disk)
    known = known_at_end(query, options, effort.get("progress"), "the number was known")
    return query.numbers(known) or ()
