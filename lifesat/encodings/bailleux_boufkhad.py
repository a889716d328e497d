"""Knuth's encoding for Life: neighbours are added up pairwise in unary, sums shared between cells.

From the program sat-life-grid (Donald E. Knuth, 2013 to 2018), which counts after Bailleux and
Boufkhad. The eight neighbours of a cell are taken as four pairs, d, e, f and g; pairs are summed
to b and c, and these to a, whose "at least 2, 3, 4" decide the next state. Knuth's sharing scheme
lets up to four cells use the same d and e, and two the same b and f. An inner cell costs 13
auxiliary variables and 57 + 5 clauses.

In this file alone, as in Knuth's text, x is the row and y the column, both counted from 1.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lifesat.encodings.transition import Transition
from lifesat.formula import Formula, Template
from lifesat.rules import LIFE, Rule
from lifesat.spacetime import FALSE, Literals, SpaceTime

NAME = "bailleux_boufkhad"

# How far from a cell the scheme reaches: rows x - 2 .. x + 2, columns y - 3 .. y + 3.
_REACH = 4

Coordinates = NDArray[np.intp]

_PAIR = Template([(-1, 3), (-2, 3), (-1, -2, 4), (1, 2, -3), (1, -4), (2, -4)])
_COPY = Template([(-1, 3), (1, -3), (-2, 4), (2, -4), (-5,), (-6,)])
_NEXT = Template([(-4, -5), (2, -5), (3, 1, -5), (-3, 4, 5), (-2, 4, -1, 5)])


def _sum_template(left: int, right: int, least: int, most: int) -> Template:
    """Return clauses that add two unary counts of sizes `left` and `right` into a third.

    The third holds "at least k" for k from `least` to `most`; inputs are numbered left, right, sum.
    """
    total = left + right - least + 1
    clauses = []
    for j in range(left + 1):
        for k in range(right + 1):
            if least <= j + k <= most:
                parts = [-j] * (j > 0) + [-(left + k)] * (k > 0)
                clauses.append([*parts, total + j + k])
            if least <= j + k + 1 <= most:
                parts = [j + 1] * (j < left) + [left + k + 1] * (k < right)
                clauses.append([*parts, -(total + j + k + 1)])
    return Template(clauses)


_SUM_OF_PAIRS = _sum_template(2, 2, 1, 4)
_TOTAL = _sum_template(4, 4, 2, 4)


def refusal(rule: Rule) -> str | None:
    """Return why `rule` cannot be encoded, or None."""
    return None if rule == LIFE else "this encoding is made for Life, B3/S23, alone"


def add_step(formula: Formula, spacetime: SpaceTime, t: int, rule: Rule) -> None:
    """Add clauses that make layer ``t + 1`` of `spacetime` the successor of layer `t`."""
    transition = Transition.of(spacetime, t, rule)
    cells = np.argwhere(transition.constrained) + 1
    if not len(cells):
        return
    counter = _Counter(formula, spacetime.surrounded(t, _REACH))
    x, y = cells.T
    inputs = np.column_stack([counter.cell(x, y), counter.a(x, y), transition.successors])
    formula.add_template(_NEXT, inputs)


@dataclass(frozen=True)
class _Counter:
    """The unary counts of one layer; each method returns them for arrays of coordinates."""

    formula: Formula
    layer: Literals

    def cell(self, x: Coordinates, y: Coordinates) -> Literals:
        """Return the cells themselves."""
        return self.layer[x + _REACH - 1, y + _REACH - 1]

    def a(self, x: Coordinates, y: Coordinates) -> Literals:
        """At least 2, 3, 4 of all eight neighbours."""
        parts = [self.b(x | 1, y), self.c(x, y)]
        return self._define(_TOTAL, parts, 3)

    def b(self, x: Coordinates, y: Coordinates) -> Literals:
        """At least 1 .. 4 of the four neighbours that the rows above and below (x odd) share."""
        (x, y), back = _distinct(x, y)
        parts = [self.d(x, y - (y & 2)), self.e(x, y + (y & 2))]
        return self._define(_SUM_OF_PAIRS, parts, 4)[back]

    def c(self, x: Coordinates, y: Coordinates) -> Literals:
        """At least 1 .. 4 of the other four neighbours."""
        odd = (x & 1).astype(bool)
        fx, fy = np.where(odd, x + 2, x), np.where(odd, (y - 1) | 1, y & -2)
        g = self.g(x, y)
        empty = (self.cell(fx - 1, fy) == FALSE) & (self.cell(fx - 1, fy + 1) == FALSE)
        counts = np.empty((len(x), 4), dtype=np.int32)
        counts[empty] = self._define(_COPY, [g[empty]], 4)
        f = self.f(fx[~empty], fy[~empty])
        counts[~empty] = self._define(_SUM_OF_PAIRS, [f, g[~empty]], 4)
        return counts

    def d(self, x: Coordinates, y: Coordinates) -> Literals:
        """At least 1, 2 of the pair to the right, in rows x - 1 and x."""
        (x, y), back = _distinct(x, y)
        return self._pair(x - 1, y + 1, x, y + 1)[back]

    def e(self, x: Coordinates, y: Coordinates) -> Literals:
        """At least 1, 2 of the pair to the left, in rows x - 1 and x."""
        (x, y), back = _distinct(x, y)
        return self._pair(x - 1, y - 1, x, y - 1)[back]

    def f(self, x: Coordinates, y: Coordinates) -> Literals:
        """At least 1, 2 of the pair above, in columns y and y + 1."""
        (x, y), back = _distinct(x, y)
        return self._pair(x - 1, y, x - 1, y + 1)[back]

    def g(self, x: Coordinates, y: Coordinates) -> Literals:
        """At least 1, 2 of the two neighbours that d, e and f leave."""
        odd = (x & 1).astype(bool)
        second = np.where(odd, y ^ 1, y - 1 + ((y & 1) << 1))
        return self._pair(np.where(odd, x - 1, x + 1), y, np.where(odd, x + 1, x - 1), second)

    def _pair(self, x1: Coordinates, y1: Coordinates, x2: Coordinates, y2: Coordinates) -> Literals:
        return self._define(_PAIR, [np.column_stack([self.cell(x1, y1), self.cell(x2, y2)])], 2)

    def _define(self, template: Template, parts: list[Literals], size: int) -> Literals:
        counts = self.formula.fresh(len(parts[0]), size)
        self.formula.add_template(template, np.column_stack([*parts, counts]))
        return counts


def _distinct(
    x: Coordinates, y: Coordinates
) -> tuple[tuple[Coordinates, Coordinates], Coordinates]:
    """Return the distinct coordinates, and for each place its number among them."""
    pairs, back = np.unique(np.column_stack([x, y]), axis=0, return_inverse=True)
    return (pairs[:, 0], pairs[:, 1]), back.reshape(-1)
