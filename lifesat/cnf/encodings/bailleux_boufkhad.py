"""Knuth's encoding for Life: unary sums of pairs of neighbours, shared between cells.

From the program sat-life-grid (Donald E. Knuth, 2013 to 2018), which counts after Bailleux and
Boufkhad. The eight neighbours of a cell are taken as four pairs, d, e, f and g; pairs are summed
to b and c, and these to a, whose "at least 2, 3, 4" decide the next state. Knuth's sharing scheme
lets up to four cells use the same d and e, and two the same b and f. An inner cell costs 13
auxiliary variables and 57 + 5 clauses.

In this file alone, and in `lifesat.knuth`, which writes the same clauses under Knuth's names, x is
the row and y the column, as in Knuth's text, both counted from 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings.transition import Transition
from lifesat.cnf.formula import Formula, Template
from lifesat.cnf.spacetime import FALSE, Literals, SpaceTime
from lifesat.life.rule import LIFE, Rule

NAME = "bailleux_boufkhad"

# A border large enough for the scheme: it uses rows x - 2 .. x + 2 and columns y - 3 .. y + 3.
REACH = 4

Coordinates = NDArray[np.intp]
Clauses = Sequence[tuple[int, ...]]


@dataclass(frozen=True)
class Scheme:
    """Clauses over numbered inputs in Knuth's order, and their template."""

    clauses: Clauses
    template: Template = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "template", Template(self.clauses))


@dataclass(frozen=True)
class Definition:
    """The clauses that define one kind of count, for many places."""

    # Which count: A to G.
    letter: str
    # The places, shape (places,).
    x: Coordinates
    y: Coordinates
    # For each place, the index of the first cell that uses the count.
    user: Coordinates
    # The smallest k of the counts "at least k".
    least: int
    # Their variables, shape (places, number of counts); the last columns of `inputs`.
    counts: Literals
    # Shape (places, number of inputs).
    inputs: Literals
    scheme: Scheme


@dataclass(frozen=True)
class _Places:
    """The places of counts, and for each place the first cell that uses the count."""

    x: Coordinates
    y: Coordinates
    user: Coordinates

    def moved(self, x: Coordinates, y: Coordinates) -> "_Places":
        """Return other places that the same cells use."""
        return _Places(x, y, self.user)

    def where(self, chosen: NDArray[np.bool_]) -> "_Places":
        """Return some of the places."""
        return _Places(self.x[chosen], self.y[chosen], self.user[chosen])

    def distinct(self) -> tuple["_Places", Coordinates]:
        """Return the distinct places in order, and for each place its index among them."""
        keys = self.x.astype(np.int64) << 32 | (self.y + REACH)
        _, first, back = np.unique(keys, return_index=True, return_inverse=True)
        user = np.full(len(first), np.iinfo(np.intp).max)
        np.minimum.at(user, back, self.user)
        return _Places(self.x[first], self.y[first], user), back


def _at_least(left: int, right: int, least: int, most: int) -> list[tuple[int, ...]]:
    """Return the clauses: if j of the left and k of the right are true, so are j + k in total.

    Unary counts of sizes `left` and `right` are added into a third, which holds "at least k" for k
    from `least` to `most`; inputs are numbered left, right, sum.
    """
    total = left + right - least + 1
    return [
        (*[-j] * (j > 0), *[-(left + k)] * (k > 0), total + j + k)
        for j in range(left + 1)
        for k in range(right + 1)
        if least <= j + k <= most
    ]


def _at_most(left: int, right: int, least: int, most: int) -> list[tuple[int, ...]]:
    """Return the converse clauses, which bound the total from above."""
    total = left + right - least + 1
    return [
        (*[j + 1] * (j < left), *[left + k + 1] * (k < right), -(total + j + k + 1))
        for j in range(left + 1)
        for k in range(right + 1)
        if least <= j + k + 1 <= most
    ]


_PAIR = Scheme([(-1, 3), (-2, 3), (-1, -2, 4), (1, 2, -3), (1, -4), (2, -4)])
_COPY = Scheme([(-1, 3), (1, -3), (-2, 4), (2, -4), (-5,), (-6,)])
_SUM_OF_PAIRS = Scheme(
    list(
        chain.from_iterable(zip(_at_least(2, 2, 1, 4), reversed(_at_most(2, 2, 1, 4)), strict=True))
    )
)
_TOTAL = Scheme(_at_least(4, 4, 2, 4) + _at_most(4, 4, 2, 4))
# The cell, "at least 2, 3, 4" of its neighbours, its successor.
NEXT = Scheme([(-4, -5), (2, -5), (3, 1, -5), (-3, 4, 5), (-2, 4, -1, 5)])


