"""Predecessors: all, the best, whether there is one."""

from collections.abc import Iterable, Iterator
from typing import Unpack, overload

from lifesat.api.arguments import (
    Arguments,
    EffortArguments,
    predecessor_problem,
    projected,
    search_options,
    split,
    target_problem,
)
from lifesat.api.search import Search, begin, last, optimum, patterns
from lifesat.errors import UserError
from lifesat.life.pattern import Pattern
from lifesat.problems.life.window import Cell, Outside
from lifesat.problems.problem import Goal
from lifesat.queries.events import Solutions
from lifesat.queries.has_parent import HasParent
from lifesat.queries.solutions import BestSolution, ListSolutions

__all__ = ["has_predecessor", "have_predecessors", "largest", "predecessors", "smallest"]


def predecessors(
    target: Pattern,
    *,
    generations: int | None = None,
    outside: Outside | None = None,
    margin: int = 1,
    min_population: int = 0,
    max_population: int | None = None,
    max_outside: int | None = None,
    different: bool = False,
    require: Iterable[Cell] = (),
    forbid: Iterable[Cell] = (),
    given: Pattern | None = None,
    within: int | None = None,
    symmetry: str = "C1",
    project: Iterable[Cell] | None = None,
    limit: int | None = None,
    skip: int = 0,
    up_to_symmetry: bool = False,
    method: str = "auto",
    seed: int = 0,
    **effort: Unpack[EffortArguments],
) -> Search[Pattern]:
    """Find the predecessors of a pattern.

    Without `limit`, `up_to_symmetry`, `solver` and `encoding`, predecessors one generation back
    are listed by sweeping a frontier where that is quick to set up, as ``lifesat predecessors
    --all`` does, and elsewhere by a SAT solver.

    Parameters
    ----------
    target
        The pattern to be reached, under any rule of two states and 3x3 cells; may hold cells
        `lifesat.UNKNOWN`. Or under a Generations rule of at most 8 states, without conditions but
        `generations`, `outside` and `margin`.
    generations
        How many generations back, at least 1; None for the target's `delta`, or 1 if it has none.
    outside
        What lies beyond the edges: ``"dead"`` cells, anything (``"free"``), or the opposite edge
        (``"torus"``, whose size is that of the target's grid). None means ``"torus"`` for a
        target with such a grid and otherwise ``"dead"``.
    margin
        With dead outside: by how many cells on every side the earlier generations may exceed the
        target's box.
    min_population, max_population
        Bounds on the live cells of the predecessor; None means no bound.
    max_outside
        The most live cells of the predecessor outside the target's box; None means no bound.
    different
        Whether it must differ from the target in some known cell.
    require, forbid
        Cells ``(x, y)`` of the predecessor that must be live, or dead; ``(0, 0)`` is the top left
        cell of the target's box.
    given
        A pattern whose live and dead cells are so in the predecessor, such as `forced` returns;
        cells `lifesat.UNKNOWN` are not given. It is placed by its position if it has one (a target
        without one lies at (0, 0)), and otherwise at the target's top left cell.
    within
        With a number, live cells of the predecessor lie at most so many cells, also diagonally,
        from a cell of the target that is live or unknown. No spark dies out far away.
    symmetry
        The symmetry that the predecessor has at least, about the middle of its window: ``"C1"``,
        ``"C2"``, ``"C4"``, ``"D2_+"``, ``"D2_x"``, ``"D4_+"``, ``"D4_x"`` or ``"D8"``.
    project
        Cells ``(x, y)`` as in `require`: list the distinct states that they take over all
        predecessors, each once, as patterns whose other cells are `lifesat.UNKNOWN`. None lists
        the predecessors themselves.
    limit
        The most predecessors to list, or None for all.
    skip
        How many to pass over, in the order of the frontier; needs one, however large. Not with
        `project`.
    up_to_symmetry
        Whether to list one for each orbit under the symmetries of the target with its outside,
        with `project` those that map the cells to each other.
    method
        How to search for one predecessor (``limit=1``): with one formula (``"sat"``), strip by
        strip (``"strips"``), row by row with particles (``"particles"``, one generation back, or
        two with the extra ``fast``), or as the board suggests (``"auto"``).
    seed
        The seed of particles: with ``limit=1`` and one worker, the same seed finds the same
        predecessor. It changes nothing on boards where particles do not search.
    **effort
        ``encoding``, ``solver``, ``time_limit`` in seconds, ``memory`` in bytes, ``workers`` and
        ``progress``; see `lifesat.api.arguments.EffortArguments`.

    Returns
    -------
    Search of Pattern
        An iterator. The patterns are placed so that they become the target where it lies.

    Raises
    ------
    UserError
        At the call, if an argument is invalid. By `next`, if solutions are to be skipped and
        no frontier fits.
    MemoryLimitError
        If the search would take too much memory.

    References
    ----------
    O. Bailleux and Y. Boufkhad, "Efficient CNF Encoding of Boolean Cardinality Constraints",
    CP 2003. D. E. Knuth, The Art of Computer Programming, volume 4, fascicle 6, "Satisfiability".

    Examples
    --------
    >>> block = Pattern.from_rows(["OO", "OO"])
    >>> len(list(predecessors(block, margin=0)))
    5
    >>> search = predecessors(block, outside="free", max_population=2)
    >>> list(search), search.status, search.proved_complete
    ([], 'none', True)
    >>> states = predecessors(block, margin=0, project=[(0, 0), (1, 0)])
    >>> sorted(str(state).split()[0] for state in states)
    ['.O', 'O.', 'OO']
    """
    whole = target_problem(
        target,
        {
            "generations": generations,
            "outside": outside,
            "margin": margin,
            "min_population": min_population,
            "max_population": max_population,
            "max_outside": max_outside,
            "different": different,
            "require": require,
            "forbid": forbid,
            "given": given,
            "within": within,
            "symmetry": symmetry,
        },
    )
    problem = projected(whole, project)
    options = search_options(
        problem,
        effort,
        limit=limit,
        up_to_symmetry=up_to_symmetry,
        skip=skip,
        method=method,
        seed=seed,
    )
    return begin(ListSolutions(problem), options, patterns, effort.get("progress"))


