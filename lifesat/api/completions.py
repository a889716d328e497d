"""Completions: still lifes and oscillators in which some cells are as given."""

from typing import Unpack

from lifesat.api.arguments import EffortArguments, search_options
from lifesat.api.objects import rule_name
from lifesat.api.search import Search, begin, patterns
from lifesat.errors import UserError
from lifesat.frontends.input.completion import CompletionRequest
from lifesat.frontends.options.table import check, from_values
from lifesat.life.pattern import Pattern
from lifesat.life.rule import Rule
from lifesat.problems.life.completion import Minimise
from lifesat.queries.solutions import ListSolutions

__all__ = ["completions"]


def completions(
    pattern: Pattern,
    *,
    period: int = 1,
    states: str = "",
    margin: int = 1,
    minimise: Minimise = "population",
    rule: Rule | str | None = None,
    min_population: int = 0,
    max_population: int | None = None,
    limit: int | None = None,
    up_to_symmetry: bool = False,
    **effort: Unpack[EffortArguments],
) -> Search[Pattern]:
    """Find still lifes and oscillators in which some cells are as a pattern says.

    `lifesat.smallest` of the search finds the best one and proves it.

    Parameters
    ----------
    pattern
        A LifeHistory pattern, or one of two states, perhaps with cells `lifesat.UNKNOWN`.
    period
        The number of generations after which the completed pattern first repeats; 1 for still
        lifes.
    states
        How states are read: a preset, assignments such as ``"0=free 1=on"``, or both, as for
        ``--states``; "" for the default of the pattern.
    margin
        By how many cells the box may exceed the pattern's on every side.
    minimise
        What `lifesat.smallest` makes small: ``"population"``, ``"box"``, ``"population,box"`` or
        ``"box,population"``.
    rule
        A rule of two states and 3x3 cells without B0; None for the pattern's.
    min_population, max_population
        Bounds on the live cells of the first generation; None means no bound.
    limit
        The most to list, or None for all.
    up_to_symmetry
        Whether to list one for each orbit under the symmetries of what is given.
    **effort
        As for `lifesat.predecessors`.

    Returns
    -------
    Search of Pattern
        An iterator; the apgcode of each is its comment.

    Raises
    ------
    UserError
        If an argument is invalid.
    MemoryLimitError
        If the search would take too much memory.

    Examples
    --------
    >>> from lifesat import smallest
    >>> print(smallest(completions(Pattern.from_rows(["OO", "O."]))).crop())
    OO
    OO
    """
    if not isinstance(pattern, Pattern):
        raise UserError(f"pattern is {pattern!r}; it must be a Pattern")
    values = {
        "period": period,
        "margin": margin,
        "min_population": min_population,
        "max_population": max_population,
        "rule": None if rule is None else rule_name(rule),
    }
    check(complete__states=states, complete__minimise=minimise, **values)
    values |= {"states": states, "minimise": minimise}
    request = from_values(CompletionRequest, values)
    problem = request.problem(pattern)
    options = search_options(problem, effort, limit=limit, up_to_symmetry=up_to_symmetry)
    return begin(ListSolutions(problem), options, patterns, effort.get("progress"))
