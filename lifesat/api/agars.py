"""Agars: patterns of the whole plane that repeat in both directions, and in time."""

from typing import Unpack

from lifesat.api.arguments import EffortArguments, search_options
from lifesat.api.objects import begin_objects, box_values, whole_shift
from lifesat.api.search import Search, begin, patterns
from lifesat.defaults import AGAR_PAD
from lifesat.errors import UserError
from lifesat.frontends.input.objects import problem_in_box
from lifesat.frontends.options.table import check
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE, Rule
from lifesat.problems.life.agar import Agar
from lifesat.queries.self_forcing import SelfForcingAgars

__all__ = ["agars"]


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
        A rule of two states and 3x3 cells.
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
    UserError
        If an argument is invalid.
    MemoryLimitError
        If the search would take too much memory.

    References
    ----------
    V. Salo and I. Törmä, "What Can Oracles Teach Us About the Ultimate Fate of Life?", ICALP 2022.

    Examples
    --------
    >>> [agar.population for agar in agars(4, 2)]
    [0, 4, 4, 4]
    """
    check(self_forcing=self_forcing, pad=pad)
    box = box_values(width, height, rule, min_population, max_population)
    values = box | {"period": period, "shift": whole_shift(shift)}
    check(**values)
    problem = problem_in_box(Agar, values)
    if not self_forcing:
        return begin_objects(problem, effort, limit, up_to_symmetry=up_to_symmetry)
    if up_to_symmetry is not True:
        raise UserError("self-forcing agars are listed up to symmetry; leave up_to_symmetry out")
    query = SelfForcingAgars(problem, pad)
    options = search_options(problem, effort, limit=limit, up_to_symmetry=True)
    return begin(query, options, patterns, effort.get("progress"))