@overload
def smallest(target: Search[Pattern]) -> Pattern | None: ...
@overload
def smallest(target: Pattern, **arguments: Unpack[Arguments]) -> Pattern | None: ...
def smallest(target: Pattern | Search[Pattern], **arguments: Unpack[Arguments]) -> Pattern | None:
    """Find a solution with the fewest live cells, and prove that there is none with fewer.

    Parameters
    ----------
    target
        The pattern whose predecessors to search, or a search that has not begun and lists
        all solutions.
    **arguments
        With a pattern, conditions and effort: as for `predecessors`. A search has its own.

    Returns
    -------
    Pattern or None
        None if it is proved that there is no solution.

    Raises
    ------
    UserError
        If an argument is invalid.
    TimeLimitError
        If the time limit passed before the proof; its `best` is the best solution so far.

    Examples
    --------
    >>> from lifesat import oscillators
    >>> smallest(Pattern.from_rows(["OO", "OO"]), margin=0).population
    3
    >>> smallest(oscillators(3, 3, 2)).population
    3
    """
    return _best(target, "fewest", arguments)


@overload
def largest(target: Search[Pattern]) -> Pattern | None: ...
@overload
def largest(target: Pattern, **arguments: Unpack[Arguments]) -> Pattern | None: ...
def largest(target: Pattern | Search[Pattern], **arguments: Unpack[Arguments]) -> Pattern | None:
    """Find a solution with the most live cells, and prove that there is none with more.

    Parameters, returned value and errors
        As for `smallest`.

    Examples
    --------
    >>> from lifesat import still_lifes
    >>> largest(still_lifes(4, 4)).population
    8
    """
    return _best(target, "most", arguments)


def has_predecessor(target: Pattern, **arguments: Unpack[Arguments]) -> bool:
    """Say whether a pattern has a predecessor.

    Parameters
    ----------
    target
        The pattern.
    **arguments
        Conditions and effort: as for `predecessors`.

    Raises
    ------
    UserError
        If an argument is invalid.
    TimeLimitError
        If the time limit passed before the answer was known.

    Examples
    --------
    >>> has_predecessor(Pattern.from_rows(["O"]), margin=0)
    False
    >>> has_predecessor(Pattern.from_rows(["O"]), margin=1)
    True
    """
    conditions, effort = split(arguments)
    problem = target_problem(target, conditions)
    options = search_options(problem, effort, limit=1)
    return (
        last(begin(ListSolutions(problem), options, patterns, effort.get("progress"))) is not None
    )


def have_predecessors(
    targets: Iterable[Pattern], **arguments: Unpack[Arguments]
) -> Search[tuple[int, bool]]:
    """Find out which of many patterns have a predecessor.

    With ``workers=N``, as many patterns are decided at a time.

    Parameters
    ----------
    targets
        The patterns.
    **arguments
        Conditions and effort: as for `predecessors`. ``project`` and what concerns lists are left
        out. The ``found`` of a `lifesat.Progress` is the number of patterns that are decided.

    Returns
    -------
    Search of tuple
        The index of each pattern, from 0, and whether it has a predecessor, as soon as that is
        decided. All are decided if the search is proved complete.

    Raises
    ------
    UserError
        If an argument is invalid, or if there are no patterns.

    Examples
    --------
    >>> block, dot = Pattern.from_rows(["OO", "OO"]), Pattern.from_rows(["O"])
    >>> sorted(have_predecessors([block, dot], margin=0))
    [(0, True), (1, False)]
    """
    conditions, effort = split(arguments)
    problems = [target_problem(target, conditions) for target in targets]
    query = HasParent.about((f"pattern {k}", problem) for k, problem in enumerate(problems, 1))
    options = search_options(problems[0], effort)
    return begin(query, options, _nothing, effort.get("progress"))


def _nothing(_: Solutions) -> Iterator[tuple[int, bool]]:
    return iter(())


def _best(target: Pattern | Search[Pattern], goal: Goal, arguments: Arguments) -> Pattern | None:
    """Return the best solution."""
    if not isinstance(target, Search):
        conditions, effort = split(arguments)
        problem = predecessor_problem(target, conditions)
        options = search_options(problem, effort)
        return last(begin(BestSolution(problem, goal), options, patterns, effort.get("progress")))
    if arguments:
        raise UserError(
            f"a search has its own arguments; give {', '.join(arguments)} to the function that "
            "returned it"
        )
    return last(optimum(target, goal))
