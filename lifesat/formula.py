"""A formula in conjunctive normal form, built as arrays.

Clauses are rows of literals, kept in blocks of equal width so that they are made, simplified and
handed to a solver thousands at a time. Known literals never get in: a clause with `TRUE` is not
kept, and `FALSE` is dropped from the others.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from lifesat.spacetime import FALSE, TRUE, Literals, fresh


class Template:
    """Clauses over numbered inputs, to be stamped out for many rows of input literals.

    Parameters
    ----------
    clauses
        Each clause a sequence of numbers: ``k`` is the k-th input (from 1), ``-k`` its negation.
    """

    def __init__(self, clauses: Iterable[Sequence[int]]) -> None:
        widths: dict[int, list[Sequence[int]]] = {}
        for clause in clauses:
            widths.setdefault(len(clause), []).append(clause)
        self._groups = [np.array(group, dtype=np.int32) for group in widths.values()]

    def __len__(self) -> int:
        return sum(len(group) for group in self._groups)

    def with_literal(self, literal: int) -> "Template":
        """Return the template with `literal` added to every clause."""
        return Template((*clause, literal) for group in self._groups for clause in group.tolist())

    def stamp(self, inputs: Literals) -> Iterator[Literals]:
        """Yield blocks of clauses for every row of `inputs`, shape ``(rows, number of inputs)``."""
        for group in self._groups:
            clauses = inputs[:, np.abs(group) - 1] * np.sign(group)
            yield clauses.reshape(len(inputs) * len(group), group.shape[1])


class Formula:
    """Variables and clauses, growing.

    Parameters
    ----------
    variables
        How many variables are taken already, numbered from 1.

    Attributes
    ----------
    variables
        The number of variables in use.
    """

    def __init__(self, variables: int = 0) -> None:
        self.variables = variables
        self._blocks: list[Literals] = []

    def __len__(self) -> int:
        return sum(len(block) for block in self._blocks)

    def blocks(self) -> Iterator[Literals]:
        """Yield the clauses as arrays of shape ``(clauses, width)``, in the order they came."""
        yield from self._blocks

    def fresh(self, *shape: int) -> Literals:
        """Return new variables in an array of the given shape."""
        block = fresh(shape, self.variables)
        self.variables += block.size
        return block

    def add(self, clauses: Literals) -> None:
        """Add a block of clauses, shape ``(clauses, width)``, folding the known literals away."""
        self._blocks.extend(block for block in fold(clauses) if len(block))

    def add_template(self, template: Template, inputs: Literals) -> None:
        """Add `template` once for every row of `inputs`, shape ``(rows, number of inputs)``.

        Rows in which one variable stands twice (a torus two cells wide, a cell equal to its own
        successor) are freed of repeated literals and of clauses that cannot fail.
        """
        if not len(inputs):
            return
        known = (np.abs(inputs) == TRUE).any(axis=1)
        twice = _repeats(inputs)
        for block in template.stamp(inputs[~known & ~twice]):
            if len(block):
                self._blocks.append(block)
        for block in template.stamp(inputs[known & ~twice]):
            self.add(block)
        for block in template.stamp(inputs[twice]):
            self.add(_without_repeats(block))

    def write_dimacs(self, stream: TextIO, comments: Iterable[str] = ()) -> None:
        """Write the formula in DIMACS CNF, `comments` first."""
        stream.writelines(f"c {comment}\n" for comment in comments)
        stream.write(f"p cnf {self.variables} {len(self)}\n")
        for block in self._blocks:
            stream.writelines(" ".join(map(str, clause)) + " 0\n" for clause in block.tolist())


def fold(clauses: Literals) -> Iterator[Literals]:
    """Yield the clauses without known literals, in blocks of equal width.

    Parameters
    ----------
    clauses
        Shape ``(clauses, width)``; may hold `TRUE` and `FALSE`.

    Examples
    --------
    >>> clauses = np.array([[1, FALSE], [TRUE, 2], [3, 4]], dtype=np.int32)
    >>> [block.tolist() for block in fold(clauses)]
    [[[3, 4]], [[1]]]
    """
    clauses = clauses[~(clauses == TRUE).any(axis=1)]
    false = clauses == FALSE
    dropped = false.sum(axis=1)
    for count in np.flatnonzero(np.bincount(dropped)):
        rows = dropped == count
        yield clauses[rows][~false[rows]].reshape(int(rows.sum()), clauses.shape[1] - count)


def _repeats(inputs: Literals) -> NDArray[np.bool_]:
    """Return the rows in which a variable stands more than once."""
    ordered = np.sort(np.abs(inputs), axis=1)
    same = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] < TRUE)
    twice: NDArray[np.bool_] = np.any(same, axis=1)
    return twice


def _without_repeats(clauses: Literals) -> Literals:
    """Return the clauses without tautologies, each literal kept once (`FALSE` instead)."""
    order = np.argsort(np.abs(clauses), axis=1, kind="stable")
    ordered = np.take_along_axis(clauses, order, axis=1)
    left, right = ordered[:, :-1], ordered[:, 1:]
    variables = np.abs(right) < TRUE
    tautology = ((left == -right) & variables).any(axis=1)
    ordered[:, 1:] = np.where((left == right) & variables, FALSE, right)
    kept: Literals = ordered[~tautology]
    return kept
