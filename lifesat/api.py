"""Searches as iterators of patterns, for programs in Python."""

from collections.abc import Iterable, Iterator

from lifesat.defaults import SOLVER
from lifesat.jobs.events import Done, Solutions
from lifesat.jobs.options import Options
from lifesat.jobs.search import search
from lifesat.pattern import Pattern
from lifesat.problems.predecessor import Cell, Outside, Predecessor


def predecessors(
    target: Pattern,
    *,
    generations: int = 1,
    outside: Outside = "dead",
    margin: int = 1,
    least: int = 0,
    most: int | None = None,
    different: bool = False,
    require: Iterable[Cell] = (),
    forbid: Iterable[Cell] = (),
    symmetry: str = "C1",
    limit: int | None = None,
    up_to_symmetry: bool = False,
    seconds: float | None = None,
    encoding: str | None = None,
    solver: str = SOLVER,
) -> Iterator[Pattern]:
    """Find the predecessors of a pattern, each as soon as it is asked for.

    Parameters
    ----------
    target
        The pattern to be reached; may hold cells `lifesat.UNKNOWN`.
    generations, outside, margin, least, most, different, require, forbid, symmetry
        As for `lifesat.problems.predecessor.Predecessor`.
    limit, up_to_symmetry, seconds, encoding, solver
        As for `lifesat.jobs.options.Options`.

    Returns
    -------
    iterator of Pattern
        First generations, placed where they become the target. An iterator that ends before `limit`
        has proved that there are no others.

    Raises
    ------
    UserError, TimeoutError
        If the request makes no sense; if `seconds` passed before the search was over.

    Examples
    --------
    >>> len(list(predecessors(Pattern.from_rows(["OO", "OO"]), margin=0)))
    5
    """
    problem = Predecessor(
        target, generations, outside, margin, least, most, different,
        require=frozenset(require), forbid=frozenset(forbid), symmetry=symmetry,
    )  # fmt: skip
    return _patterns(problem, Options(encoding, solver, limit, up_to_symmetry, seconds))


def _patterns(problem: Predecessor, options: Options) -> Iterator[Pattern]:
    for event in search(problem, options):
        if isinstance(event, Solutions):
            for board in event.boards:
                yield problem.pattern(board)
        elif isinstance(event, Done) and event.status == "limit" and event.found != options.limit:
            raise TimeoutError(f"{event.found} found when {options.seconds} s had passed")
