"""The nearest pattern with a predecessor."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import index
from typing import Unpack

from lifesat.api.arguments import Arguments, predecessor_problem, search_options, split
from lifesat.api.search import begin, last
from lifesat.errors import UserError
from lifesat.life.pattern import Pattern
from lifesat.problems.life.nearest import NearestPredecessor, Weights
from lifesat.queries.events import Solutions
from lifesat.queries.solutions import BestSolution

__all__ = ["Nearest", "nearest_predecessor"]


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
