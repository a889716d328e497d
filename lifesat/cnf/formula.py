"""Formulas in conjunctive normal form, built from arrays, and clauses as text.

Clauses are rows of literals in blocks of equal width, so that thousands of them are generated,
simplified, written and passed to a solver at once. Constants are eliminated: clauses with `TRUE`
are dropped, and `FALSE` is removed from the others. In the symbolic format of Knuth's SAT programs
every line is a clause: variable names of at most eight characters separated by spaces, with ``~``
before negated variables. A line that begins with ``~`` and a space is a comment.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import FALSE, TRUE, Literals, fresh
from lifesat.errors import StoppedError
from lifesat.system.machine import memory_limit

# The limit on the characters of a name.
LONGEST_NAME = 8

# Names or numbers, shape (variables, characters). Zero bytes are skipped in the output.
Names = NDArray[np.uint8]

_SPACE = ord(" ")


class _Notation(NamedTuple):
    """What precedes a negated variable, and what ends a clause."""

    negation: bytes
    end: bytes


_SYMBOLIC = _Notation(b"~", b"\n")
_DIMACS = _Notation(b"-", b" 0\n")


def folded(clauses: Literals) -> tuple[Literals, NDArray[np.bool_]]:
    """Return clauses with 0 for `FALSE`, and a mask of the clauses without `TRUE`.

    Clauses have shape ``(..., width)``, the mask ``(...)``; 0 stands for no literal.
    """
    return np.where(clauses == FALSE, 0, clauses), ~(clauses == TRUE).any(axis=-1)


def decimals(numbers: NDArray[np.integer]) -> Names:
    """Return the decimal digits of nonnegative numbers, one number in each row.

    >>> [bytes(row).replace(bytes(1), b".") for row in decimals(np.array([7, 120]))]
    [b'..7', b'120']
    """
    width = len(str(numbers.max(initial=0)))
    digits = np.empty((len(numbers), width), dtype=np.uint8)
    rest = numbers
    for place in reversed(range(width)):
        leading = rest == 0
        rest, digit = np.divmod(rest, 10)
        digits[:, place] = np.where(leading & (place < width - 1), 0, digit + ord("0"))
    return digits


def name_lines(first: int, names: Names) -> bytes:
    """Return DIMACS comments that name the variables from `first` on."""
    numbers = decimals(np.arange(first, first + len(names)))
    parts = [*_each(b"c ", names), numbers, *_each(b" ", names), names, *_each(b"\n", names)]
    return np.concatenate(parts, axis=1).tobytes().translate(None, b"\0")


def dimacs_lines(clauses: NDArray[np.integer]) -> str:
    """Return clauses, shape ``(clauses, width)``, in DIMACS; 0 stands for no literal."""
    variables = np.abs(clauses)
    digits = decimals(variables.ravel())
    digits[variables.ravel() == 0] = 0
    names = digits.reshape(*clauses.shape, digits.shape[1])
    columns = (names[:, place] for place in range(clauses.shape[1]))
    return _lines(clauses, columns, digits.shape[1], _DIMACS).decode("ascii")


def symbolic_lines(
    clauses: Literals, names: Names, indented: NDArray[np.bool_] | None = None
) -> bytes:
    """Return clauses in Knuth's symbolic format, one on each line.

    `clauses` has shape ``(clauses, width)``, with 0 for no literal; `names` begins with variable 1.
    Lines that `indented` marks begin with a space.
    """
    names = np.concatenate([np.zeros((1, names.shape[1]), dtype=np.uint8), names])
    columns = (names[np.abs(literals)] for literals in clauses.T)
    return _lines(clauses, columns, names.shape[1], _SYMBOLIC, indented)


def _lines(
    clauses: NDArray[np.integer],
    columns: Iterable[Names],
    characters: int,
    notation: _Notation,
    indented: NDArray[np.bool_] | None = None,
) -> bytes:
    """Return clauses as text, where 0 is no literal.

    `columns` yields, for each column of `clauses`, the names of its variables, which have
    `characters` bytes.
    """
    count, width = clauses.shape
    literal = 2 + characters
    text = np.empty((count, width * literal + len(notation.end)), dtype=np.uint8)
    spaced = np.zeros(count, dtype=bool) if indented is None else indented.copy()
    for place, names in enumerate(columns):
        literals = clauses[:, place]
        here = literals != 0
        part = text[:, place * literal : (place + 1) * literal]
        part[:, 0] = np.where(spaced & here, _SPACE, 0)
        part[:, 1] = np.where(literals < 0, notation.negation[0], 0)
        part[:, 2:] = names
        spaced |= here
    text[:, width * literal :] = np.frombuffer(notation.end, dtype=np.uint8)
    return text.tobytes().translate(None, b"\0")


def _each(text: bytes, rows: Names) -> list[Names]:
    """Return one column for each character of `text`, repeated in every row."""
    return [np.full((len(rows), 1), character, dtype=np.uint8) for character in text]


# The least bytes that a literal takes while a formula is made, and usually takes in a solver.
_LITERAL_BYTES = 24
_SOLVER_BYTES = 100
# The number of literals that are converted to Python integers at once.
_CHUNK_LITERALS = 1 << 16

_stop: ContextVar[Callable[[], bool] | None] = ContextVar("stop", default=None)


@contextmanager
def interruptible(stop: Callable[[], bool]) -> Iterator[None]:
    """Raise `StoppedError` while a formula is built or passed to a solver, once `stop` is true.

    `stop` is called before each block of clauses, in this thread only.
    """
    token = _stop.set(stop)
    try:
        yield
    finally:
        _stop.reset(token)


def _check_stop() -> None:
    """Raise `StoppedError` if the function passed to `interruptible` returns true."""
    stop = _stop.get()
    if stop is not None and stop():
        raise StoppedError


@dataclass(frozen=True)
class Size:
    """The size of a formula, or a bound on it."""

    variables: int = 0
    clauses: int = 0
    literals: int = 0
    # The bytes of other arrays that exist while the formula is built.
    arrays: int = 0

    def __add__(self, other: "Size") -> "Size":
        return Size(
            self.variables + other.variables,
            self.clauses + other.clauses,
            self.literals + other.literals,
            self.arrays + other.arrays,
        )

    def __mul__(self, times: int) -> "Size":
        return Size(
            self.variables * times,
            self.clauses * times,
            self.literals * times,
            self.arrays * times,
        )


class Template:
    """Clauses over numbered inputs, to be instantiated for many rows of input literals.

    In a clause, ``k`` is the k-th input, from 1, and ``-k`` its negation.
    """

    def __init__(self, clauses: Iterable[Sequence[int]] = ()) -> None:
        self._clauses = clauses

    def __len__(self) -> int:
        return self.size.clauses

    @cached_property
    def groups(self) -> list[Literals]:
        """The clauses of each width, shape ``(clauses, width)``."""
        widths: dict[int, list[Sequence[int]]] = {}
        for clause in self._clauses:
            widths.setdefault(len(clause), []).append(clause)
        return [np.array(group, dtype=np.int32) for group in widths.values()]

    @property
    def size(self) -> Size:
        """The most that one row of inputs adds to a formula."""
        clauses = sum(len(group) for group in self.groups)
        return Size(clauses=clauses, literals=sum(group.size for group in self.groups))

    def with_literal(self, literal: int) -> "Template":
        """Return the template with another literal in every clause."""
        return Template((*clause, literal) for group in self.groups for clause in group.tolist())

    def stamp(self, inputs: Literals) -> Iterator[Literals]:
        """Yield blocks of clauses for every row of `inputs`, shape ``(rows, number of inputs)``."""
        for group in self.groups:
            clauses = inputs[:, np.abs(group) - 1] * np.sign(group)
            yield clauses.reshape(len(inputs) * len(group), group.shape[1])


class Formula:
    """A formula to which variables and clauses are added.

    It begins with the given number of variables, which are numbered from 1.
    """

    def __init__(self, variables: int = 0) -> None:
        self.variables = variables
        self._blocks: list[Literals] = []

    def __len__(self) -> int:
        return sum(len(block) for block in self._blocks)

    def blocks(self) -> Iterator[Literals]:
        """Yield the clauses as arrays of shape ``(clauses, width)``, in the order of insertion."""
        yield from self._blocks

    def chunks(self, first: int = 0) -> Iterator[list[list[int]]]:
        """Yield the clauses from block number `first` on as lists, some thousand at a time.

        Chunks save memory: lists take ten times that of arrays.
        """
        for block in self._chunks(first):
            yield block.tolist()

    def _chunks(self, first: int = 0) -> Iterator[Literals]:
        """Yield the clauses of `chunks` as arrays."""
        for block in self._blocks[first:]:
            rows = max(1, _CHUNK_LITERALS // max(1, block.shape[1]))
            for start in range(0, len(block), rows):
                _check_stop()
                yield block[start : start + rows]

    def fresh(self, *shape: int) -> Literals:
        """Return new variables in an array of the given shape."""
        block = fresh(shape, self.variables)
        self.variables += block.size
        return block

    def add(self, clauses: Literals) -> None:
        """Add a block of clauses, shape ``(clauses, width)``, after eliminating constants."""
        _check_stop()
        self._blocks.extend(block for block in fold(clauses) if len(block))

    def add_template(self, template: Template, inputs: Literals) -> None:
        """Add `template` once for every row of `inputs`, shape ``(rows, number of inputs)``.

        Where a variable occurs twice in a row (on a torus two cells wide, or if a cell equals its
        own successor), repeated literals and tautologies are removed.
        """
        if not len(inputs):
            return
        known = (np.abs(inputs) == TRUE).any(axis=1)
        repeated = _repeats(inputs)
        for block in template.stamp(inputs[~known & ~repeated]):
            _check_stop()
            if len(block):
                self._blocks.append(block)
        for block in template.stamp(inputs[known & ~repeated]):
            self.add(block)
        for block in template.stamp(inputs[repeated]):
            self.add(_without_repeats(block))

    @property
    def size(self) -> Size:
        """The numbers of variables, clauses and literals."""
        return Size(self.variables, len(self), sum(block.size for block in self._blocks))

    def renumbered(self, numbers: Literals) -> "Formula":
        """Return the formula with renumbered variables; `numbers` permutes 1 to `variables`."""
        renumbered = Formula(self.variables)
        renumbered._blocks = [numbers[np.abs(block) - 1] * np.sign(block) for block in self._blocks]
        return renumbered

    def dimacs(self, comments: Iterable[str] = ()) -> Iterator[str]:
        """Yield the formula in DIMACS CNF after comments, one or more lines at a time."""
        yield from (f"c {comment}\n" for comment in comments)
        yield f"p cnf {self.variables} {len(self)}\n"
        yield from map(dimacs_lines, self._chunks())


class _LargerError(Exception):
    """What is counted has more literals than are of interest."""


class CountingFormula(Formula):
    """A formula that counts what is added to it, at most, and keeps no clauses.

    With more than `most_literals`, it raises an exception of its own.
    """

    def __init__(self, most_literals: float = inf) -> None:
        super().__init__()
        self._added = Size()
        self._most = most_literals

    def __len__(self) -> int:
        return self._added.clauses

    def add(self, clauses: Literals) -> None:
        """Count a block of clauses."""
        _check_stop()
        kept = clauses[~(clauses == TRUE).any(axis=1)]
        self._count(Size(clauses=len(kept), literals=int((kept != FALSE).sum())))

    def add_template(self, template: Template, inputs: Literals) -> None:
        """Count `template` once for every row of `inputs`, as if all of them were unknown."""
        _check_stop()
        self._count(template.size * len(inputs))

    def _count(self, added: Size) -> None:
        self._added += added
        if self._added.literals > self._most:
            raise _LargerError

    @property
    def size(self) -> Size:
        """The numbers of variables, clauses and literals, at most."""
        return replace(self._added, variables=self.variables)


class FormulaSource(ABC):
    """Something that can be written as a formula, such as a problem."""

    @abstractmethod
    def build(self, formula: Formula, encoding: str) -> None:
        """Add the variables and clauses to an empty formula.

        Parameters
        ----------
        formula
            The formula, whose variables are numbered in the order in which they are added.
        encoding
            The name of an encoding, such as one of `lifesat.defaults.ENCODINGS`.
        """

    @property
    def rough_size(self) -> Size:
        """A rough estimate from the dimensions alone, and the bytes of other arrays."""
        return Size()

    def formula(self, encoding: str) -> Formula:
        """Return the formula."""
        formula = Formula()
        self.build(formula, encoding)
        return formula

    def formula_size(self, encoding: str) -> Size:
        """Return a bound on the size of the formula, without making its clauses.

        What this machine cannot hold anyway is not counted to the end, or estimated roughly.
        """
        if encoding not in self._sizes:
            self._sizes[encoding] = self._counted(encoding)
        return self._sizes[encoding]

    @cached_property
    def _sizes(self) -> dict[str, Size]:
        """The sizes in the encodings that were counted so far."""
        return {}

    def _counted(self, encoding: str) -> Size:
        rough, memory = self.rough_size, 2 * memory_limit(None)
        if rough.literals * _SOLVER_BYTES > 2 * memory:
            return rough
        formula = CountingFormula(memory / _LITERAL_BYTES)
        with suppress(_LargerError):
            self.build(formula, encoding)
        return replace(formula.size, arrays=rough.arrays)


def fold(clauses: Literals) -> Iterator[Literals]:
    """Yield clauses, shape ``(clauses, width)``, without constants, in blocks of equal width."""
    clauses = clauses[~(clauses == TRUE).any(axis=1)]
    false = clauses == FALSE
    dropped = false.sum(axis=1)
    for count in np.flatnonzero(np.bincount(dropped)):
        rows = dropped == count
        yield clauses[rows][~false[rows]].reshape(int(rows.sum()), clauses.shape[1] - count)


def _repeats(inputs: Literals) -> NDArray[np.bool_]:
    """Return the rows in which a variable occurs more than once."""
    ordered = np.sort(np.abs(inputs), axis=1)
    same = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] < TRUE)
    repeated: NDArray[np.bool_] = np.any(same, axis=1)
    return repeated


def _without_repeats(clauses: Literals) -> Literals:
    """Return the clauses without tautologies; repeated literals are replaced by `FALSE`."""
    order = np.argsort(np.abs(clauses), axis=1, kind="stable")
    ordered = np.take_along_axis(clauses, order, axis=1)
    left, right = ordered[:, :-1], ordered[:, 1:]
    variables = np.abs(right) < TRUE
    tautology = ((left == -right) & variables).any(axis=1)
    ordered[:, 1:] = np.where((left == right) & variables, FALSE, right)
    kept: Literals = ordered[~tautology]
    return kept
