"""Predecessors: all, the best, the nearest, whether there is one, and many generations back."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import index
from typing import Literal, Unpack, overload

from lifesat.api.arguments import (
    Arguments,
    Conditions,
    EffortArguments,
    late,
    predecessor_problem,
    search_options,
    split,
)
from lifesat.api.search import Search, begin, ended, known_at_end, last, optimum, patterns
from lifesat.defaults import REWIND_SECONDS
from lifesat.engines.options import Options
from lifesat.errors import MemoryLimitError, UserError
from lifesat.frontends.options.table import check
from lifesat.life.pattern import Pattern
from lifesat.problems.life.nearest import NearestPredecessor, Weights
from lifesat.problems.life.window import Cell, Outside
from lifesat.problems.problem import Goal
from lifesat.queries.ancestors import Ancestors
from lifesat.queries.events import Done, Solutions
from lifesat.queries.has_parent import HasParent
from lifesat.queries.rewind import STUCK, Rewind, RewindState
from lifesat.queries.solutions import BestSolution, ListSolutions


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
        `lifesat.UNKNOWN`. Or under a Generations rule of at most 8 states, without `project`,
        `skip` and `seed`.
    generations
        How many generations back, at least 1; None for the target's `delta`, or 1 if it has none.
    outside
        What lies beyond the edges: ``"dead"`` cells, anything (``"free"``), the opposite edge
        (``"torus"``, whose size is that of the target's grid), or what the target's bounded grid
        joins to them (``"grid"``). None means ``"torus"`` or ``"grid"`` for a target with a grid
        and otherwise ``"dead"``.
    margin
        With dead outside, and where a grid is unbounded: by how many cells on every side the
        earlier generations may exceed the target's box.
    min_population, max_population
        Bounds on the live cells of the predecessor, under Generations rules on those of all states
        but 0; None means no bound.
    max_outside
        The most live cells of the predecessor outside the target's box; None means no bound.
    different
        Whether it must differ from the target in some known cell.
    require, forbid
        Cells ``(x, y)`` of the predecessor that must be live, of state 1, or dead; ``(0, 0)`` is
        the top left cell of the target's box.
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
    problem = predecessor_problem(
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
        project,
    )
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

    Parameters
    ----------
    target, **arguments
        As for `smallest`.

    Returns
    -------
    Pattern or None
        None if it is proved that there is no solution.

    Raises
    ------
    UserError, TimeLimitError
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
    problem = predecessor_problem(target, conditions)
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
    problems = [predecessor_problem(target, conditions) for target in targets]
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


@dataclass(frozen=True)
class Nearest:
    """A predecessor of a pattern that is near a target.

    Attributes
    ----------
    predecessor
        The predecessor; its comments say which cells differ.
    reached
        What it becomes, in the window of the predecessor, or with outside ``"free"`` in the box of
        the target.
    distance
        The number of cells in which `reached` differs from the target, or the sum of their weights.
    """

    predecessor: Pattern
    reached: Pattern
    distance: int


def nearest_predecessor(
    target: Pattern,
    *,
    weights: Iterable[Iterable[int]] | None = None,
    seed: int = 0,
    **arguments: Unpack[Arguments],
) -> Nearest | None:
    """Find the nearest pattern that has a predecessor, and one of its predecessors, with a proof.

    Parameters
    ----------
    target
        The target; unknown cells never differ.
    weights
        How much each cell of the target counts if it differs, row by row: whole numbers of at least
        0. None if each counts 1.
    seed
        The seed of windows and of the particles that fill them. It changes nothing on boards of up
        to 144 cells, which one formula solves.
    **arguments
        As for `lifesat.predecessors`: the conditions ``generations``, ``outside``, ``margin``, ...
        without ``symmetry``, and the effort ``time_limit``, ``workers``, ...

    Returns
    -------
    Nearest or None
        None if no pattern fulfils the conditions on the predecessor.

    Raises
    ------
    UserError
        If an argument is invalid.
    TimeLimitError
        If the time limit passed before the proof; its ``best`` is the nearest one found, or None.
    MemoryLimitError
        If the search would take too much memory.

    Examples
    --------
    >>> found = nearest_predecessor(Pattern.from_rows(["O"]), margin=0)
    >>> found.distance, str(found.reached)
    (1, '.')
    """
    conditions, effort = split(arguments)
    exact = predecessor_problem(target, conditions)
    problem = NearestPredecessor(exact, () if weights is None else _weights(weights))
    options = search_options(problem, effort, seed=seed)
    return last(begin(BestSolution(problem, "fewest"), options, _nearest, effort.get("progress")))


def _nearest(solutions: Solutions) -> Iterator[Nearest]:
    problem, boards = solutions.problem, solutions.boards
    if not isinstance(problem, NearestPredecessor):
        raise TypeError(f"{problem.nouns} are not compared with a target")
    every = zip(
        problem.patterns(boards),
        problem.reached_patterns(boards),
        problem.distances(boards).tolist(),
        strict=True,
    )
    return (Nearest(*each) for each in every)


def _weights(weights: Iterable[Iterable[int]]) -> Weights:
    """Return weights that may be an array of numpy."""
    reason = UserError(
        f"weights is {weights!r}; it must hold rows of ints, one for each cell of the target"
    )
    try:
        rows = tuple(tuple(index(weight) for weight in row) for row in weights)
    except TypeError as error:
        raise reason from error
    if not rows:
        raise reason
    return rows


@dataclass(frozen=True)
class Ancestry:
    """How two patterns are related.

    Attributes
    ----------
    ancestor : str
        Which one becomes the other: ``first``, ``second`` or ``neither``.
    generations : int or None
        After how many generations; 0 if they are the same pattern.
    parent : Pattern or None
        A parent of the ancestor, which becomes both.
    """

    ancestor: Literal["first", "second", "neither"]
    generations: int | None = None
    parent: Pattern | None = None


def ancestors(
    first: Pattern,
    second: Pattern,
    *,
    generations: int = 100,
    outside: Outside | None = None,
    margin: int = 1,
    **effort: Unpack[EffortArguments],
) -> Ancestry:
    """Decide whether one of two patterns becomes the other, and find a parent of both.

    A pattern that becomes both becomes one of them on its way to the other. So there is none if
    neither is an ancestor of the other. On the plane, a pattern is the same wherever it lies, and
    rotated and reflected as the rule allows.

    Parameters
    ----------
    first, second
        The patterns, without unknown cells, under the same rule.
    generations
        The most generations between them.
    outside, margin
        Where the parent may lie; as for `lifesat.predecessors`.
    **effort
        As for `lifesat.predecessors`.

    Raises
    ------
    UserError
        If an argument is invalid, or if a pattern does not evolve.
    MemoryLimitError
        If the formula would take too much memory.
    TimeLimitError
        If the time limit passed before the answer was known.

    Examples
    --------
    >>> column, block = Pattern.from_rows([".O", "OO"]), Pattern.from_rows(["OO", "OO"])
    >>> found = ancestors(block, column)
    >>> found.ancestor, found.generations, found.parent is None
    ('second', 1, False)
    """
    check(ancestors__generations=generations)
    conditions: Conditions = {"generations": 1, "outside": outside, "margin": margin}
    problem, other = (predecessor_problem(each, conditions) for each in (first, second))
    query = Ancestors(problem, other, generations)
    options = search_options(problem, effort)
    state = known_at_end(query, options, effort.get("progress"), "the answer was known")
    later = None if state.ancestor == "neither" else state.later
    return Ancestry(state.ancestor, later, query.pattern(state))


@dataclass(frozen=True)
class History:
    """The generations before a pattern, as far back as a search has come.

    Attributes
    ----------
    generations
        The patterns, the oldest first and the target last. With outside ``"free"`` each has the
        cells that the oldest one determines.
    is_longest
        Whether it is proved that no older generation exists.
    """

    generations: list[Pattern]
    is_longest: bool

    @property
    def oldest(self) -> Pattern:
        """The first of the generations."""
        return self.generations[0]


def rewind(
    target: Pattern,
    *,
    generations: int | None = None,
    outside: Outside | None = None,
    margin: int = 1,
    **effort: Unpack[EffortArguments],
) -> History | None:
    """Go back from a pattern one generation at a time, as far as possible.

    Parameters
    ----------
    target
        The pattern; may hold cells `lifesat.UNKNOWN`.
    generations
        How many generations to go back; None goes as far as the time limit allows.
    outside
        As for `lifesat.predecessors`.
    margin
        With outside ``"dead"``, the number of cells by which each generation may exceed the box of
        the one after it on every side.
    **effort
        As for `lifesat.predecessors`. Without `generations` and ``time_limit``, the time limit is a
        minute. The ``found`` of a `lifesat.Progress` is the number of generations that have been
        reached, and its ``total`` the number wanted; it counts no conflicts.

    Returns
    -------
    History or None
        It is shorter than `generations` only if there is no longer one. None if the target has no
        predecessor.

    Raises
    ------
    UserError
        If an argument is invalid.
    TimeLimitError
        If the time limit passed before `generations` were reached; its ``best`` is the oldest
        generation that was reached, or None.
    MemoryLimitError
        If the formula for the first generation would take too much memory.

    Examples
    --------
    >>> tub = Pattern.from_rows([".O.", "O.O", ".O."])
    >>> history = rewind(tub, generations=2)
    >>> len(history.generations), str(history.generations[-1].crop()) == str(tub)
    (3, True)
    """
    problem = predecessor_problem(target, Conditions(outside=outside, margin=margin))
    options = search_options(problem, effort)
    if generations is None and options.time_limit is None:
        options = replace(options, time_limit=float(REWIND_SECONDS))
    check(rewind__generations=generations)
    query = Rewind(problem, generations)
    known, end = ended(query, options, effort.get("progress"))
    return _history(query, options, end, known)


def _history(query: Rewind, options: Options, end: Done, known: RewindState) -> History | None:
    """Return what a rewind has reached; raise TimeLimitError or MemoryLimitError if too little."""
    wanted, reached = query.generations, query.pattern(known)
    if end.status == "none" and reached is None:
        return None
    if reached is None or (wanted is not None and known.generations < wanted):
        if end.status == "limit" and end.reason != STUCK:
            raise MemoryLimitError(end.reason)
        if end.status == "time_limit":
            what = "a predecessor was found"
            if reached is not None:
                what = f"{wanted} generations back were reached"
            raise late(options.time_limit, what, reached)
    if reached is None:
        raise AssertionError(f"a rewind ended as {end}")
    return History(query.history(reached, known.generations), known.longest)
