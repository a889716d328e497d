"""Whether one of two patterns is an ancestor of the other."""

from dataclasses import dataclass
from typing import Literal, Unpack

from lifesat.api.arguments import (
    Conditions,
    EffortArguments,
    search_options,
    target_problem,
)
from lifesat.api.search import known_at_end
from lifesat.frontends.options.table import check
from lifesat.life.pattern import Pattern
from lifesat.problems.life.window import Outside
from lifesat.queries.ancestors import Ancestors

__all__ = ["Ancestry", "ancestors"]


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
    problem, other = (target_problem(each, conditions) for each in (first, second))
    query = Ancestors(problem, other, generations)
    options = search_options(problem, effort)
    state = known_at_end(query, options, effort.get("progress"), "the answer was known")
    later = None if state.ancestor == "neither" else state.later
    return Ancestry(state.ancestor, later, query.pattern(state))
