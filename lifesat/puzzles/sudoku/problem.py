"""Sudoku: a grid to be filled so that each row, column and box holds every number once.

A literal for each cell and number says that the number stands there. There are two encodings.
`kumari_sagar` comes from a course report by T. Kumari and S. Sagar: all literals are variables,
each number is somewhere in every row, column and box, and no cell has two. `extended` says both, at
least one and at most one, of cells, rows, columns and boxes alike (the extended encoding of I.
Lynce and J. Ouaknine, "Sudoku as a SAT problem", 2006), and has variables only for what the clues
leave open (G. Kwon and H. Jain, "Optimized CNF encoding for Sudoku puzzles", 2006).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb, isqrt
from string import ascii_uppercase, digits
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import FALSE, TRUE, Literals, fresh, is_variable
from lifesat.errors import UserError
from lifesat.problems.problem import Boards, JsonProblem

SYMBOLS = digits[1:] + ascii_uppercase
SIZES = (1, 4, 9, 16, 25, 36, 49)
# Memory while a clause of two literals is made.
_PAIR_BYTES = 40


@dataclass(frozen=True)
class Sudoku(JsonProblem):
    """Grids that complete the clues."""

    kind: ClassVar[str] = "sudoku"
    noun: ClassVar[str] = "solution"
    nouns: ClassVar[str] = "solutions"
    unknowns: ClassVar[str] = "candidates"
    encodings: ClassVar[tuple[str, ...]] = ("extended", "kumari_sagar")
    forms: ClassVar[Mapping[str, str]] = {"line": ".txt", "grid": ".txt"}

    # Rows of numbers, 0 for an empty cell; their number is one of `SIZES`.
    clues: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        size = self.size
        if size not in SIZES or any(len(row) != size for row in self.clues):
            raise UserError(f"a Sudoku has as many rows as columns, one of {_sizes()}")
        if any(not 0 <= number <= size for row in self.clues for number in row):
            raise UserError(f"the numbers of a {size}x{size} Sudoku are 1 to {size}")

    @property
    def size(self) -> int:
        """The number of rows, columns, boxes and numbers."""
        return len(self.clues)

    @cached_property
    def _given(self) -> NDArray[np.intp]:
        return np.array(self.clues, dtype=np.intp)

    @property
    def label(self) -> str:
        """The name of a solution, to which its number is added."""
        return f"{self.size}x{self.size} Sudoku, {self.noun}"

    def about(self, what: str) -> str:
        """Return a description of a search, such as "solutions of the 9x9 Sudoku"."""
        return f"{what} of the {self.size}x{self.size} Sudoku"

    # ---------------------------------------------------------------- the formula

    @cached_property
    def candidates(self) -> Literals:
        """The literals "the number here is k + 1", shape ``(size, size, size)``.

        Those that the clues leave open are variables, in the order of row, column and number; the
        others are constants.
        """
        size = self.size
        side = isqrt(size)
        clue = self._given[:, :, None] == np.arange(1, size + 1)
        boxed = _boxes(clue, side).any(axis=1).reshape(side, side, size)
        seen = clue.any(axis=0)[None] | clue.any(axis=1)[:, None]
        seen = seen | boxed.repeat(side, axis=0).repeat(side, axis=1) | clue.any(axis=2)[:, :, None]
        literals = np.where(clue, TRUE, FALSE).astype(np.int32)
        literals[~seen] = fresh((int((~seen).sum()),), 0)
        return literals

    @property
    def projection(self) -> int:
        """The number of variables: the candidates that the clues leave open."""
        return int(np.count_nonzero(is_variable(self.candidates)))

    def build(self, formula: Formula, encoding: str) -> None:
        """Add the clauses of the solutions."""
        literals = self.candidates if encoding == "extended" else self._all_open()
        formula.fresh(int(np.count_nonzero(is_variable(literals))))
        size = self.size
        cells = literals.reshape(-1, size)
        lines = np.concatenate(
            [
                literals.transpose(0, 2, 1).reshape(-1, size),
                literals.transpose(1, 2, 0).reshape(-1, size),
                _boxes(literals, isqrt(size)).transpose(0, 2, 1).reshape(-1, size),
            ]
        )
        if encoding == "kumari_sagar":
            given = self._given.ravel()
            clues = np.flatnonzero(given)
            formula.add(cells[clues, given[clues] - 1][:, None])
            formula.add(lines)
            formula.add(_no_two(cells))
        else:
            groups = np.concatenate([cells, lines])
            formula.add(groups)
            formula.add(_no_two(groups))

    @property
    def rough_size(self) -> Size:
        """An estimate as if every candidate were open."""
        cells, pairs = self.size**2, comb(self.size, 2)
        pairs *= 4 * cells
        return Size(self.size * cells, pairs, 2 * pairs, _PAIR_BYTES * pairs)

    def branch_variables(self) -> list[int]:
        """Return the open candidates, those of cells with few candidates first."""
        variables = is_variable(self.candidates)
        many = np.broadcast_to(variables.sum(axis=2, keepdims=True), variables.shape)
        order: list[int] = (np.argsort(many[variables], kind="stable") + 1).tolist()
        return order

    # ---------------------------------------------------------------- solutions

    def boards(self, models: Literals) -> Boards:
        """Return the grids of projected models, shape ``(models, size, size)``."""
        true = np.repeat((self.candidates == TRUE)[None], len(models), axis=0)
        true[:, is_variable(self.candidates)] = models > 0
        boards: Boards = (true.argmax(axis=3) + 1).astype(np.uint8)
        return boards

    def values(self, boards: Boards) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Yield grids as rows of numbers."""
        for board in boards.tolist():
            yield tuple(map(tuple, board))

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which grids are solutions, by the rules of Sudoku alone."""
        size, side = self.size, isqrt(self.size)
        boxes = boards.reshape(-1, side, side, side, side).swapaxes(2, 3).reshape(-1, size, size)
        good: NDArray[np.bool_] = ((boards == self._given) | (self._given == 0)).all(axis=(1, 2))
        for groups in (boards, boards.swapaxes(1, 2), boxes):
            good &= (np.sort(groups, axis=2) == np.arange(1, size + 1)).all(axis=(1, 2))
        return good

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:  # noqa: ARG002
        """Return each grid as one line, or as lines of rows; neither form numbers solutions."""
        return (write(board, lines=form == "grid") for board in boards)

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        clues = int(np.count_nonzero(self._given))
        return f"a {self.size}x{self.size} Sudoku with {clues} clue{'s' * (clues != 1)}"

    def _all_open(self) -> Literals:
        """Return the candidates, all of them variables; the open ones keep their numbers."""
        literals = self.candidates.copy()
        known = ~is_variable(literals)
        literals[known] = fresh((int(known.sum()),), self.projection)
        return literals


def _boxes(cells: NDArray[np.generic], side: int) -> NDArray[np.generic]:
    """Return cells of shape ``(size, size, k)`` box by box, in the same shape."""
    size = side * side
    split = cells.reshape(side, side, side, side, -1).swapaxes(1, 2)
    return split.reshape(size, size, -1)


def _no_two(groups: Literals) -> Literals:
    """Return clauses that let at most one literal of each row of `groups` be true."""
    first, second = np.triu_indices(groups.shape[1], 1)
    pairs: Literals = -np.stack([groups[:, first], groups[:, second]], axis=2).reshape(-1, 2)
    return pairs


def write(board: Boards, *, lines: bool) -> str:
    """Return a grid as text that `lifesat.puzzles.sudoku.reading.read` understands.

    With `lines`, each row is a line, and an empty line follows.
    """
    size = len(board)
    rows = board.tolist()
    if size > len(SYMBOLS):
        texts, gap = [" ".join(map(str, row)) for row in rows], " "
    else:
        texts, gap = ["".join(SYMBOLS[number - 1] for number in row) for row in rows], ""
    return "\n".join(texts) + "\n\n" if lines else gap.join(texts) + "\n"


def _sizes() -> str:
    return ", ".join(map(str, SIZES))
