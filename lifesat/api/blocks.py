"""Blocks of space-time: any search in which single cells of single generations are stated."""

import os
from collections.abc import Callable, Iterator
from typing import Unpack

from lifesat.api.arguments import EffortArguments, check_text, search_options
from lifesat.api.objects import rule_name
from lifesat.api.search import Search, begin, known_at_end
from lifesat.errors import UserError
from lifesat.frontends.input.search_file import SearchRequest
from lifesat.frontends.options.table import check
from lifesat.life.pattern import Pattern
from lifesat.life.rule import Rule
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.queries.count_solutions import CountSolutions
from lifesat.queries.events import Progress, Solutions
from lifesat.queries.solutions import ListSolutions

History = tuple[Pattern, ...]


def search_file(
    path: str | os.PathLike[str],
    *,
    rule: Rule | str | None = None,
    outside: str | None = None,
    min_population: int | None = None,
    max_population: int | None = None,
    limit: int | None = None,
    up_to_symmetry: bool = False,
    **effort: Unpack[EffortArguments],
) -> Search[History]:
    """Find the histories that a search file allows.

    Parameters
    ----------
    path
        The file, ``-`` being standard input: TOML, or the text of Logic Life Search.
    rule, outside, min_population, max_population
        What replaces the statements of the file; None keeps them. If the rule is known in part,
        as in ``"pB3a-c/S23"``, each solution has its own. The bounds are for the first
        generation, and `outside` is ``"dead"``, ``"bounded"``, ``"torus"`` or a bounded
        grid of its size such as ``"T20,10+2"``.
    limit
        The most to list, or None for all.
    up_to_symmetry
        Whether to list one for each orbit under the symmetries that leave the block unchanged.
    **effort
        As for `lifesat.predecessors`.

    Returns
    -------
    Search of tuple of Pattern
        An iterator; each solution has a pattern for each generation.

    Raises
    ------
    UserError
        If the file cannot be read, or if an argument is invalid.
    MemoryLimitError
        If the search would take too much memory.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise UserError(f"path is {path!r}; it must be the name of a file")
    request = SearchRequest(
        path=os.fspath(path),
        rule=None if rule is None else rule_name(rule),
        outside=outside,
        min_population=min_population,
        max_population=max_population,
    )
    return _begin(request, effort, limit, up_to_symmetry=up_to_symmetry)


def search_block(
    cells: str,
    *,
    rule: Rule | str | None = None,
    outside: str | None = None,
    min_population: int | None = None,
    max_population: int | None = None,
    limit: int | None = None,
    up_to_symmetry: bool = False,
    **effort: Unpack[EffortArguments],
) -> Search[History]:
    """Find the histories that a block of space-time allows.

    Parameters
    ----------
    cells
        The text of a search file: TOML, which can have constraints too, or generations of cells
        with blank lines between them.
    rule, outside, min_population, max_population, limit, up_to_symmetry, **effort
        As for `search_file`.

    Returns
    -------
    Search of tuple of Pattern
        An iterator; each solution has a pattern for each generation.

    Raises
    ------
    UserError
        If the text cannot be read, or if an argument is invalid.
    MemoryLimitError
        If the search would take too much memory.

    Examples
    --------
    >>> generations = '''
    ... 0 0 0 0 0
    ... 0 * * * 0
    ... 0 * * * 0
    ... 0 * * * 0
    ... 0 0 0 0 0
    ...
    ... 0 0 0 0 0
    ... 0 0 0 0 0
    ... 0 1 1 1 0
    ... 0 0 0 0 0
    ... 0 0 0 0 0
    ... '''
    >>> [first.population for first, last in search_block(generations)]
    [3]
    """
    check_text("cells", cells)
    request = SearchRequest(
        text=cells,
        rule=None if rule is None else rule_name(rule),
        outside=outside,
        min_population=min_population,
        max_population=max_population,
    )
    return _begin(request, effort, limit, up_to_symmetry=up_to_symmetry)


def count_block(
    cells: str,
    *,
    rule: Rule | str | None = None,
    outside: str | None = None,
    min_population: int | None = None,
    max_population: int | None = None,
    up_to_symmetry: bool = False,
    encoding: str | None = None,
    memory: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> int:
    """Count the histories that a block of space-time allows, exactly.

    A block of two generations without names and constraints is swept as for `lifesat.count`.
    Otherwise pyganak counts if it is installed, or a SAT solver lists all, which can take very
    long.

    Parameters
    ----------
    cells, rule, outside, min_population, max_population, up_to_symmetry
        As for `search_block`.
    encoding, memory, time_limit, progress
        As for `lifesat.count`.

    Raises
    ------
    UserError
        If the text cannot be read, or if an argument is invalid.
    MemoryLimitError
        If the formula would take too much memory.
    TimeLimitError
        If the time limit passed before the number was known.

    Examples
    --------
    >>> generations = '''
    ... * * * *
    ... * * * *
    ... * * * *
    ...
    ... * * * *
    ... * 1 1 *
    ... * * * *
    ... '''
    >>> count_block(generations, outside="bounded")
    417
    """
    check_text("cells", cells)
    request = SearchRequest(
        text=cells,
        rule=None if rule is None else rule_name(rule),
        outside=outside,
        min_population=min_population,
        max_population=max_population,
    )
    problem = _problem(request, up_to_symmetry=up_to_symmetry)
    effort: EffortArguments = {
        "encoding": encoding, "memory": memory, "time_limit": time_limit, "progress": progress
    }  # fmt: skip
    query = CountSolutions(problem, up_to_symmetry=up_to_symmetry)
    options = search_options(problem, effort)
    known = known_at_end(query, options, progress, "the number was known")
    return sum(query.numbers(known) or ())


def _begin(
    request: SearchRequest, effort: EffortArguments, limit: int | None, *, up_to_symmetry: bool
) -> Search[History]:
    problem = _problem(request, up_to_symmetry=up_to_symmetry)
    options = search_options(problem, effort, limit=limit, up_to_symmetry=up_to_symmetry)
    return begin(ListSolutions(problem), options, _histories, effort.get("progress"))


def _problem(request: SearchRequest, *, up_to_symmetry: bool) -> SpaceTimeSearch:
    if request.min_population is not None:
        check(min_population=request.min_population)
    check(
        search__outside=request.outside,
        max_population=request.max_population,
        up_to_symmetry=up_to_symmetry,
    )
    return request.problem()


def _histories(solutions: Solutions) -> Iterator[History]:
    """Yield the generations of solutions as patterns."""
    problem = solutions.problem
    if not isinstance(problem, SpaceTimeSearch):
        raise TypeError(f"{problem.nouns} are not blocks")
    generations = range(problem.shape[0])
    layers = [problem.generation_patterns(solutions.boards, t) for t in generations]
    return zip(*layers, strict=True)
