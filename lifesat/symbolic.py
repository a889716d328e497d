"""Clauses as text, many at once: Knuth's symbolic format and DIMACS.

In the symbolic format of Knuth's SAT programs every line is a clause: names of at most eight
characters parted by spaces, ``~`` before one that is negated. A line that begins with ``~`` and a
space is a comment.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.spacetime import FALSE, TRUE, Literals

# The most characters of a name.
LONGEST_NAME = 8

# Names or numbers, shape (variables, characters). Zero bytes, wherever they are, are no characters.
Names = NDArray[np.uint8]

_SPACE = ord(" ")


class Notation(NamedTuple):
    """What stands before a negated variable, and at the end of a clause."""

    negation: bytes
    end: bytes


SYMBOLIC = Notation(b"~", b"\n")
DIMACS = Notation(b"-", b" 0\n")


def folded(clauses: Literals) -> tuple[Literals, NDArray[np.bool_]]:
    """Return the clauses without known literals, as places for literals, and which are left.

    Parameters
    ----------
    clauses
        Shape ``(..., width)``; may hold `TRUE`, `FALSE`, and 0 for no literal.

    Returns
    -------
    ndarray, ndarray of bool
        The clauses with 0 for `FALSE`; shape ``(...)``: those without `TRUE`.
    """
    return np.where(clauses == FALSE, 0, clauses), ~(clauses == TRUE).any(axis=-1)


def decimals(numbers: NDArray[np.integer]) -> Names:
    """Return the decimal digits of each number, one a row, numbers not negative.

    Examples
    --------
    >>> [bytes(row).replace(bytes(1), b".") for row in decimals(np.array([7, 120]))]
    [b'7..', b'120']
    """
    distinct, back = np.unique(numbers, return_inverse=True)
    digits = np.array([str(number).encode() for number in distinct.tolist()], dtype=np.bytes_)
    return digits.view(np.uint8).reshape(len(distinct), -1)[back]


def name_lines(first: int, names: Names) -> bytes:
    """Return comments for DIMACS that name the variables from `first` on."""
    numbers = decimals(np.arange(first, first + len(names)))
    parts = [*_each(b"c ", names), numbers, *_each(b" ", names), names, *_each(b"\n", names)]
    return np.concatenate(parts, axis=1).tobytes().translate(None, b"\0")


def clause_lines(
    clauses: Literals,
    names: Names,
    notation: Notation,
    indented: NDArray[np.bool_] | None = None,
) -> bytes:
    """Return the text of many clauses.

    Parameters
    ----------
    clauses
        Shape ``(clauses, width)``; 0 where there is no literal.
    names
        The names of the variables, from 1.
    notation
        `SYMBOLIC` or `DIMACS`.
    indented
        Shape ``(clauses,)``: whether a space begins the line; None where it never does.
    """
    names = np.concatenate([np.zeros((1, names.shape[1]), dtype=np.uint8), names])
    count, width = clauses.shape
    literal = 2 + names.shape[1]
    text = np.empty((count, width * literal + len(notation.end)), dtype=np.uint8)
    spaced = np.zeros(count, dtype=bool) if indented is None else indented.copy()
    for place in range(width):
        literals = clauses[:, place]
        here = literals != 0
        part = text[:, place * literal : (place + 1) * literal]
        part[:, 0] = np.where(spaced & here, _SPACE, 0)
        part[:, 1] = np.where(literals < 0, notation.negation[0], 0)
        part[:, 2:] = names[np.abs(literals)]
        spaced |= here
    text[:, width * literal :] = np.frombuffer(notation.end, dtype=np.uint8)
    return text.tobytes().translate(None, b"\0")


def _each(text: bytes, rows: Names) -> list[Names]:
    """Return columns that repeat `text` in as many rows."""
    return [np.full((len(rows), 1), character, dtype=np.uint8) for character in text]
