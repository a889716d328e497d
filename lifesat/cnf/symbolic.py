"""Clauses as text: DIMACS and the symbolic format of Knuth's SAT programs.

In the symbolic format every line is a clause: variable names of at most eight characters separated
by spaces, with ``~`` before negated variables. A line that begins with ``~`` and a space is a
comment. Both writers convert arrays of clauses at once.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import FALSE, TRUE, Literals

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

    Examples
    --------
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
    r"""Return clauses, shape ``(clauses, width)``, in DIMACS; 0 stands for no literal.

    Examples
    --------
    >>> dimacs_lines(np.array([[1, -20], [0, 3]]))
    '1 -20 0\n3 0\n'
    """
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
