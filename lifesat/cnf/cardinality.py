"""Cardinality constraints, and the criteria by which solutions are compared.

The unary counters are the totalizer of O. Bailleux and Y. Boufkhad, "Efficient CNF encoding of
boolean cardinality constraints" (CP 2003): a balanced tree of unary sums, each truncated just above
the bound. Criteria are numbers of true literals, the most important first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lifesat.cnf.formula import Formula, Size, Template
from lifesat.cnf.spacetime import FALSE, TRUE, Literals


def bound_population(
    formula: Formula, cells: Literals, least: int = 0, most: int | None = None
) -> None:
    """Add clauses: at least `least` and at most `most` of `cells` are true.

    `cells` have any shape, and constants are counted too. If `most` is None, there is no upper
    bound.
    """
    fewest, greatest = int((cells == TRUE).sum()), int((cells != FALSE).sum())
    bounded = most is not None and most < greatest
    least = min(least, greatest + 1)  # a higher bound is just as impossible
    if least <= fewest and not bounded:
        return
    counts = at_least(formula, cells, max(least, most + 1 if most is not None and bounded else 0))
    if least > 0:
        formula.add(counts[least - 1 : least, None])
    if most is not None and bounded:
        formula.add(-counts[most : most + 1, None])


def at_least(formula: Formula, cells: Literals, limit: int) -> Literals:
    """Add a unary counter and return its outputs: "at least 1, 2, ..., `limit` are true".

    `cells` have any shape; constants are counted too, and repeated literals repeatedly. Outputs are
    constants where the count is known.
    """
    known = int((cells == TRUE).sum())
    unknown = cells[np.abs(cells) < TRUE].astype(np.int32)
    counts = np.full(limit, FALSE, dtype=np.int32)
    counts[:known] = TRUE
    if len(unknown) and known < limit:
        sums = _unary_sum(formula, unknown, limit - known)
        counts[known : known + len(sums)] = sums
    return counts


def _unary_sum(formula: Formula, literals: Literals, limit: int) -> Literals:
    """Return literals for "at least 1, 2, ..., `limit` of `literals` are true"."""
    leaves = 1 << (len(literals) - 1).bit_length()
    counts = np.full((leaves, 1), FALSE, dtype=np.int32)
    counts[: len(literals), 0] = literals
    while len(counts) > 1:
        pairs = np.concatenate([counts[0::2], counts[1::2]], axis=1)
        size = min(pairs.shape[1], limit)
        used = (pairs != FALSE).any(axis=1)
        sums = np.full((len(pairs), size), FALSE, dtype=np.int32)
        sums[used] = formula.fresh(int(used.sum()), size)
        template = _Sum(counts.shape[1], size)
        formula.add_template(template, np.column_stack([pairs, sums])[used])
        counts = sums
    root: Literals = counts[0]
    return root


class _Sum(Template):
    """Clauses that add two unary counts of length `part`, with the sum truncated at `most`.

    A saturated part means "that many or more", so no clause derives an upper bound from it. The
    clauses are made when they are first needed, because there may be very many.
    """

    def __init__(self, part: int, most: int) -> None:
        super().__init__()
        self._part, self._most = part, most

    @cached_property
    def groups(self) -> list[Literals]:
        """The clauses of each width."""
        part, most = self._part, self._most
        j, k = np.indices((part + 1, part + 1), dtype=np.int32).reshape(2, -1)
        above = np.where((j + k > 0) & (j + k <= most), 2 * part + j + k, 0)
        below = np.where(j + k < most, -(2 * part + j + k + 1), 0)
        one, other = np.where(j < part, j + 1, 0), np.where(k < part, part + k + 1, 0)
        rows = [[-j, np.where(k > 0, -(part + k), 0), above], [one, other, below]]
        clauses = np.array(rows, dtype=np.int32).transpose(2, 0, 1).reshape(-1, 3)
        clauses = clauses[clauses[:, 2] != 0]
        widths = np.count_nonzero(clauses, axis=1)
        found, first = np.unique(widths, return_index=True)
        groups = (clauses[widths == width] for width in found[np.argsort(first)])
        return [group[group != 0].reshape(len(group), -1) for group in groups]

    @property
    def size(self) -> Size:
        """A bound on what one row of inputs adds."""
        clauses = self._pairs(self._most) - 1 + self._pairs(self._most - 1)
        return Size(clauses=clauses, literals=3 * clauses)

    def _pairs(self, most: int) -> int:
        """Return how many pairs of numbers from 0 to `part` add up to at most `most`."""
        part, beyond = self._part, max(0, most - self._part)
        if most >= 2 * part:
            return (part + 1) ** 2
        return (most + 1) * (most + 2) // 2 - beyond * (beyond + 1)


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
    """Return literals in one row: one half of the array, then the other, and so on in each half.

    A counter then adds up neighbouring cells first, and proves a bound several times faster.

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


def _reaches(counter: Literals, number: int) -> int:
    """Return the literal that is true if a counter is at least `number`."""
    if number <= 0:
        return TRUE
    return int(counter[number - 1]) if number <= len(counter) else FALSE
