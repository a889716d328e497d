"""Blocks of space-time: any search in which single cells are stated, and catalysts."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Unpack

from lifesat.api.arguments import EffortArguments, check_text, search_options
from lifesat.api.objects import rule_name
from lifesat.api.search import Search, begin, known_at_end
from lifesat.errors import UserError
from lifesat.frontends.input.catalysts import CatalystRequest
from lifesat.frontends.input.search_file import SearchRequest
from lifesat.frontends.options.table import check, from_values
from lifesat.life.pattern import Pattern
from lifesat.life.rule import Rule
from lifesat.problems.json_fields import integer_error
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


def catalysts(
    pattern: Pattern,
    generations: int,
    *,
    contact: tuple[int, int] | None = None,
    recovered: int = 4,
    max_active: int | None = None,
    active_box: tuple[int, int] | None = None,
    filter: Sequence[tuple[int, Pattern]] = (),  # noqa: A002 - the name of the option
    different_from: Sequence[Pattern] = (),
    margin: int = 4,
    rule: Rule | str | None = None,
    min_population: int = 0,
    max_population: int | None = None,
    limit: int | None = None,
    up_to_symmetry: bool = False,
    **effort: Unpack[EffortArguments],
) -> Search[History]:
    """Find still lifes that a pattern hits and that recover.

    A cell is active if it is on or beside a live cell of the still life, and not as it is there.

    Parameters
    ----------
    pattern
        A LifeHistory pattern: state 1 is the pattern that hits the still life, 2 a cell that may
        belong to the still life, 3 a live cell of it, 4 one that is dead at first, and 5 one that
        is live all the time. Or a pattern of two states: `lifesat.UNKNOWN` cells may belong to the
        still life, or if there are none, all cells more than two from the live ones.
    generations
        For how many generations the pattern runs.
    contact
        The first and the last generation in which the first cell may become active; None for any.
    recovered
        In how many generations, up to the last, no cell is active.
    max_active
        The most active cells in a generation, or None.
    active_box
        The width and height of a box that holds all cells that are ever active, or None.
    filter
        Generations, each with a pattern whose cells are so in it, but for `lifesat.UNKNOWN` ones
        and state 0 of LifeHistory. Patterns lie at their positions.
    different_from
        Patterns, known in the same way, that are not in generation 0.
    margin
        The cells by which the box in which all happens exceeds the pattern's on every side.
    rule
        A rule of two states and 3x3 cells without B0; None for the pattern's.
    min_population, max_population
        Bounds on the live cells of the still life; None means no bound.
    limit, up_to_symmetry, **effort
        As for `search_block`.

    Returns
    -------
    Search of tuple of Pattern
        An iterator; each solution has a pattern for each generation, and then twice the still life
        alone.

    Raises
    ------
    UserError
        If an argument is invalid, or if the pattern leaves the box.
    MemoryLimitError
        If the search would take too much memory.

    Examples
    --------
    >>> glider = Pattern.from_rows([".O.......", "..O......", "OOO......", *["........."] * 6])
    >>> first, *_, still_life = next(catalysts(glider, 20, max_active=4, margin=1, limit=1))
    >>> first.population - still_life.population
    5
    """
    if not isinstance(pattern, Pattern):
        raise UserError(f"pattern is {pattern!r}; it must be a Pattern")
    values: dict[str, Any] = {
        "contact": _pair("contact", contact, 0),
        "recovered": recovered,
        "max_active": max_active,
        "active_box": _pair("active_box", active_box, 1),
        "min_population": min_population,
        "max_population": max_population,
        "rule": None if rule is None else rule_name(rule),
    }
    check(catalysts__generations=generations, catalysts__margin=margin, **values)
    check(up_to_symmetry=up_to_symmetry)
    pairs: tuple[object, ...] = tuple(filter)
    for wrong in (each for each in pairs if not isinstance(each, tuple) or len(each) != 2):
        raise UserError(f"filter has {wrong!r}; it must be a generation and a Pattern")
    given: tuple[object, ...] = (*(each for _, each in filter), *different_from)
    for wrong in (each for each in given if not isinstance(each, Pattern)):
        raise UserError(f"a pattern to compare is {wrong!r}; it must be a Pattern")
    values |= {"generations": generations, "margin": margin}
    values |= {"filter": tuple(filter), "different_from": tuple(different_from)}
    problem = from_values(CatalystRequest, values).problem(pattern)
    return _search(problem, effort, limit, up_to_symmetry=up_to_symmetry)


def _pair(name: str, value: object, least: int) -> tuple[int, int] | None:
    """Return a pair of numbers, or reject another value."""
    if value is None:
        return None
    numbers = tuple(value) if isinstance(value, (tuple, list)) else ()
    if len(numbers) != 2 or any(integer_error(name, each, least) for each in numbers):
        raise UserError(f"{name} is {value!r}; it must be two numbers of at least {least}")
    return numbers[0], numbers[1]


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
    return _search(problem, effort, limit, up_to_symmetry=up_to_symmetry)


def _search(
    problem: SpaceTimeSearch, effort: EffortArguments, limit: int | None, *, up_to_symmetry: bool
) -> Search[History]:
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
