"""Objects in a box, such as still lifes and spaceships, completions, and agars of the plane."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal, Unpack

from lifesat.api.arguments import EffortArguments, search_options
from lifesat.api.search import Search, begin, patterns
from lifesat.defaults import AGAR_PAD
from lifesat.errors import UserError
from lifesat.frontends.input.completion import CompletionRequest
from lifesat.frontends.input.objects import STILL_LIFE_PROBLEMS, problem_in_box
from lifesat.frontends.options.table import check, from_values
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE, Rule
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.life.completion import Minimise
from lifesat.problems.life.eater import Corner, Eater
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.repeating import InBox
from lifesat.problems.life.replicator import Replicator
from lifesat.queries.events import Solutions
from lifesat.queries.self_forcing import SelfForcingAgars
from lifesat.queries.solutions import ListSolutions

Connected = Literal["any", "strict", "pseudo"]


def still_lifes(
    width: int,
    height: int,
    *,
    rule: Rule | str = LIFE,
    outside: str = "dead",
    connected: Connected = "any",
    no_empty_lines: bool = False,
    density: int | None = None,
    symmetry: str = "C1",
    min_population: int = 0,
    max_population: int | None = None,
    limit: int | None = None,
    up_to_symmetry: bool = False,
    **effort: Unpack[EffortArguments],
) -> Search[Pattern]:
    """Find the still lifes in a box.

    Parameters
    ----------
    width, height
        The size of the box in cells.
    rule
        A rule of 3x3 cells: of two states, or a Generations rule of at most 8 states. One with B0
        needs a grid without an outside.
    outside
        What lies beyond the edges: cells that stay dead (``"dead"``), dead cells in which births
        are ignored (``"bounded"``), the opposite edge (``"torus"``), or what a bounded grid of this
        size joins to them, such as ``"T20,10+2"`` or ``"K20*,10"``.
    connected
        ``"strict"``: one that cannot be taken apart into smaller ones; ``"pseudo"``: one that can
        be, though its parts touch; ``"any"``: both, and parts that do not touch.
    no_empty_lines
        Whether every row and every column must have a live cell.
    density
        The length of chunks of cells, the box read row by row, that must each have a live cell.
    symmetry
        The symmetry that it has at least, by a name such as ``"C2"``.
    min_population, max_population
        Bounds on the live cells; None means no bound.
    limit
        The most to list, or None for all.
    up_to_symmetry
        Whether to list one for each orbit under the symmetries of the box.
    **effort
        As for `lifesat.predecessors`.

    Returns
    -------
    Search of Pattern
        An iterator; the apgcode of each is its comment, but on a grid.

    Raises
    ------
    UserError
        If an argument is invalid.
    MemoryLimitError
        If the search would take too much memory.

    Examples
    --------
    >>> len(list(still_lifes(3, 3, no_empty_lines=True, up_to_symmetry=True)))
    3
    """
    box = _box_values(width, height, rule, min_population, max_population)
    check(connected=connected)
    values = {"symmetry": symmetry, "no_empty_lines": no_empty_lines, "density": density}
    problem = _checked_problem(STILL_LIFE_PROBLEMS[connected], box | values, outside)
    return _begin_objects(problem, effort, limit, up_to_symmetry=up_to_symmetry)


def oscillators(
    width: int,
    height: int,
    period: int,
    *,
    glide: str = "identity",
    diagonal_width: int | None = None,
    rule: Rule | str = LIFE,
    outside: str = "dead",
    symmetry: str = "C1",
    min_population: int = 0,
    max_population: int | None = None,
    limit: int | None = None,
    up_to_symmetry: bool = False,
    **effort: Unpack[EffortArguments],
) -> Search[Pattern]:
    """Find the oscillators of a period in a box that holds all their generations.

    Parameters
    ----------
    width, height
        The size of the box in cells.
    period
        The number of generations after which the pattern first repeats, at least 2.
    glide
        A transform, such as ``"flip_x"``, that is done in equal steps until the period is over.
    diagonal_width
        How many columns live cells may be from the diagonal of the box's top left corner, in every
        generation; None for any number.
    rule, outside, symmetry, min_population, max_population, limit, up_to_symmetry, **effort
        As for `still_lifes`; the bounds are for the first generation.

    Returns
    -------
    Search of Pattern
        An iterator; each phase of an oscillator is a solution.

    Raises
    ------
    UserError, MemoryLimitError
        As for `still_lifes`.

    Examples
    --------
    >>> [found.population for found in oscillators(3, 3, 2)]
    [3, 3]
    """
    box = _box_values(width, height, rule, min_population, max_population)
    values = {"period": period, "glide": glide, "symmetry": symmetry}
    values |= {"diagonal_width": diagonal_width}
    problem = _checked_problem(Oscillator, box | values, outside)
    return _begin_objects(problem, effort, limit, up_to_symmetry=up_to_symmetry)


def spaceships(
    width: int,
    height: int,
    period: int,
    shift: tuple[int, int],
    *,
    glide: str = "identity",
    diagonal_width: int | None = None,
    rule: Rule | str = LIFE,
    outside: str = "dead",
    symmetry: str = "C1",
    min_population: int = 0,
    max_population: int | None = None,
    limit: int | None = None,
    up_to_symmetry: bool = False,
    **effort: Unpack[EffortArguments],
) -> Search[Pattern]:
    """Find the spaceships of a period and a shift.

    Parameters
    ----------
    width, height
        The size in cells of the box that holds all generations, the first and the last included.
    period
        The number of generations after which the pattern first repeats, shifted.
    shift
        How many cells right and down it has moved by then.
    glide, diagonal_width, rule, outside, symmetry, min_population, max_population, limit, \
    up_to_symmetry, **effort
        As for `oscillators`. On a grid it must be able to move: on a torus, or where the grid is
        unbounded.

    Returns
    -------
    Search of Pattern
        An iterator; each phase of a spaceship is a solution.

    Raises
    ------
    UserError, MemoryLimitError
        As for `still_lifes`.

    Examples
    --------
    >>> next(spaceships(4, 4, 4, (1, 1), limit=1)).population
    5
    """
    box = _box_values(width, height, rule, min_population, max_population)
    values = {"period": period, "glide": glide, "symmetry": symmetry}
    values |= {"diagonal_width": diagonal_width}
    values |= {"shift": _whole_shift(shift)}
    problem = _checked_problem(Spaceship, box | values, outside)
    return _begin_objects(problem, effort, limit, up_to_symmetry=up_to_symmetry)


def replicators(
    width: int,
    height: int,
    period: int,
    shift: tuple[int, int],
    *,
    rule: Rule | str = LIFE,
    symmetry: str = "C1",
    min_population: int = 0,
    max_population: int | None = None,
    limit: int | None = None,
    up_to_symmetry: bool = False,
    **effort: Unpack[EffortArguments],
) -> Search[Pattern]:
    """Find patterns that become two copies of themselves, on opposite sides, and nothing else.

    Parameters
    ----------
    width, height
        The size in cells of the box that holds all generations, both copies included.
    period
        The number of generations after which there are two copies, at least 1.
    shift
        How many cells right and down of the pattern one copy is; the other one is as far left and
        up.
    rule, symmetry, min_population, max_population, limit, up_to_symmetry, **effort
        As for `oscillators`.

    Returns
    -------
    Search of Pattern
        An iterator.

    Raises
    ------
    UserError, MemoryLimitError
        As for `still_lifes`.

    Examples
    --------
    >>> next(replicators(5, 3, 2, (1, 0), rule="B2/S", limit=1)).population
    2
    """
    box = _box_values(width, height, rule, min_population, max_population)
    values = {"symmetry": symmetry, "period": period, "shift": _whole_shift(shift)}
    check(**box, symmetry=symmetry, replicators__period=period)
    problem = problem_in_box(Replicator, box | values)
    return _begin_objects(problem, effort, limit, up_to_symmetry=up_to_symmetry)


def eaters(
    width: int,
    height: int,
    generations: int,
    *,
    corner: Corner = "lower-left",
    phase: int = 0,
    as_published: bool = False,
    with_glider: bool = False,
    min_population: int = 0,
    max_population: int | None = None,
    limit: int | None = None,
    **effort: Unpack[EffortArguments],
) -> Search[Pattern]:
    """Find still lifes that eat a glider.

    Parameters
    ----------
    width, height
        The size in cells, at least 5, of the box in which all happens from the time when the
        glider is in its corner.
    generations
        After how many generations the still life stands alone, for the second time; at least 2.
    corner
        Where the glider is at first: ``"lower-left"``, ``"lower-right"``, ``"upper-left"`` or
        ``"upper-right"``.
    phase
        How many generations, 0 to 3, the glider is ahead of Knuth's.
    as_published
        Whether Knuth's clauses alone say that the glider came undisturbed; they miss two cases.
    with_glider
        Whether the patterns show the glider in its corner, too.
    min_population, max_population
        Bounds on the live cells of the still life, the glider's not counted.
    limit, **effort
        As for `still_lifes`.

    Returns
    -------
    Search of Pattern
        An iterator.

    Raises
    ------
    UserError, MemoryLimitError
        As for `still_lifes`.

    References
    ----------
    D. E. Knuth's programs ``sat-life-grid`` and ``sat-life-grid-eater``, for The Art of Computer
    Programming, volume 4, fascicle 6, "Satisfiability".

    Examples
    --------
    >>> next(eaters(8, 8, 8, max_population=7)).population
    7
    """
    box = _box_values(width, height, LIFE, min_population, max_population)
    values = {"corner": corner, "phase": phase, "as_published": as_published}
    check(eaters__generations=generations, with_glider=with_glider, **box, **values)
    problem = problem_in_box(Eater, box | values | {"generations": generations})

    def first_generation(found: Solutions) -> Iterator[Pattern]:
        return patterns(replace(found, boards=problem.with_glider(found.boards)))

    options = search_options(problem, effort, limit=limit)
    read = first_generation if with_glider else patterns
    return begin(ListSolutions(problem), options, read, effort.get("progress"))


def agars(
    width: int,
    height: int,
    *,
    period: int = 1,
    shift: tuple[int, int] = (0, 0),
    rule: Rule | str = LIFE,
    min_population: int = 0,
    max_population: int | None = None,
    limit: int | None = None,
    up_to_symmetry: bool = True,
    self_forcing: bool = False,
    pad: int = AGAR_PAD,
    **effort: Unpack[EffortArguments],
) -> Search[Pattern]:
    """Find the patterns of the whole plane that repeat in both directions, and in time.

    Parameters
    ----------
    width, height
        The size of the torus that holds one period.
    period
        The number of generations after which the pattern first repeats; 1 for still lifes.
    shift
        How many cells right and down it has moved by then.
    rule
        A rule of 3x3 cells: of two states, or a Generations rule of at most 8 states.
    min_population, max_population
        Bounds on the live cells of the torus in every generation; None means no bound.
    limit
        The most to list, or None for all.
    up_to_symmetry
        Whether to list one of those that are equal up to translations, rotations, reflections and
        the passage of time.
    self_forcing
        Whether to list those alone whose every generation has no predecessor but the one before
        it. They are listed up to symmetry.
    pad
        How many cells on every side the largest patch adds to a period that is to show it.
    **effort
        As for `lifesat.predecessors`.

    Returns
    -------
    Search of Pattern
        An iterator over patterns on a torus. With `self_forcing`, it is `proved_complete` only if
        every agar is shown to be self-forcing or not.

    Raises
    ------
    UserError, MemoryLimitError
        As for `still_lifes`.

    References
    ----------
    V. Salo and I. Törmä, "What Can Oracles Teach Us About the Ultimate Fate of Life?", ICALP 2022.

    Examples
    --------
    >>> [agar.population for agar in agars(4, 2)]
    [0, 4, 4, 4]
    """
    check(self_forcing=self_forcing, pad=pad)
    box = _box_values(width, height, rule, min_population, max_population)
    values = box | {"period": period, "shift": _whole_shift(shift)}
    check(**values)
    problem = problem_in_box(Agar, values)
    if not self_forcing:
        return _begin_objects(problem, effort, limit, up_to_symmetry=up_to_symmetry)
    if up_to_symmetry is not True:
        raise UserError("self-forcing agars are listed up to symmetry; leave up_to_symmetry out")
    query = SelfForcingAgars(problem, pad)
    options = search_options(problem, effort, limit=limit, up_to_symmetry=True)
    return begin(query, options, patterns, effort.get("progress"))


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
    UserError, MemoryLimitError
        As for `still_lifes`.

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
    return _begin_objects(problem, effort, limit, up_to_symmetry=up_to_symmetry)


def _begin_objects(
    problem: LifeProblem, effort: EffortArguments, limit: int | None, *, up_to_symmetry: bool
) -> Search[Pattern]:
    """Begin a search for objects."""
    options = search_options(problem, effort, limit=limit, up_to_symmetry=up_to_symmetry)
    return begin(ListSolutions(problem), options, patterns, effort.get("progress"))


def _box_values(
    width: int, height: int, rule: Rule | str, min_population: int, max_population: int | None
) -> dict[str, Any]:
    """Return the values of the options that all searches in a box have, by name."""
    for name, side in (("width", width), ("height", height)):
        if error := integer_error(name, side, 1):
            raise UserError(error)
    bounds = {"min_population": min_population, "max_population": max_population}
    return {"box": (width, height), "rule": rule_name(rule), **bounds}


def _checked_problem(kind: type[InBox], values: dict[str, Any], outside: str = "dead") -> InBox:
    """Return the search for objects of a kind, once the values of its options are checked."""
    check(**values, objects__outside=outside)
    return problem_in_box(kind, values | {"outside": outside})


def _whole_shift(shift: tuple[int, int]) -> tuple[int, int]:
    """Return a shift; raise UserError if it is not two whole numbers."""
    try:
        right, down = shift
    except (TypeError, ValueError) as error:
        raise UserError(f"shift is {shift!r}; it must be a pair of ints, right and down") from error
    for cells in (right, down):
        if reason := integer_error("shift", cells, -(1 << 20)):
            raise UserError(reason)
    return right, down


def rule_name(rule: Rule | str) -> str:
    """Return the name of a rule; raise UserError if it is neither a rule nor a name."""
    if not isinstance(rule, (Rule, str)):
        raise UserError(f"rule is {rule!r}; it must be a Rule or a name such as 'B36/S23'")
    return rule.name if isinstance(rule, Rule) else rule
