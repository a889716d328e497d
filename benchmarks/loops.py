"""The three encodings the plain way: cell by cell, clause by clause, in Python.

What lifesat does with arrays, for comparison: the same clauses, known cells folded away in the same
places. Only for Life, one generation, all dead outside.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from lifesat.cnf.encodings import bailleux_boufkhad, column_triples, truth_table
from lifesat.cnf.formula import Template
from lifesat.cnf.spacetime import FALSE, TRUE
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor

Clauses = list[list[int]]
Counts = list[int]


def encode(problem: Predecessor, encoding: str) -> Clauses:
    """Return the clauses of a problem that goes one generation back, all dead outside."""
    loop = _LOOPS[encoding](problem)
    loop.run()
    return loop.clauses


class _Loop(ABC):
    """What the three have in common: cells by place, folding, and what has been made before."""

    def __init__(self, problem: Predecessor) -> None:
        before, self.after = problem.spacetime.literals.tolist()
        self.variables = problem.spacetime.variables
        self.clauses: Clauses = []
        self.cells: dict[tuple[int, int], int] = {
            (y, x): cell for y, row in enumerate(before) for x, cell in enumerate(row)
        }
        self.made: dict[tuple[str, int, int], Counts] = {}

    def run(self) -> None:
        for y, row in enumerate(self.after):
            for x, successor in enumerate(row):
                block = self.block(y, x)
                # A dead cell with fewer than three neighbours that could live stays dead anyway.
                if block[4] != FALSE or block.count(FALSE) <= 6:
                    self.add_cell(y, x, successor)

    @abstractmethod
    def add_cell(self, y: int, x: int, successor: int) -> None:
        """Add the clauses of one cell and its successor."""

    def cell(self, y: int, x: int) -> int:
        return self.cells.get((y, x), FALSE)

    def block(self, y: int, x: int) -> list[int]:
        return [self.cell(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]

    def once(self, name: str, y: int, x: int, make: Callable[[int, int], Counts]) -> Counts:
        """Return what `make` returns, and do not make it again."""
        if (name, y, x) not in self.made:
            self.made[name, y, x] = make(y, x)
        return self.made[name, y, x]

    def fresh(self, size: int) -> Counts:
        self.variables += size
        return list(range(self.variables - size + 1, self.variables + 1))

    def add(self, clause: Sequence[int]) -> None:
        if TRUE not in clause:
            self.clauses.append([literal for literal in clause if literal != FALSE])

    def add_template(self, template: Clauses, inputs: Sequence[int]) -> None:
        for clause in template:
            self.add([inputs[k - 1] if k > 0 else -inputs[-k - 1] for k in clause])

    def count(self, cells: Sequence[int]) -> Counts:
        """Return new literals for "at least 1, 2 .. of `cells` live"."""
        counts = self.fresh(len(cells))
        for k, count in enumerate(counts, 1):
            for some in combinations(cells, k):
                self.add([count, *(-cell for cell in some)])
            for some in combinations(cells, len(cells) - k + 1):
                self.add([-count, *some])
        return counts


class _TruthTable(_Loop):
    def __init__(self, problem: Predecessor) -> None:
        super().__init__(problem)
        dead, live = truth_table.outcome_templates(LIFE)
        self.templates = {FALSE: _clauses(dead, 9), TRUE: _clauses(live, 9)}

    def add_cell(self, y: int, x: int, successor: int) -> None:
        self.add_template(self.templates[successor], self.block(y, x))


class _ColumnTriples(_Loop):
    def __init__(self, problem: Predecessor) -> None:
        super().__init__(problem)
        dead, live = column_triples.outcome_templates(LIFE)
        self.templates = {FALSE: _clauses(dead, 10), TRUE: _clauses(live, 10)}

    def add_cell(self, y: int, x: int, successor: int) -> None:
        left, middle, right = (self.once("triple", y, x + dx, self.triple) for dx in (-1, 0, 1))
        self.add_template(self.templates[successor], [*left, *middle, *right, self.cell(y, x)])

    def triple(self, y: int, x: int) -> Counts:
        cells = [self.cell(row, x) for row in (y - 1, y, y + 1)]
        unknown = [cell for cell in cells if cell != FALSE]
        counts = self.count(unknown) if len(unknown) > 1 else unknown
        return counts + [FALSE] * (3 - len(unknown))


class _BailleuxBoufkhad(_Loop):
    """After Knuth's sat-life-grid; his x is the row and his y the column, both counted from 1."""

    def add_cell(self, y: int, x: int, successor: int) -> None:
        cell = self.cell(y, x)
        two, three, four = self.a(y + 1, x + 1)
        self.add([-four, -successor])
        self.add([two, -successor])
        self.add([three, cell, -successor])
        self.add([-three, four, successor])
        self.add([-two, four, -cell, successor])

    def at(self, x: int, y: int) -> int:
        return self.cell(x - 1, y - 1)

    def a(self, x: int, y: int) -> Counts:
        return self.total(self.once("b", x | 1, y, self.b), self.c(x, y), 2)

    def b(self, x: int, y: int) -> Counts:
        d = self.once("d", x, y - (y & 2), self.d)
        return self.total(d, self.once("e", x, y + (y & 2), self.e), 1)

    def c(self, x: int, y: int) -> Counts:
        fx, fy = (x + 2, (y - 1) | 1) if x & 1 else (x, y & -2)
        g = self.g(x, y)
        if self.at(fx - 1, fy) != FALSE or self.at(fx - 1, fy + 1) != FALSE:
            return self.total(self.once("f", fx, fy, self.f), g, 1)
        counts = self.fresh(4)
        for count, part in zip(counts, [*g, FALSE, FALSE], strict=True):
            self.add([-part, count])
            self.add([part, -count])
        return counts

    def d(self, x: int, y: int) -> Counts:
        return self.count([self.at(x - 1, y + 1), self.at(x, y + 1)])

    def e(self, x: int, y: int) -> Counts:
        return self.count([self.at(x - 1, y - 1), self.at(x, y - 1)])

    def f(self, x: int, y: int) -> Counts:
        return self.count([self.at(x - 1, y), self.at(x - 1, y + 1)])

    def g(self, x: int, y: int) -> Counts:
        if x & 1:
            return self.count([self.at(x - 1, y), self.at(x + 1, y ^ 1)])
        return self.count([self.at(x + 1, y), self.at(x - 1, y - 1 + ((y & 1) << 1))])

    def total(self, left: Counts, right: Counts, least: int) -> Counts:
        """Add two unary counts; return "at least `least` .. 4"."""
        sums = dict(zip(range(least, 5), self.fresh(5 - least), strict=True))
        for j in range(len(left) + 1):
            for k in range(len(right) + 1):
                if j + k in sums:
                    parts = [-count for count in (*left[:j][-1:], *right[:k][-1:])]
                    self.add([*parts, sums[j + k]])
                if j + k + 1 in sums:
                    self.add([*left[j : j + 1], *right[k : k + 1], -sums[j + k + 1]])
        return list(sums.values())


def _clauses(template: Template, inputs: int) -> Clauses:
    """Return a template's clauses over the numbers of its inputs."""
    numbers = np.arange(1, inputs + 1, dtype=np.int32)[None, :]
    return [clause for block in template.stamp(numbers) for clause in block.tolist()]


_LOOPS: dict[str, Callable[[Predecessor], _Loop]] = {
    column_triples.NAME: _ColumnTriples,
    truth_table.NAME: _TruthTable,
    bailleux_boufkhad.NAME: _BailleuxBoufkhad,
}
