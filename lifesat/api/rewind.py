"""Going back as many generations as possible."""

from dataclasses import dataclass, replace
from typing import Unpack

from lifesat.api.arguments import (
    Conditions,
    EffortArguments,
    late,
    predecessor_problem,
    search_options,
)
from lifesat.api.search import ended
from lifesat.defaults import REWIND_SECONDS
from lifesat.engines.options import Options
from lifesat.errors import MemoryLimitError
from lifesat.frontends.options.table import check
from lifesat.life.pattern import Pattern
from lifesat.problems.life.window import Outside
from lifesat.queries.events import Done
from lifesat.queries.rewind import STUCK, Rewind, RewindState

__all__ = ["History", "rewind"]


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
    """Return what a rewind has reached, unless it ended before what was wanted.

    Raises
    ------
    TimeLimitError, MemoryLimitError
        If it did.
    """
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