def rule_error(rule: Rule) -> str | None:
    """Return why `rule` cannot be encoded, or None."""
    return None if rule == LIFE else "it supports only Life (B3/S23)"


def add_step(formula: Formula, spacetime: SpaceTime, t: int, rule: Rule) -> None:
    """Add clauses that make layer ``t + 1`` of `spacetime` the successor of layer `t`."""
    transition = Transition.of(spacetime, t, rule)
    cells = np.argwhere(transition.constrained) + 1
    if not len(cells):
        return
    counter = Counter(formula, spacetime.surrounded(t, REACH))
    x, y = cells.T
    inputs = np.column_stack([counter.cell(x, y), counter.neighbours(x, y), transition.successors])
    for definition in counter.definitions:
        formula.add_template(definition.scheme.template, definition.inputs)
    formula.add_template(NEXT.template, inputs)


class Counter:
    """The unary counts of one layer, defined on demand.

    `layer` has a border of `REACH` cells on every side. The formula only numbers the variables; the
    caller adds the clauses of `definitions`.
    """

    def __init__(self, formula: Formula, layer: Literals) -> None:
        # Each one comes after those that it depends on.
        self.definitions: list[Definition] = []
        self._formula = formula
        self._layer = layer

    def cell(self, x: Coordinates, y: Coordinates) -> Literals:
        """Return the cells themselves."""
        return self._layer[x + REACH - 1, y + REACH - 1]

    def neighbours(self, x: Coordinates, y: Coordinates) -> Literals:
        """Return the counts a: at least 2, 3, 4 of the eight neighbours are live.

        Shape ``(cells, 3)``; the cells come in row-major order, and the layer must contain
        everything within `REACH` of them.
        """
        cells = _Places(x, y, np.arange(len(x)))
        parts = [self._b(cells.moved(x | 1, y)), self._c(cells)]
        return self._define("A", cells, _TOTAL, parts, 3)

    def _b(self, places: _Places) -> Literals:
        """At least 1 .. 4 of the four neighbours that the rows above and below (x odd) share."""
        places, back = places.distinct()
        x, y = places.x, places.y
        parts = [
            self._beside("D", places.moved(x, y - (y & 2)), 1),
            self._beside("E", places.moved(x, y + (y & 2)), -1),
        ]
        return self._define("B", places, _SUM_OF_PAIRS, parts, 4)[back]

    def _c(self, places: _Places) -> Literals:
        """At least 1 .. 4 of the other four neighbours."""
        x, y = places.x, places.y
        odd = (x & 1).astype(bool)
        above = places.moved(np.where(odd, x + 2, x), np.where(odd, (y - 1) | 1, y & -2))
        g = self._g(places)
        empty = (self.cell(above.x - 1, above.y) == FALSE) & (
            self.cell(above.x - 1, above.y + 1) == FALSE
        )
        counts = np.empty((len(x), 4), dtype=np.int32)
        counts[empty] = self._define("C", places.where(empty), _COPY, [g[empty]], 4)
        f = self._f(above.where(~empty))
        counts[~empty] = self._define("C", places.where(~empty), _SUM_OF_PAIRS, [f, g[~empty]], 4)
        return counts

    def _beside(self, letter: str, places: _Places, side: int) -> Literals:
        """At least 1, 2 of the pair right (d, side 1) or left (e, side -1), in rows x - 1 and x."""
        places, back = places.distinct()
        x, y = places.x, places.y + side
        pair = np.column_stack([self.cell(x - 1, y), self.cell(x, y)])
        return self._define(letter, places, _PAIR, [pair], 2)[back]

    def _f(self, places: _Places) -> Literals:
        """At least 1, 2 of the pair above, in columns y and y + 1."""
        places, back = places.distinct()
        x, y = places.x, places.y
        pair = np.column_stack([self.cell(x - 1, y), self.cell(x - 1, y + 1)])
        return self._define("F", places, _PAIR, [pair], 2)[back]

    def _g(self, places: _Places) -> Literals:
        """At least 1, 2 of the two neighbours that d, e and f leave."""
        x, y = places.x, places.y
        odd = (x & 1).astype(bool)
        first = self.cell(np.where(odd, x - 1, x + 1), y)
        second = self.cell(
            np.where(odd, x + 1, x - 1), np.where(odd, y ^ 1, y - 1 + ((y & 1) << 1))
        )
        return self._define("G", places, _PAIR, [np.column_stack([first, second])], 2)

    def _define(
        self, letter: str, places: _Places, scheme: Scheme, parts: list[Literals], size: int
    ) -> Literals:
        counts = self._formula.fresh(len(places.x), size)
        least = 2 if letter == "A" else 1
        inputs = np.column_stack([*parts, counts])
        self.definitions.append(
            Definition(letter, places.x, places.y, places.user, least, counts, inputs, scheme)
        )
        return counts
