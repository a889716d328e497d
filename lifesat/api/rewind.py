"""Going back as many generations as possible."""

from dataclasses import dataclass
from typing import Unpack

from lifesat.api.arguments import (
    Conditions,
    EffortArguments,
    check_counts,
    late,
    predecessor_problem,
    reporter,
    search_options,
    until,
)
from lifesat.defaults import REWIND_SECONDS, SOLVER
from lifesat.life.pattern import Pattern
from lifesat.problems.life.window import Outside
from lifesat.sat.rewind import generations_of
from lifesat.sat.rewinds import Rewinds

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
        If an argument makes no sense.
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
    conditions = Conditions(outside=outside, margin=margin)
    problem = predecessor_problem(target, conditions)
    options = search_options(problem, effort)
    if generations is not None:
        check_counts(("generations", generations, 1))
    seconds = options.seconds
    if generations is None and seconds is None:
        seconds = float(REWIND_SECONDS)
    is_over, report = until(seconds), reporter(effort.get("progress"))
    with Rewinds(
        problem,
        options.encoding_of(problem) if effort.get("encoding") else None,
        effort.get("solver") or SOLVER,
        options.workers,
        options.memory,
    ) as search:
        for _ in search.steps(generations):
            report(search.generations, generations)
            if is_over():
                break
    if search.oldest is None:
        if search.proved:
            return None
        raise late(seconds, "a predecessor was found")
    if generations is not None and search.generations < generations and not search.exhausted:
        if search.fault is not None:
            raise search.fault
        raise late(seconds, f"{generations} generations back were reached", search.oldest)
    every = generations_of(problem, search.oldest, search.generations)
    return History(every, search.proved)
