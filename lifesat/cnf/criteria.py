"""Criteria by which solutions are compared: numbers of true literals, the most important first."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lifesat.cnf.cardinality import at_least, count_size
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import FALSE, TRUE, Literals


@dataclass(frozen=True, eq=False)
class Criterion:
    """A number to minimize: how many of some literals are true."""

    # In any shape; may include constants. A literal that occurs twice counts twice.
    literals: Literals
    # Whether they are a unary counter already: literal k is true if the number is more than k.
    unary: bool = False

    @property
    def most(self) -> int:
        """The largest possible number."""
        return int((self.literals != FALSE).sum())

    def counter(self, formula: Formula, limit: int) -> Literals:
        """Return literals for "at least 1, 2, ..., `limit`", adding clauses for them if needed."""
        return self.literals if self.unary else at_least(formula, self.literals, limit)


def by_halves(literals: Literals) -> Literals:
    """Return literals in one row: those of one half of the array, then those of the other.

    Each half is divided in the same way. A counter then adds up neighbouring cells first, which
    makes it several times faster to prove a bound.

    Examples
    --------
    >>> by_halves(np.array([[1, 2, 3], [4, 5, 6]])).tolist()
    [1, 4, 2, 3, 5, 6]
    """
    if literals.size <= 1:
        return literals.ravel()
    axis = int(np.argmax(literals.shape))
    halves = np.split(literals, [literals.shape[axis] // 2], axis=axis)
    return np.concatenate([by_halves(half) for half in halves])


def limits(criteria: Sequence[Criterion], costs: Sequence[int]) -> list[int]:
    """Return how far to count each criterion for solutions that are better than `costs`.

    A less important number may grow when a more important one shrinks.
    """
    return [costs[0] + (len(criteria) > 1), *(each.most for each in criteria[1:])]


def better(counters: Sequence[Literals], costs: Sequence[int]) -> list[list[int]]:
    """Return clauses that make the numbers lexicographically less than `costs`.

    `counters` are unary counters of the criteria, as long as `limits` says. The clauses have no
    constants; an empty clause means that nothing is better.
    """
    clauses = []
    for number in range(len(costs)):
        last = number == len(costs) - 1
        bounds = [*costs[:number], costs[number] + (not last)]
        reached = [_reaches(*each) for each in zip(counters, bounds, strict=False)]
        if FALSE not in reached:
            clauses.append([-literal for literal in reached if literal != TRUE])
    return clauses


def add_better(formula: Formula, criteria: Sequence[Criterion], costs: Sequence[int]) -> None:
    """Add clauses that make the numbers lexicographically less than `costs`."""
    counters = [
        each.counter(formula, limit)
        for each, limit in zip(criteria, limits(criteria, costs), strict=True)
    ]
    for clause in better(counters, costs):
        formula.add(np.array([clause], dtype=np.int32))


def better_size(criteria: Sequence[Criterion], costs: Sequence[int]) -> Size:
    """Return a bound on what `add_better` adds."""
    size = Size(clauses=1, literals=len(criteria)) * len(criteria)
    for each, limit in zip(criteria, limits(criteria, costs), strict=True):
        if not each.unary:
            size += count_size(each.literals.size, limit)
    return size


def _reaches(counter: Literals, number: int) -> int:
    """Return the literal that is true if a counter is at least `number`."""
    if number <= 0:
        return TRUE
    return int(counter[number - 1]) if number <= len(counter) else FALSE
