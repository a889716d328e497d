"""A board for messages and particles: which states each cell may have, and what it must become."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import ANY, FALSE, TRUE, Literals
from lifesat.life.rule import Rule
from lifesat.particles.compiler import worth_compiling
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor

Floats = NDArray[np.float32]
Cells = NDArray[np.uint8]

_DEAD, _LIVE, _EITHER = 0, 1, 2

# The weight of a block whose cell differs from the target, where all cells count the same. A
# smaller one leads particles into places from which they cannot go on without many such blocks, a
# larger one lets them have too many (docs/notes/nearest.md).
_DIFFERS = 0.003
# It is also the weight where only this share of the cells counts less.
_LIGHT_CELLS = 0.1
# Cells that count so many times as much are as good as certain.
_MOST_TIMES = 6


@dataclass(frozen=True, kw_only=True)
class Rows:
    """The rows of what the cells of a board become in the last generation.

    Attributes
    ----------
    becomes
        What each cell becomes: 0 dead, 1 live, 2 anything; shape ``(rows, columns)``.
    rule
        A rule that has a table.
    transposed
        Whether rows of the board are columns of the problem.
    """

    becomes: Cells
    rule: Rule
    transposed: bool

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.becomes)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return int(self.becomes.shape[1])


@dataclass(frozen=True, kw_only=True)
class Board(Rows):
    """The rows of a first generation and of what it becomes.

    Around the board all cells are dead in the first generation, and anything in the second.

    Attributes
    ----------
    allowed
        Whether a cell of the first generation may be dead, and live; shape
        ``(rows, columns, 2)``.
    otherwise
        The weight of a block that becomes another state than its cell must, shape
        ``(rows, columns)``; None if there is no such block.
    """

    allowed: NDArray[np.bool_]
    otherwise: Floats | None = None

    @property
    def compiled(self) -> bool:
        """Whether compiled loops are worth it."""
        return worth_compiling(self.columns)

    def checks(self, row: int) -> Floats:
        """Return what three rows must be like, column by column.

        Parameters
        ----------
        row
            The middle one of the rows; -1 and `rows` are the dead ones around the board.

        Returns
        -------
        ndarray
            Shape ``(columns + 1, 8, 8, 8)``: for column c, 1 if the last three cells of the rows
            up to c, as binary numbers, are allowed to be these, and 0 otherwise, or the weight
            of `otherwise`. The cells of columns -1 and `columns` are dead.
        """
        tables = _tables(self.rule)
        kinds = np.full(self.columns + 1, _EITHER, dtype=np.uint8)
        if 0 <= row < self.rows:
            kinds[1:] = self.becomes[row]
        checks: Floats = tables[kinds]
        if self.otherwise is not None and 0 <= row < self.rows:
            weights = self.otherwise[row].reshape(-1, 1, 1, 1)
            checks[1:] = np.where(checks[1:] > 0, checks[1:], weights)
        newest = np.arange(8) & 1
        for axis, other in enumerate((row - 1, row, row + 1), start=1):
            shape = [len(checks), 1, 1, 1]
            shape[axis] = 8
            checks = checks * self._allowed(other)[:, newest].reshape(shape)
        return checks

    def _allowed(self, row: int) -> Floats:
        """Return which states the cells of a row may have, with the dead one after it."""
        allowed = np.zeros((self.columns + 1, 2), dtype=np.float32)
        allowed[:, 0] = 1
        if 0 <= row < self.rows:
            allowed[:-1] = self.allowed[row]
        return allowed


def board_of(problem: Predecessor) -> Board:
    """Return the board of a problem that goes back one generation, on no torus."""
    (first, second), transposed = upright(problem)
    allowed = np.stack([first != TRUE, first != FALSE], axis=2)
    return Board(
        becomes=becomes_of(second), rule=problem.rule, transposed=transposed, allowed=allowed
    )


def upright(problem: Predecessor) -> tuple[Literals, bool]:
    """Return the generations of a problem, and whether they are transposed.

    They have no more columns than rows, if the rule permits it.
    """
    layers = problem.spacetime.literals
    transposed = layers.shape[1] < layers.shape[2] and "transpose" in problem.rule.symmetries
    return (layers.transpose(0, 2, 1) if transposed else layers), transposed


def becomes_of(last: Literals) -> Cells:
    """Return what the cells become, given the literals of the last generation."""
    becomes = np.where(last == ANY, _EITHER, np.where(last == TRUE, _LIVE, _DEAD))
    return becomes.astype(np.uint8)


def nearest_board(problem: NearestPredecessor) -> Board:
    """Return the board of boards that become nearly the target, one generation back, on no torus.

    A block whose cell differs weighs the less, the more the cell counts.
    """
    board = board_of(problem.exact)
    weights = problem.window_weights
    usual = np.quantile(weights[weights > 0], _LIGHT_CELLS) if weights.any() else 1
    times = weights / usual
    # The ring around the window, if there is one, stays dead.
    ring = (np.array(problem.exact.spacetime.literals.shape[1:]) - weights.shape) // 2
    otherwise = np.where(weights > 0, _DIFFERS ** np.minimum(times, _MOST_TIMES), 1)
    otherwise = np.pad(otherwise.astype(np.float32), [(side, side) for side in ring.tolist()])
    return replace(board, otherwise=otherwise.T if board.transposed else otherwise)


def ring_of(board: Board, shape: tuple[int, ...]) -> int:
    """Return how wide the ring of dead cells is around first generations of a shape."""
    height: int = shape[1 if board.transposed else 0]
    return (board.rows - height) // 2


def first_generation(board: Board, rows: Cells, shape: tuple[int, ...]) -> Cells:
    """Return the first generation, of a shape, that the rows of a board hold."""
    cells = rows.T if board.transposed else rows
    ring, (height, width) = ring_of(board, shape), shape
    return cells[ring : ring + height, ring : ring + width]


def patch_of(
    board: Board, cells: Cells, rows: range, columns: range
) -> tuple[Board, tuple[int, int]]:
    """Return a board in which some cells may change, while all others stay as they are.

    Parameters
    ----------
    board, cells
        A board, and the cells of its first generation; of its first rows if it is not filled.
    rows, columns
        The cells that may change. In rows that are not filled, all may.

    Returns
    -------
    tuple
        The board of these cells and the two around them, and its first row and column.
    """
    top, left = max(0, rows.start - 2), max(0, columns.start - 2)
    around = np.s_[top : rows.stop + 2, left : columns.stop + 2]
    inside = np.s_[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
    may_change = cells[around][:, :, None] == np.arange(2)
    may_change[inside] = True
    allowed = board.allowed[around].copy()
    allowed[: len(may_change)] &= may_change
    becomes = board.becomes[around].copy()
    # What these become depends on cells that are not on this board.
    if top:
        becomes[0] = _EITHER
    if left:
        becomes[:, 0] = _EITHER
    if top + len(becomes) < board.rows:
        becomes[-1] = _EITHER
    if left + becomes.shape[1] < board.columns:
        becomes[:, -1] = _EITHER
    otherwise = None if board.otherwise is None else board.otherwise[around]
    part = replace(board, allowed=allowed, becomes=becomes, otherwise=otherwise)
    return part, (top, left)


@lru_cache(maxsize=4)
def _tables(rule: Rule) -> Floats:
    """Return for each kind of cell which blocks become it, shape ``(3, 8, 8, 8)``.

    A block is given by its three rows as binary numbers, the left cell the highest bit.
    """
    live = np.frombuffer(rule.table, dtype=np.uint8).reshape(8, 8, 8).astype(np.float32)
    return np.stack([1 - live, live, np.ones_like(live)])
